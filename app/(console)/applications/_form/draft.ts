import type { ApplicationContent, ApplicationFormValues } from "../_edit/application-content";
import { emptyValues } from "../_edit/application-content";

/** What was typed and not saved, with what it was typed over (null for a new application). No secret is ever typed. */
export type ApplicationDraft = { values: ApplicationFormValues; opened: ApplicationContent | null };

const NAMES = Object.keys(emptyValues) as (keyof ApplicationFormValues)[];

/** A draft as the session storage holds it, or null where that is something else. */
export function readDraft(text: string): ApplicationDraft | null {
	try {
		const { values, opened } = JSON.parse(text) as ApplicationDraft;
		const isDraft = NAMES.every((name) => isLike(values[name], emptyValues[name]));
		const isContent = opened === null || NAMES.every((name) => isPartOfContent(opened, name));
		return isDraft && isContent ? { values, opened } : null;
	} catch {
		return null;
	}
}

function isPartOfContent(opened: ApplicationContent, name: keyof ApplicationContent): boolean {
	const isList = name === "grants" || name === "callbacks" || name === "logoutUrls" || name === "webOrigins";
	return isLike(opened[name], isList ? [] : emptyValues[name]);
}

function isLike(value: unknown, example: unknown): boolean {
	if (!Array.isArray(example)) return typeof value === typeof example;
	return Array.isArray(value) && value.every((member) => typeof member === "string");
}
