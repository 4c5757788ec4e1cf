import type { TemplateContent, TemplateFormValues, WantedElement } from "../../_edit/template-form-values";

/** What was typed and not saved, with what it was typed over (null for a new template). */
export type TemplateDraft = { values: TemplateFormValues; opened: TemplateContent | null };

/** A draft as the session storage holds it, or null where that is something else. */
export function readDraft(text: string): TemplateDraft | null {
	try {
		const { values, opened } = JSON.parse(text) as TemplateDraft;
		const isText = [values.name, values.type, values.certificateAuthority, values.added].every(
			(value) => typeof value === "string",
		);
		const isDraft = isText && values.elements.every(isElement) && typeof values.isKeyWithheld === "boolean";
		const isContent = opened === null || (typeof opened.name === "string" && typeof opened.elements === "object");
		return isDraft && isContent ? { values, opened } : null;
	} catch {
		return null;
	}
}

function isElement([name, json]: WantedElement): boolean {
	JSON.parse(json);
	return typeof name === "string";
}
