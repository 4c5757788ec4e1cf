import { outdatedPage } from "@/app/_forms/outdated-page";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { readForm } from "@/lib/dashboard/request/read-form";
import { requireActionRole } from "@/lib/dashboard/session/session";
import { readPostedTemplate } from "../_form/save/posted-template";
import { answerTryIt } from "./_run/answer-try-it";
import { tryItInput } from "./fields";

/** What a simulation or a check of the form in the browser comes to. Nothing is kept. */
export async function POST(request: Request): Promise<Response> {
	try {
		await requireActionRole("viewer");
	} catch (error) {
		const problem = problemOf(error, "template");
		return Response.json({ problem }, { status: problem.about === "signed-out" ? 401 : 403 });
	}
	const form = await readForm(request);
	const posted = form && readPostedTemplate(form);
	const kind = posted?.intent.kind === "try" ? posted.intent.tool : null;
	if (!posted || kind === null || kind === "wallet") return Response.json({ problem: outdatedPage }, { status: 400 });
	const answer = await answerTryIt({ ...posted, kind, input: tryItInput(form) });
	return Response.json(answer, { headers: { "cache-control": "no-store" } });
}
