import { textLength } from "@/lib/contract/limits";

/** Of what is searched for or filtered by, anywhere. No name, e-mail address or identifier is longer. */
export const SEARCH_LENGTH_MAX = 300;

/** Why a text is not searched for, to be shown on its field; null: it is. */
export function searchFault(text: string): string | null {
	return textLength(text) > SEARCH_LENGTH_MAX ? `At most ${SEARCH_LENGTH_MAX} characters can be searched for.` : null;
}

/** The address of a page that leads back to the search by which it was found; null: it was found otherwise. */
export function pageFoundBy(search: string | null | undefined, page: string): string {
	return search ? `${page}?search=${searchParameter(search)}` : page;
}

/** A text as the value of a parameter; half of a surrogate pair, which none can hold, as U+FFFD. */
export function searchParameter(text: string): string {
	return encodeURIComponent(text.toWellFormed());
}

/**
 * Where each word of a text is found in some texts: all of them at the beginning of a word, or some only inside of one; null
 * where one is not found at all. Without regard to case.
 */
export function findWords(
	text: string,
	texts: readonly (string | null | undefined)[],
): "at the beginning" | "inside" | null {
	const wanted = folded(text).split(/\s+/).filter(Boolean);
	const within = texts.map((one) => folded(one ?? ""));
	if (!wanted.every((word) => within.some((one) => one.includes(word)))) return null;
	// What precedes a word is neither a letter nor a digit.
	const words = within.flatMap((one) =>
		one.split(/(?<![\p{L}\p{M}\p{N}])/u).map((_, index, all) => all.slice(index).join("")),
	);
	return wanted.every((word) => words.some((one) => one.startsWith(word))) ? "at the beginning" : "inside";
}

function folded(text: string): string {
	return text.normalize("NFC").toLowerCase();
}
