import { readEdit } from "@/app/_editor/save";
import { outdatedPage } from "@/app/_forms/outdated-page";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { readForm } from "@/lib/dashboard/request/read-form";
import { requireActionRole } from "@/lib/dashboard/session/session";
import { templateEditor } from "../_edit/template-editor";
import { answerTryIt } from "./_run/answer-try-it";
import { tryItInput } from "./fields";

const KINDS = ["simulate", "check"] as const;

/** What a simulation or a check of the form in the browser comes to. Nothing is kept. */
export async function POST(request: Request): Promise<Response> {
	try {
		await requireActionRole("viewer");
	} catch (error) {
		const problem = problemOf(error, "template");
		return Response.json({ problem }, { status: problem.about === "signed-out" ? 401 : 403 });
	}
	const form = await readForm(request);
	const posted = form && readEdit(templateEditor, form, "templateId");
	const kind = KINDS.find((each) => posted?.intent === `try ${each}`);
	if (!posted || !kind) return Response.json({ problem: outdatedPage }, { status: 400 });
	const { baseline: opened, values } = posted;
	const answer = await answerTryIt({ kind, opened, values, input: tryItInput(form) });
	return Response.json(answer, { headers: { "cache-control": "no-store" } });
}
