/** Longer than any name and key of the interface. Combining marks are sorted in quadratic time: 64,000 take a second. */
const NORMALIZED_LENGTH_MAX = 1024;

/** A text in a Unicode normal form, to compare it with others; a longer one than any name as it is. */
export function normalForm(text: string, form: "NFC" | "NFKC" | "NFKD"): string {
	return text.length > NORMALIZED_LENGTH_MAX ? text : text.normalize(form);
}
