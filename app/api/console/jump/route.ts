import type { JumpStartAnswer } from "@/app/_palette/jump-answers";
import { readJumpApplications, readJumpTemplates, readJumpTokens } from "@/app/_palette/read-jump";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requireRole } from "@/lib/dashboard/session/session";

/** What the palette begins with: the newest templates, the applications, and the tokens that this admin opened last. */
export async function GET(): Promise<Response> {
	const session = await outcomeOf(requireRole("viewer"), "template");
	if (session.problem) return answer({ problem: session.problem }, 401);
	const [tokens, applications, templates] = await Promise.all([
		outcomeOf(readJumpTokens(session.value.subject), "refresh token"),
		outcomeOf(readJumpApplications(), "application"),
		outcomeOf(readJumpTemplates(), "template"),
	]);
	const problem = templates.problem ?? tokens.problem;
	return answer(
		{
			...(tokens.problem ? {} : { tokens: tokens.value }),
			...(applications.problem ? {} : { applications: applications.value }),
			...(templates.problem ? {} : { templates: templates.value }),
			...(problem ? { problem } : {}),
		},
		200,
	);
}

function answer(body: JumpStartAnswer, status: number): Response {
	return Response.json(body, { status, headers: { "cache-control": "private, no-store" } });
}
