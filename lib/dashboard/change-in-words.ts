/** A part of a field before and after, as JSON; null: the default, or absent. */
export type PartChange = { before: string | null; after: string | null };

/** "Sign-in address" within a sentence: "sign-in address". */
export function inSentence(label: string): string {
	return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

/** A text that is compared as a whole: "“urn:a”", "nothing". */
export function textInWords(json: string | null): string {
	return json === null ? "nothing" : `“${JSON.parse(json)}”`;
}

/**
 * "Sets the audience to “urn:b” (was “urn:a”)", "Removes the audience (was “urn:a”)".
 * @param verb the start of a change: "Renames it to"
 */
export function textChange(
	{ label, verb }: { label: string; verb?: string },
	{ before, after }: PartChange,
	shown: (json: string | null) => string = textInWords,
): string {
	const was = before === null ? "" : ` (was ${shown(before)})`;
	if (after === null) return `Removes the ${inSentence(label)}${was}`;
	return `${verb ?? `Sets the ${inSentence(label)} to`} ${shown(after)}${was}`;
}
