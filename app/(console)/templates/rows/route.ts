import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { readMoreTemplates } from "../_list/read-templates";

/**
 * The page of templates behind `?from=`, for “Load more” and “Search all”: the newest without it, and `&take=` of them.
 * The management client checks the session and the role.
 */
export async function GET(request: Request): Promise<Response> {
	try {
		const query = new URL(request.url).searchParams;
		return Response.json(
			await readMoreTemplates(query.get("from") || undefined, Number(query.get("take")) || undefined),
		);
	} catch (error) {
		const problem = problemOf(error, "template");
		return Response.json({ problem }, { status: problem.about === "signed-out" ? 401 : 502 });
	}
}
