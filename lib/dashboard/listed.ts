import { someOf } from "./in-short";

const listFormat = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** "Photo", "Photo and City", "Photo, City and Nationality", "Photo, City and 8,900 more". */
export function listed(words: readonly string[], more = 0): string {
	const all = { max: words.length, count: words.length + more };
	return more > 0 ? someOf(words, all) : listFormat.format(words);
}
