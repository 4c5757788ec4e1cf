// Making one takes far longer than using it, and lists are written anew at every key.
const format = new Intl.ListFormat("en");

/** "Family name, Given names and Photo". */
export function listInWords(parts: readonly string[]): string {
	return format.format(parts);
}
