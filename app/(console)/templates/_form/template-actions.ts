"use server";

import { formOf } from "@/app/_editor/edit-state";
import { createEdited, permitted, readEdit } from "@/app/_editor/submitted-edit";
import { continueInPlace, deleteResource } from "@/app/_forms/after-write";
import { proposeInstead } from "@/app/_forms/propose";
import { nameInWords } from "@/components/ui/invisible-characters";
import { nameOrId } from "@/lib/contract/name-or-id";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import { createTemplate, deleteTemplate } from "@/lib/dashboard/management/templates";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { PROPOSE_INTENT } from "@/lib/dashboard/proposals/proposal";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { permittedForm } from "@/lib/dashboard/session/session";
import { PartlyWritten } from "@/lib/dashboard/templates/apply-templates";
import { noteRestored } from "@/lib/dashboard/templates/history/read-history";
import { getTemplateWithPurpose } from "@/lib/dashboard/templates/template-access";
import { wholeTemplate } from "@/lib/dashboard/templates/whole-template";
import { createRequestOf, purposeOf, type TemplateContent, templateEditor } from "../_edit/template-editor";
import {
	purposeProblem,
	type SubmittedTemplate,
	type TemplateState,
	templateChecks,
	templateSave,
} from "../_edit/template-save";
import { runTryIt, shownAgain, submittedTryIt } from "../try-it/_run/run-try-it";
import { pressedTool, tryItInput } from "../try-it/_run/try-it-fields";

/**
 * Creates a template and redirects to its page. The role is checked where the request is sent; a viewer may try it out. The
 * page of a copy is shown with the form where its original can't be read again.
 */
export async function createTemplateAction(_: unknown, sent: FormData): Promise<TemplateState> {
	const intent = async (edit: SubmittedTemplate) => (await triedIt(edit)) ?? templateChecks.intent(edit);
	const state = await createEdited({ ...templateChecks, permission: "look", intent }, sent, create);
	if (state.kind !== "unread") templateSave.submitted.keep("", templateEditor.defaults);
	return state;
}

async function create(content: TemplateContent, edit: SubmittedTemplate): Promise<TemplateState> {
	try {
		return await createAndOpen(content, edit);
	} catch (error) {
		if (!(error instanceof ManagementError && error.outcomeUnknown)) throw error;
		return { kind: "failed", problem: createdUnknown(error, content.name), ...formOf(edit) };
	}
}

async function createAndOpen(content: TemplateContent, edit: SubmittedTemplate): Promise<TemplateState> {
	const { values } = edit;
	const made = await createTemplate(createRequestOf(values, content), purposeOf(content)).catch((error: unknown) => {
		if (error instanceof PartlyWritten) return error;
		throw error;
	});
	if (values.again) await noteRestored(values.again, made.id);
	const path = pageOf("template", made.id);
	if (!(made instanceof PartlyWritten)) return continueInPlace(path, "Template created.");
	const link = { href: path, text: "Open the template" };
	return { kind: "failed", problem: { ...purposeProblem(made.cause, "created"), link }, ...formOf(edit) };
}

/** The tenant has each name once. */
function createdUnknown(error: ManagementError, name: string): Problem {
	const { path, title } = resources.template;
	return {
		...problemOf(error, "template"),
		message: `We can't tell whether “${nameInWords(name)}” was created. Look in ${title}, or try again: it won't be created twice.`,
		link: { href: `${path}?${new URLSearchParams({ q: name })}`, text: `Look in ${title}` },
	};
}

/**
 * Saves the changes of a template after reading it again, so that no change of another admin is overwritten unseen. Whoever may
 * propose may fill in the form.
 */
export async function updateTemplateAction(_: unknown, sent: FormData): Promise<TemplateState> {
	const act = async (form: FormData) => {
		const intent = String(form.get("intent") ?? "");
		const edit = pressedTool(intent) ? readEdit(templateEditor, form, templateChecks.idField) : null;
		if (edit) return (await triedIt(edit)) ?? templateSave.update(form);
		return ["", "save"].includes(intent) ? templateSave.update(form) : templateSave.updateFrom(form);
	};
	return permitted("template", sent, act, "look");
}

/** Deletes a template, or proposes that, and redirects. */
export async function deleteTemplateAction(_: { problem?: Problem }, sent: FormData): Promise<{ problem: Problem }> {
	try {
		const { form } = await permittedForm("look", sent);
		if (form.get("intent") === PROPOSE_INTENT) return await proposeDeletion(String(form.get("templateId")));
	} catch (error) {
		return { problem: problemOf(error, "template") };
	}
	return deleteResource("template", sent, deleteTemplate);
}

async function proposeDeletion(id: string): Promise<never> {
	const { purpose, ...template } = await getTemplateWithPurpose(id);
	const baseline = wholeTemplate(template, purpose);
	return proposeInstead([{ action: "remove", name: nameOrId(template.name, id), id, baseline, after: null }]);
}

/** The buttons of “Try it”, for pages without scripts: the result is in the page that follows. */
async function triedIt(edit: SubmittedTemplate): Promise<TemplateState | null> {
	const { id, baseline, form } = edit;
	const tool = pressedTool(edit.intent);
	if (!tool) return null;
	templateSave.submitted.keep(id, baseline ?? templateEditor.defaults);
	// A wallet request needs scripts: without them the page is rendered again with everything typed.
	const response = tool === "wallet" ? null : await runTryIt(tool, edit);
	submittedTryIt.keep(id, { input: shownAgain(tryItInput(form)), response });
	// The form as submitted, with an open conflict and its choices.
	return { kind: "edited", ...formOf(edit) };
}
