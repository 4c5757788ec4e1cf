// What files and a tenant hold goes into sentences, which are bounded: none grows with the square of what it is about.

const TEXT_LENGTH_MAX = 120;
export const SENTENCE_LENGTH_MAX = 1_000;
export const NAMES_MAX = 3;
export const SENTENCES_MAX = 100;

/** A text within a sentence, or a sentence. */
export function inShort(text: string, lengthMax = TEXT_LENGTH_MAX): string {
	if (text.length <= lengthMax) return text;
	const cut = text.slice(0, lengthMax).toWellFormed();
	// A name that was isolated from its sentence stays so.
	const isOpen = cut.lastIndexOf("\u2068") > cut.lastIndexOf("\u2069");
	return isOpen ? `${cut}…\u2069` : `${cut}…`;
}

/** "a, b, c and 2,997 more". @param count of all, where `names` are the first */
export function someOf(names: readonly string[], { max = NAMES_MAX, count = names.length } = {}): string {
	const some = names.slice(0, max).map((name) => inShort(name));
	return count > some.length ? `${some.join(", ")} and ${more(count - some.length)}` : some.join(", ");
}

/** Sentences about one template. */
export function someSentences(sentences: readonly string[], max = SENTENCES_MAX): string[] {
	const some = sentences.slice(0, max).map((sentence) => inShort(sentence, SENTENCE_LENGTH_MAX));
	return sentences.length > some.length ? [...some, more(sentences.length - some.length)] : some;
}

function more(count: number): string {
	return `${count.toLocaleString("en")} more`;
}

// Created on first use: a page that lists nothing does not wait for it.
let listFormat: Intl.ListFormat | undefined;

/** "Photo", "Photo and City", "Photo, City and Nationality", "Photo, City and 8,900 more". */
export function listed(words: readonly string[], more = 0): string {
	if (more > 0) return someOf(words, { max: words.length, count: words.length + more });
	listFormat ??= new Intl.ListFormat("en-GB", { type: "conjunction" });
	return listFormat.format(words);
}
