import { problemOf } from "@/lib/dashboard/problem-of";
import { readMoreTemplates } from "../list/read-templates";

/** The page of templates behind `?from=`, for “Load more”. The management client checks the session and the role. */
export async function GET(request: Request): Promise<Response> {
	try {
		return Response.json(await readMoreTemplates(new URL(request.url).searchParams.get("from") ?? ""));
	} catch (error) {
		const problem = problemOf(error, "template");
		return Response.json({ problem }, { status: problem.about === "signed-out" ? 401 : 502 });
	}
}
