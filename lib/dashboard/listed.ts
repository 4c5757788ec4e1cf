import { someOf } from "./in-short";

// Created on first use: a page that lists nothing does not wait for it.
let listFormat: Intl.ListFormat | undefined;

/** "Photo", "Photo and City", "Photo, City and Nationality", "Photo, City and 8,900 more". */
export function listed(words: readonly string[], more = 0): string {
	if (more > 0) return someOf(words, { max: words.length, count: words.length + more });
	listFormat ??= new Intl.ListFormat("en-GB", { type: "conjunction" });
	return listFormat.format(words);
}
