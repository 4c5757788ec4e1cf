import type { NextRequest } from "next/server";
import { findTokens } from "@/app/(console)/refresh-tokens/_find/find-tokens";
import type { TokenSearchAnswer } from "@/app/(console)/refresh-tokens/_find/live-results";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requireRole } from "@/lib/dashboard/session/session";

const TEXT_LENGTH_MAX = 300;

/** The search as it is typed. A problem is an answer like any other: the page shows it. */
export async function GET(request: NextRequest): Promise<Response> {
	const session = await outcomeOf(requireRole("viewer"), "refresh token");
	if (session.problem) return answer({ problem: session.problem }, 401);
	const text = request.nextUrl.searchParams.get("q")?.trim() ?? "";
	if (text === "" || text.length > TEXT_LENGTH_MAX) {
		const problem = { title: "Nothing to search for", message: `Type up to ${TEXT_LENGTH_MAX} characters.` };
		return answer({ problem }, 400);
	}
	const outcome = await outcomeOf(findTokens(text), "refresh token");
	return outcome.problem ? answer({ problem: outcome.problem }, 200) : answer({ result: outcome.value }, 200);
}

function answer(body: TokenSearchAnswer, status: number): Response {
	return Response.json(body, { status, headers: { "cache-control": "private, no-store" } });
}
