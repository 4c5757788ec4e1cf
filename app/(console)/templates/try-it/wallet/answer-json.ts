import "server-only";
import { unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import { outdatedPage } from "@/app/_forms/outdated-page";
import { type Outcome, problemOf } from "@/lib/dashboard/problem/problem-of";
import { requireActionRole, SessionError } from "@/lib/dashboard/session/session";

/**
 * Answers a JSON text that a page of this console sent, for a viewer as well as for an editor: `{ value }`, or
 * `{ problem }` in words. Nothing of the text gets into a log.
 */
export async function answerJson<Body, Value>(
	request: Request,
	{ body, bytesMax }: { body: z.ZodType<Body>; bytesMax: number },
	answer: (body: Body) => Promise<Outcome<Value>>,
): Promise<Response> {
	try {
		await requireActionRole("viewer");
		const length = Number(request.headers.get("content-length") ?? Number.NaN);
		if (!(length <= bytesMax)) return told({ problem: tooLong(bytesMax) }, 413);
		const sent = body.safeParse(await request.json().catch(() => null));
		if (!sent.success) return told({ problem: outdatedPage }, 400);
		return told(await answer(sent.data), 200);
	} catch (error) {
		unstable_rethrow(error);
		const problem = problemOf(error, "template");
		if (error instanceof SessionError) return told({ problem }, error.reason === "signed-out" ? 401 : 403);
		return told({ problem }, 500);
	}
}

function told(outcome: Outcome<unknown>, status: number): Response {
	return Response.json(outcome, { status, headers: { "cache-control": "no-store" } });
}

function tooLong(bytesMax: number) {
	return { title: "Too long", message: `At most ${bytesMax / 1024} KB are read here. Nothing was done.` };
}
