import "server-only";
import type { z } from "zod";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { type Outcome, problemOf, type Subject } from "@/lib/dashboard/problem/problem-of";
import { requireActionRole, type Session, SessionError } from "@/lib/dashboard/session/session";

/**
 * Answers a page of this console in JSON. Whoever may not ask gets `{ problem }` with 401 or 403; what goes wrong
 * unforeseen is one with 500.
 * @param asking as `requireRole` or `requireActionRole` promises it
 */
export async function respondFor(
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

/**
 * Answers a JSON text that a page of this console sent, for a viewer as well as for an editor: `{ value }`, or
 * `{ problem }` in words. Nothing of the text gets into a log.
 */
export function respondToJson<Body, Value>(
	request: Request,
	{ body, bytesMax }: { body: z.ZodType<Body>; bytesMax: number },
	answer: (body: Body) => Promise<Outcome<Value>>,
): Promise<Response> {
	return respondFor(requireActionRole("viewer"), "template", async () => {
		const length = Number(request.headers.get("content-length") ?? Number.NaN);
		if (!(length <= bytesMax)) return json({ problem: tooLong(bytesMax) }, 413);
		const sent = body.safeParse(await request.json().catch(() => null));
		if (!sent.success) return json({ problem: outdatedPage }, 400);
		return json(await answer(sent.data));
	});
}

function tooLong(bytesMax: number) {
	return { title: "Too long", message: `At most ${bytesMax / 1024} KB are read here. Nothing was done.` };
}

/** What an action answers to a form that no page of this version sends. */
export const outdatedPage: Problem = {
	title: "This page is out of date",
	message: "The console did not understand what the page sent. Nothing was changed. Copy what you typed and reload.",
};
