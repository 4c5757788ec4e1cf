"use server";

import { deleteResource } from "@/app/_editor/delete-resource";
import { createEdited, openedOf } from "@/app/_editor/save";
import { readEdit } from "@/app/_editor/submitted-edit";
import { continueOn } from "@/app/_forms/after-write";
import { createTemplateRequest } from "@/lib/contract/template/template";
import { createTemplate, deleteTemplate } from "@/lib/dashboard/management/templates";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { permittedForm } from "@/lib/dashboard/session/session";
import { writePurpose } from "@/lib/dashboard/store/template-purposes";
import { noteMadeAgain } from "@/lib/dashboard/templates/history/read-history";
import { isStated, noPurpose } from "@/lib/dashboard/templates/purpose";
import { createRequestOf, purposeOf, templateEditor } from "../_edit/template-editor";
import {
	purposeProblem,
	type SubmittedTemplate,
	type TemplateState,
	templateChecks,
	templateSave,
} from "../_edit/template-save";
import { runTryIt, shownAgain, submittedTryIt } from "../try-it/_run/run-try-it";
import { pressedTool, tryItInput } from "../try-it/_run/try-it-fields";

/** Creates a template and redirects to its page. */
export async function createTemplateAction(_: TemplateState, form: FormData): Promise<TemplateState> {
	const tried = await triedIt(form);
	if (tried) return tried;
	return createEdited<typeof templateEditor.fields, TemplateState>(
		{ ...templateChecks, intent: keptForPage },
		form,
		async (content, { values }) => {
			const { id } = await createTemplate(createTemplateRequest.parse(createRequestOf(values)));
			if (values.again) await noteMadeAgain(values.again, id);
			const path = pageOf("template", id);
			const purpose = purposeOf(content);
			if (isStated(purpose)) {
				try {
					await writePurpose(undefined, id, content.name, noPurpose, purpose);
				} catch (error) {
					return {
						values,
						problem: { ...purposeProblem(error, "created"), link: { href: path, text: "Open the template" } },
					};
				}
			}
			return continueOn(path, "Template created.");
		},
	);
}

/** Saves the changes of a template after reading it again, so that no change of another admin is overwritten unseen. */
export async function updateTemplateAction(_: TemplateState, form: FormData): Promise<TemplateState> {
	return (await triedIt(form)) ?? templateSave.update(form);
}

export async function deleteTemplateAction(_: { problem?: Problem }, form: FormData) {
	return deleteResource("template", form, deleteTemplate);
}

/** The page of a copy is shown with what was submitted where its original can't be read again. */
function keptForPage(submitted: SubmittedTemplate): TemplateState | null {
	templateSave.submitted.keep(submitted.id, templateEditor.contentOf(submitted.values, null));
	return templateChecks.intent(submitted);
}

/** The buttons of “Try it”, for pages without scripts: the result is in the page that follows. */
async function triedIt(sent: unknown): Promise<TemplateState | null> {
	try {
		const { form } = await permittedForm("look", sent);
		const tool = pressedTool(String(form.get("intent")));
		const submitted = tool && readEdit(templateEditor, form, templateChecks.idField);
		if (!submitted) return null;
		const { id, baseline, values, conflict } = submitted;
		templateSave.submitted.keep(id, baseline ?? templateEditor.contentOf(values, null));
		// A wallet request needs scripts: without them the page is rendered again with everything typed.
		const response = tool === "wallet" ? null : await runTryIt(tool, submitted);
		submittedTryIt.keep(id, { input: shownAgain(tryItInput(form)), response });
		// The form as submitted, with an open conflict and its choices.
		return { ...openedOf(submitted), values, ...(conflict && { conflict }) };
	} catch (error) {
		return { problem: problemOf(error, "template") };
	}
}
