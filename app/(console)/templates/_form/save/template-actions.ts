"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { outdatedPage } from "@/app/_forms/outdated-page";
import { createTemplateRequest } from "@/lib/contract/template/template";
import { createTemplate, deleteTemplate } from "@/lib/dashboard/management/templates";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { setFlash } from "@/lib/dashboard/request/flash";
import { sentForm } from "@/lib/dashboard/request/read-form";
import { requireActionRole } from "@/lib/dashboard/session/session";
import { withAdvice } from "../../_advice/with-fix";
import { contentChanges, wantedContent } from "../../_edit/template-changes";
import { decided, onConflict, onPostedChoices } from "../../_edit/template-edit";
import { refusedFields } from "../../_edit/template-form-schema";
import type { TemplateFormState } from "../../_edit/template-form-state";
import type { TemplateContent, TemplateFormValues } from "../../_edit/template-form-values";
import { createRequestOf } from "../../_edit/template-request";
import { templateHistory } from "../../_history/template-history";
import { importTemplate } from "../../_transfer/import-template";
import { answerTryIt, shownAgain } from "../../try-it/_run/answer-try-it";
import { postedTryIt } from "../../try-it/_run/posted-try-it";
import { tryItInput } from "../../try-it/fields";
import { postedContent } from "./posted-content";
import { type PostedTemplate, readPostedTemplate } from "./posted-template";
import { saveTemplate } from "./save-template";

const unreadable: Problem = {
	title: "This template can't be edited here any more",
	message: "Somebody has given its presentation request a shape that this console does not know. Nothing was changed.",
};

/** Creates a template and goes to its page. */
export async function createTemplateAction(_: TemplateFormState, form: FormData): Promise<TemplateFormState> {
	const posted = readPostedTemplate(form);
	if (!posted) return { problem: outdatedPage };
	const { values } = posted;
	postedContent.keep("", wantedContent(null, values));
	if (await isTried(posted, form)) return asPosted(posted);
	let id: string;
	try {
		await requireActionRole("editor");
		const filled = filledIn(posted, form);
		if (filled) return filled;
		const faults = refusedFields(null, values);
		if (faults) return { values, faults };
		id = (await createTemplate(createTemplateRequest.parse(createRequestOf(values)))).id;
	} catch (error) {
		return refused(error, values);
	}
	const path = `/templates/${encodeURIComponent(id)}`;
	await setFlash(path, "Template created.");
	redirect(path);
}

/** Saves what was changed of a template after reading it again, so that nobody's change is overwritten unseen. */
export async function updateTemplateAction(_: TemplateFormState, form: FormData): Promise<TemplateFormState> {
	const posted = readPostedTemplate(form);
	if (!posted?.opened || !posted.id) return { problem: outdatedPage };
	const { id, opened } = posted;
	postedContent.keep(id, opened);
	if (await isTried(posted, form)) return asPosted(posted);
	try {
		await requireActionRole("editor");
		const filled = filledIn(posted, form);
		if (filled) return { ...filled, opened };
		const { values, state } = decided({ ...posted, opened });
		if (state) return state;
		const faults = refusedFields(opened, values);
		if (faults) return { values, opened, faults };
		const wanted = wantedContent(opened, values);
		if (contentChanges(opened, wanted).length === 0) return { values, opened, isUnchanged: true };
		return await saved(id, opened, wanted);
	} catch (error) {
		return { ...refused(error, posted.values), opened };
	}
}

export async function deleteTemplateAction(_: { problem?: Problem }, form: FormData): Promise<{ problem?: Problem }> {
	try {
		await requireActionRole("editor");
		await deleteTemplate(String(sentForm(form).get("templateId")));
	} catch (error) {
		return { problem: problemOf(error, "template") };
	}
	await setFlash("/templates", "Template deleted.");
	redirect("/templates");
}

async function saved(id: string, opened: TemplateContent, wanted: TemplateContent): Promise<TemplateFormState> {
	const outcome = await saveTemplate(id, opened, wanted);
	if (outcome.kind === "unreadable") return { opened, problem: unreadable };
	// The page's heading is the name.
	const { name } = outcome.kind === "conflict" ? outcome.theirs : outcome.after;
	if (name !== opened.name) revalidatePath(`/templates/${id}`);
	if (outcome.kind === "conflict") {
		const { edit, values } = onConflict({ opened, theirs: outcome.theirs, yours: wanted });
		return { values, opened: outcome.theirs, ...(edit.conflict && { conflict: edit.conflict }) };
	}
	const { before, after, differing } = outcome;
	const history = await templateHistory(id).catch(() => null);
	return { opened: after, saved: { before, after, differing, history, at: new Date().toISOString() } };
}

/** The buttons of “Try it”, for pages without scripts: what became of it stands in the page that follows. */
async function isTried({ id, intent, opened, values }: PostedTemplate, form: FormData): Promise<boolean> {
	if (intent.kind !== "try") return false;
	const input = tryItInput(form);
	// A wallet is asked by scripts: pressed before they run, the page comes again with all that was typed.
	const asked = intent.tool === "wallet" ? null : { kind: intent.tool, opened, values, input };
	postedTryIt.keep(id, { input: shownAgain(input), answer: asked && (await answerTryIt(asked)) });
	return true;
}

/** The form as it was posted, with a conflict that it is settling and what was chosen for it. */
function asPosted({ opened, values, conflict }: PostedTemplate): TemplateFormState {
	if (!opened || !conflict) return { values, ...(opened && { opened }) };
	const edit = { opened, conflict: { ...conflict.versions, choices: {} } };
	const step = onPostedChoices({ edit, values }, conflict.choices);
	return { values: step.values, opened, ...(step.edit.conflict && { conflict: step.edit.conflict }) };
}

/** The buttons that fill the form in, for pages without scripts: nothing is sent to the service. */
function filledIn({ intent, values, opened }: PostedTemplate, form: FormData): TemplateFormState | null {
	if (intent.kind === "import") {
		const { values: filled = values, ...imported } = importTemplate(String(form.get("importText")), values);
		return { values: filled, imported };
	}
	if (intent.kind !== "fix") return null;
	return { values: withAdvice(intent.advice, wantedContent(opened, values).elements, values) };
}

function refused(error: unknown, values: TemplateFormValues): TemplateFormState {
	const problem = problemOf(error, "template");
	if (problem.about !== "conflict") return { values, problem };
	return { values, faults: { name: `${problem.title}. ${problem.message}` }, isNameTaken: true };
}
