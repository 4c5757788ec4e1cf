import "server-only";
import { conflictState, type EditState, formOf, mergeOf } from "@/app/_editor/edit-state";
import { editorSave, PartlySavedError } from "@/app/_editor/save";
import type { SubmittedEdit } from "@/app/_editor/submitted-edit";
import { contentOfResponse } from "@/app/_editor/wire";
import { proposeInstead } from "@/app/_forms/propose";
import type { Template } from "@/lib/contract/template/template";
import { ManagementError, WriteRefused } from "@/lib/dashboard/management/call/errors";
import { updateTemplate } from "@/lib/dashboard/management/templates";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { mergedWithPresent } from "@/lib/dashboard/proposals/decide";
import type { ProposedItem } from "@/lib/dashboard/proposals/proposal";
import { resources } from "@/lib/dashboard/resources/resources";
import { writePurpose } from "@/lib/dashboard/store/template-purposes";
import { presetStatements } from "@/lib/dashboard/templates/preset-statements";
import { findPreset } from "@/lib/dashboard/templates/presets";
import { noPurpose, type Purpose } from "@/lib/dashboard/templates/purpose";
import { getTemplateWithPurpose, type TemplateWithPurpose } from "@/lib/dashboard/templates/template-access";
import { wholeTemplate } from "@/lib/dashboard/templates/whole-template";
import { importTemplate } from "./import-template";
import { OWN_PURPOSE, withAdvice, withPreset } from "./presets";
import { purposeOf, type TemplateContent, templateEditor, updateRequestOf } from "./template-editor";
import { proposedChange, proposedCreation } from "./template-proposal";

type Fields = typeof templateEditor.fields;
export type SubmittedTemplate = SubmittedEdit<Fields>;

/** What the form of a template shows after an action. */
export type TemplateState = EditState<Fields>;

/** The editable content of a template; null where its presentation request has a shape that this console does not know. */
export function contentOf(template: TemplateWithPurpose): TemplateContent | null {
	return template.presentation
		? { ...contentOfResponse(templateEditor, template), ...noPurpose, ...template.purpose }
		: null;
}

/** The checks before a template is created or saved. */
export const templateChecks = {
	editor: templateEditor,
	idField: resources.template.idField,
	subject: "template" as const,
	intent: filledIn,
	propose,
};

/** Saves the changes of a template. */
export const templateSave = editorSave({
	...templateChecks,
	read: getTemplateWithPurpose,
	contentOf,
	requestOf,
	write,
	// The page's heading is the name.
	isPageNew: (before, after) => after.name !== before.name,
});

/** The update of the tenant's template, with the purpose where that changes too. */
type Body = Record<string, unknown> & { purpose?: Purpose };

function requestOf(before: TemplateContent, after: TemplateContent): Body | null {
	const request = updateRequestOf(before, after);
	const purpose = purposeOf(after);
	if (JSON.stringify(purposeOf(before)) === JSON.stringify(purpose)) return request;
	return { ...request, purpose };
}

/** Sends what the tenant stores, then stores the purpose. */
async function write(stored: TemplateWithPurpose, { purpose, ...body }: Body): Promise<object> {
	const isSent = Object.keys(body).length > 0;
	const response: Partial<Template> = isSent ? await updateTemplate(stored.id, body, stored) : {};
	if (!purpose) return { ...response, purpose: stored.purpose };
	try {
		await writePurpose(undefined, stored.id, response.name ?? stored.name, stored.purpose, purpose);
	} catch (error) {
		if (!isSent) throw error;
		throw new PartlySavedError({ ...response, purpose: stored.purpose }, purposeProblem(error, "saved"), error);
	}
	return { ...response, purpose };
}

/** The problem of a purpose that could not be stored after the template was. @param done what the tenant did */
export function purposeProblem(error: unknown, done: "created" | "saved"): Problem {
	const { reference } = problemOf(error, "template");
	return {
		title: "The purpose was not saved",
		message: `The template was ${done}. Its purpose is kept by this console, whose store could not be written.`,
		...(reference !== undefined && { reference }),
	};
}

/**
 * Proposes what the form says, over what it was opened on: what others change until it is decided is merged then. What they have
 * changed of the very same is a conflict, as of a save.
 */
async function propose(content: TemplateContent, edit: SubmittedTemplate): Promise<TemplateState> {
	const { id, baseline, values } = edit;
	if (!baseline) return proposeOne(proposedCreation(content, values));
	const stored = await getTemplateWithPurpose(id);
	const [theirs, now] = [contentOf(stored), wholeTemplate(stored, stored.purpose)];
	if (!theirs || !now) throw new WriteRefused(NOT_PROPOSED, UNKNOWN_SHAPE);
	const found = { baseline, theirs, yours: content };
	const { contested, yours } = mergeOf(templateEditor, found);
	if (contested.length === 0) {
		if (yours.length === 0) throw new WriteRefused(NOT_PROPOSED, ALREADY);
		return proposeOne(proposedChange(id, baseline, content, now));
	}
	const at = new Date().toISOString();
	return conflictState(templateEditor, { ...found, at }, templateEditor.notesIn(values));
}

/** Refuses what could not be accepted as things are: a name that is taken at its field, as a save is refused. */
async function proposeOne(item: ProposedItem): Promise<never> {
	const [now] = await mergedWithPresent({ items: [item] });
	if (now?.state === "name-taken") throw new ManagementError("conflict", { isNameTaken: true });
	if (now?.state === "already") throw new WriteRefused(NOT_PROPOSED, ALREADY);
	if (now?.state === "empty") throw new WriteRefused(NOT_PROPOSED, NOTHING_REQUESTED);
	return proposeInstead([item]);
}

const NOT_PROPOSED = "Nothing was proposed";
const ALREADY = "The tenant has these changes already.";
const NOTHING_REQUESTED = "Together with what was changed since you opened it, the template would request nothing.";
const UNKNOWN_SHAPE = "The template has a form that this console does not know.";

/** The buttons that fill in the form, for pages without scripts: nothing is sent to the service. */
function filledIn(submitted: SubmittedTemplate): TemplateState | null {
	const { intent, values, baseline, form } = submitted;
	if (intent === "import") {
		const { values: filled, ...fill } = importTemplate(String(form.get("importText")), values);
		return { kind: "filled", fill, ...formOf(submitted, filled) };
	}
	const edited = (next: typeof values): TemplateState => ({ kind: "edited", ...formOf(submitted, next) });
	const preset = findPreset(/^preset ([a-z0-9-]+)$/.exec(intent)?.[1]);
	if (preset) return edited(withPreset(preset, values, presetStatements));
	if (intent === OWN_PURPOSE) return edited({ ...values, preset: "" });
	const advice = /^fix ([a-z-]+)$/.exec(intent)?.[1];
	if (!advice) return null;
	return edited(withAdvice(advice, templateEditor.contentOf(values, baseline), values));
}
