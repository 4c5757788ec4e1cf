// The bounds of the specification ("Resources and their fields", "Limits"), and how they are measured.
// No imports: the browser uses these without loading a schema library.

export const TEMPLATE_NAME_LENGTH_MAX = 255;
export const TEMPLATE_TYPE_LENGTH_MAX = 255;
export const TEMPLATE_DIALECT_LENGTH_MAX = 255;
export const TRUSTED_ISSUERS_LENGTH_MAX = 255;
export const CERTIFICATE_AUTHORITY_LENGTH_MAX = 4096;
export const PRESENTATION_ATTRIBUTES_MIN = 1;
export const METADATA_PROPERTIES_MAX = 25;
export const METADATA_VALUE_LENGTH_MAX = 255;

/** A real tenant also bounds the keys; the specification does not, so these two only ever warn. */
export const METADATA_KEY_LENGTH_ADVISED_MAX = 255;
export const METADATA_KEY_PATTERN_ADVISED = /^[A-Za-z0-9_-]+$/;

/** Largest request body the management interface reads. */
export const REQUEST_BODY_BYTES_MAX = 256 * 1024;

export const PAGE_SIZE_MIN = 1;
export const PAGE_SIZE_MAX = 100;
export const PAGE_SIZE_DEFAULT = 50;
export const CHECKPOINT_LIFETIME_HOURS = 24;

// The only or usual values of a template's properties.

export const TEMPLATE_TYPE_DEFAULT = "mdl";
export const TEMPLATE_DIALECT = "simplified/1.0";
export const TRUSTED_ISSUERS = "aamva";

/** Length of a text as the specification counts it: in Unicode code points ("😀" is 1). */
export function textLength(text: string): number {
	let length = 0;
	for (const _ of text) length += 1;
	return length;
}

/** Deeper JSON is refused: what walks a value would overflow the stack. The interface nests four levels. */
export const JSON_DEPTH_MAX = 64;

/** Whether a value that was parsed from JSON is nested deeper than `JSON_DEPTH_MAX`. */
export function isTooDeep(root: unknown, depthMax = JSON_DEPTH_MAX): boolean {
	if (depthMax < 0) return true;
	if (typeof root !== "object" || root === null) return false;
	return Object.values(root).some((value) => isTooDeep(value, depthMax - 1));
}

/** Longer than any name and key of the interface. Combining marks are sorted in quadratic time: 64,000 take a second. */
const NORMALIZED_LENGTH_MAX = 1024;

/** A text in a Unicode normal form, to compare it with others; a longer one than any name as it is. */
export function normalForm(text: string, form: "NFC" | "NFKC" | "NFKD"): string {
	return text.length > NORMALIZED_LENGTH_MAX ? text : text.normalize(form);
}
