import type { NextRequest } from "next/server";
import { JUMP_TEXT_LENGTH_MAX, type JumpUsersAnswer } from "@/app/_palette/jump-answers";
import { findJumpUsers } from "@/app/_palette/read-jump";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requireRole } from "@/lib/dashboard/session/session";

/** The users that a text in the palette may mean. A problem is an answer like any other: the palette shows it. */
export async function GET({ nextUrl }: NextRequest): Promise<Response> {
	const session = await outcomeOf(requireRole("viewer"), "user");
	if (session.problem) return answer({ problem: session.problem }, 401);
	const text = nextUrl.searchParams.get("q")?.trim() ?? "";
	if (text === "" || text.length > JUMP_TEXT_LENGTH_MAX) {
		const message = `Type up to ${JUMP_TEXT_LENGTH_MAX} characters.`;
		return answer({ problem: { title: "Nothing to search for", message } }, 400);
	}
	const outcome = await outcomeOf(findJumpUsers(text), "user");
	return outcome.problem ? answer({ problem: outcome.problem }, 200) : answer({ users: outcome.value }, 200);
}

function answer(body: JumpUsersAnswer, status: number): Response {
	return Response.json(body, { status, headers: { "cache-control": "private, no-store" } });
}
