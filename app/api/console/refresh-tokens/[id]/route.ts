import { json, respondFor } from "@/app/_forms/json-response";
import { getRefreshToken } from "@/lib/dashboard/management/refresh-tokens";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requirePermission } from "@/lib/dashboard/session/session";

/** Whether a token still exists: polled after its revocation was requested. */
export function GET(_: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
	return respondFor(requirePermission("look"), "refresh token", async () => {
		const { problem } = await outcomeOf(getRefreshToken((await params).id), "refresh token");
		if (!problem) return json({ state: "present" });
		return problem.about === "missing" ? json({ state: "gone" }) : json({ problem }, 502);
	});
}
