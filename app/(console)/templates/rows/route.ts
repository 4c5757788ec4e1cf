import { json, respondFor } from "@/app/_forms/json-response";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requirePermission } from "@/lib/dashboard/session/session";
import { readTemplates } from "../_list/read-templates";

/** The page of templates after `?from=`, for “Load more” and “Search all”: the newest without it, and `&take=` of them. */
export function GET(request: Request): Promise<Response> {
	return respondFor(requirePermission("look"), "template", async () => {
		const query = new URL(request.url).searchParams;
		const take = Number(query.get("take")) || undefined;
		const page = await outcomeOf(readTemplates(query.get("from") || null, 1, take), "template");
		return page.problem ? json({ problem: page.problem }, 502) : json(page.value);
	});
}
