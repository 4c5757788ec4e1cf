import "server-only";
import type { z } from "zod";
import { answerFor, json } from "@/app/_forms/json-answer";
import { outdatedPage } from "@/app/_forms/outdated-page";
import type { Outcome } from "@/lib/dashboard/problem/problem-of";
import { requireActionRole } from "@/lib/dashboard/session/session";

/**
 * Answers a JSON text that a page of this console sent, for a viewer as well as for an editor: `{ value }`, or
 * `{ problem }` in words. Nothing of the text gets into a log.
 */
export function answerJson<Body, Value>(
	request: Request,
	{ body, bytesMax }: { body: z.ZodType<Body>; bytesMax: number },
	answer: (body: Body) => Promise<Outcome<Value>>,
): Promise<Response> {
	return answerFor(requireActionRole("viewer"), "template", async () => {
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
