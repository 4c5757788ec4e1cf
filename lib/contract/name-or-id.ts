/** What draws something: no space, no control character, none that is invisible by itself. */
const DRAWN = /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\u2800]/u;

export function isDrawn(text: string): boolean {
	return DRAWN.test(text);
}

/** Characters that change the direction of what follows them. */
export const BIDI_CONTROL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A text of others for the middle of a sentence, whose order it does not change. */
export function isolated(text: string): string {
	const shown = text.replace(
		BIDI_CONTROL,
		(found) => `[U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`,
	);
	return RIGHT_TO_LEFT.test(shown) ? `\u2068${shown}\u2069` : shown;
}

/** How something is named: by its name; by its ID where it has none; by both where the name draws nothing: `“ ” vct_1`. */
export function nameOrId(name: string | null | undefined, id: string): string {
	if (!name) return id;
	return isDrawn(name) ? name : `“ ” ${id}`;
}
