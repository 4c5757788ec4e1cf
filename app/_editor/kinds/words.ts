import { type Act, inSentence, type PartChange } from "@/lib/dashboard/change-in-words";

/** Display names by identifier: the applications' names. */
export type Names = ReadonlyMap<string, string>;

/** A field and its changes in words. */
export type Words = {
	label: string;
	/** "Name", "Callback URL https://…". */
	partLabel: (part: string, names: Names) => string;
	valueInWords: (json: string | null, part: string, names: Names) => string;
	/** Within a sentence: "City", "“Open to all”"; absent: its label with an article. */
	partInSentence?: (part: string, names: Names) => string;
	/** "Adds the callback URL https://…", in each form of its verb. */
	changeInWords: (change: PartChange, part: string, names: Names) => Act;
};

/** "+ City", "− Photo", "name “A” → “B”". */
export function changeInShort(words: Words, member: string, { before, after }: PartChange, known: Names): string {
	const label = labelInShort(words, member, known);
	const [was, is] = [before, after].map((json) => words.valueInWords(json, member, known));
	if (member !== "" && before === null) return `+ ${label}`;
	if (member !== "" && after === null) return `− ${label}`;
	// Of a member both are values here, in whatever words.
	if (member === "" && was === NOTHING) return `+ ${label} ${is}`;
	return member === "" && is === NOTHING ? `− ${label} ${was}` : `${label} ${was} → ${is}`;
}

export function labelInShort({ partLabel }: Words, member: string, known: Names): string {
	const label = partLabel(member, known);
	return member === "" ? inSentence(label) : label;
}

/** A field's words for the absence of a value. */
const NOTHING = "nothing";
