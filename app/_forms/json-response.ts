import "server-only";
import type { z } from "zod";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { type Outcome, problemOfRead } from "@/lib/dashboard/problem/problem-of";
import type { ResourceName } from "@/lib/dashboard/resources/resources";
import { requireActionPermission, type Session, SessionError } from "@/lib/dashboard/session/session";

/**
 * Responds to a page of this console in JSON. Without a session or the role the response is `{ problem }` with 401 or 403,
 * after an unexpected error with 500.
 * @param required the promise of `requirePermission` or `requireActionPermission`
 */
export async function respondFor(
	required: Promise<Session>,
	subject: ResourceName,
	respond: (session: Session) => Promise<Response>,
): Promise<Response> {
	try {
		return await respond(await required);
	} catch (error) {
		return json({ problem: problemOfRead(error, subject) }, statusOf(error));
	}
}

/** A JSON response that no cache stores. */
export function json(body: object, status = 200): Response {
	return Response.json(body, { status, headers: { "cache-control": "private, no-store" } });
}

function statusOf(error: unknown): number {
	if (!(error instanceof SessionError)) return 500;
	if (error.reason === "oneself") return 409;
	return error.reason === "signed-out" ? 401 : 403;
}

/**
 * Responds to JSON that a page of this console sent, for a viewer as well as for an editor: `{ value }`, or `{ problem }`.
 * Nothing of the body is logged.
 */
export function respondToJson<Body, Value>(
	request: Request,
	{ body, bytesMax }: { body: z.ZodType<Body>; bytesMax: number },
	handle: (body: Body) => Promise<Outcome<Value>>,
): Promise<Response> {
	return respondFor(requireActionPermission("look"), "template", async () => {
		const length = Number(request.headers.get("content-length") ?? Number.NaN);
		if (!(length <= bytesMax)) {
			const message = `At most ${bytesMax / 1024} KB are accepted here. Nothing was done.`;
			return json({ problem: { title: "Too long", message } }, 413);
		}
		const sent = body.safeParse(await request.json().catch(() => null));
		if (!sent.success) return json({ problem: outdatedPage }, 400);
		return json(await handle(sent.data));
	});
}

/** The problem of a form that no page of this version sends. */
export const outdatedPage: Problem = {
	title: "This page is out of date",
	message: "The console could not read what the page sent. Nothing was changed. Copy what you typed, then reload.",
};
