import { MAPPED_FIELDS } from "@/lib/contract/connection/connection-limits";
import { type ConnectionContent, type ConnectionValues, emptyContent, valuesOf } from "../_edit/connection-content";

/** What was typed and not saved, with what it was typed over. No secret is ever typed. */
export type ConnectionDraft = { values: ConnectionValues; opened: ConnectionContent };

const emptyValues = valuesOf(emptyContent);
const NAMES = Object.keys(emptyValues) as (keyof ConnectionValues)[];

/** A draft as the session storage holds it, or null where that is something else. */
export function readDraft(text: string): ConnectionDraft | null {
	try {
		const { values, opened } = JSON.parse(text) as ConnectionDraft;
		return isLikeEmpty(values) && isLikeEmpty(opened) && isMapping(values, opened) ? { values, opened } : null;
	} catch {
		return null;
	}
}

function isLikeEmpty(one: ConnectionValues | ConnectionContent): boolean {
	return NAMES.every((name) => {
		const [value, example] = [one[name], emptyValues[name]];
		return Array.isArray(example) ? isTexts(value) : typeof value === typeof example && value !== null;
	});
}

function isMapping(values: ConnectionValues, opened: ConnectionContent): boolean {
	return MAPPED_FIELDS.every(
		(field) => typeof values.mapping[field] === "string" && isTexts(opened.mapping[field] ?? []),
	);
}

function isTexts(value: unknown): boolean {
	return Array.isArray(value) && value.every((member) => typeof member === "string");
}
