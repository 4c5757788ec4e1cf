import { json, respondFor } from "@/app/_forms/json-response";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requirePermission } from "@/lib/dashboard/session/session";
import { readMoreTemplates } from "../_list/read-templates";

/** The page of templates after `?from=`, for “Load more” and “Search all”: the newest without it, and `&take=` of them. */
export function GET(request: Request): Promise<Response> {
	return respondFor(requirePermission("look"), "template", async () => {
		const query = new URL(request.url).searchParams;
		const [from, take] = [query.get("from") || undefined, Number(query.get("take")) || undefined];
		const page = await outcomeOf(readMoreTemplates(from, take), "template");
		return page.problem ? json({ problem: page.problem }, 502) : json(page.value);
	});
}
