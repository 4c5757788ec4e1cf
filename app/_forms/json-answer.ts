import "server-only";
import { problemOf, type Subject } from "@/lib/dashboard/problem/problem-of";
import { type Session, SessionError } from "@/lib/dashboard/session/session";

/**
 * Answers a page of this console in JSON. Whoever may not ask gets `{ problem }` with 401 or 403; what goes wrong
 * unforeseen is one with 500.
 * @param asking as `requireRole` or `requireActionRole` promises it
 */
export async function answerFor(
	asking: Promise<Session>,
	subject: Subject,
	answer: (session: Session) => Promise<Response>,
): Promise<Response> {
	try {
		return await answer(await asking);
	} catch (error) {
		return json({ problem: problemOf(error, subject) }, statusOf(error));
	}
}

/** An answer that no cache keeps. */
export function json(body: object, status = 200): Response {
	return Response.json(body, { status, headers: { "cache-control": "private, no-store" } });
}

function statusOf(error: unknown): number {
	if (!(error instanceof SessionError)) return 500;
	return error.reason === "signed-out" ? 401 : 403;
}
