import { getRefreshToken } from "@/lib/dashboard/management/refresh-tokens";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requireRole } from "@/lib/dashboard/session/session";

/** Whether a token is still there: asked again and again after its revocation was requested. */
export async function GET(_: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
	const session = await outcomeOf(requireRole("viewer"), "refresh token");
	if (session.problem) return answer({ problem: session.problem }, 401);
	const { problem } = await outcomeOf(getRefreshToken((await params).id), "refresh token");
	if (!problem) return answer({ state: "present" }, 200);
	return problem.about === "missing" ? answer({ state: "gone" }, 200) : answer({ problem }, 502);
}

function answer(body: unknown, status: number): Response {
	return Response.json(body, { status, headers: { "cache-control": "private, no-store" } });
}
