import { json, respondFor } from "@/app/_forms/json-response";
import { countUserRefreshTokens } from "@/lib/dashboard/management/refresh-tokens";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requirePermission } from "@/lib/dashboard/session/session";

/** How many refresh tokens a user has. A problem is a 200 response as well: the page shows it. */
export function GET(_: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
	return respondFor(requirePermission("look"), "user", async () => {
		const { value: count, problem } = await outcomeOf(countUserRefreshTokens((await params).id), "user");
		return json(problem ? { problem } : { count });
	});
}
