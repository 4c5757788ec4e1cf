import type { Source } from "./sources";

/** What one click does: names to tick and names to take out of the request. */
export type Fix = { label: string; add: readonly string[]; remove: readonly string[] };

export type Advice = {
	/** Stable name of the rule. */
	id: string;
	title: string;
	reason: string;
	source: Source;
	fix: Fix;
};

export type Selection = { requested: ReadonlySet<string>; listedFalse: readonly string[] };

/** One rule: what it has to say about a selection, or null. */
export type AdviceRule = { id: string; find: (selection: Selection) => Omit<Advice, "id"> | null };

/** Those of the names that are requested, in the given order. */
export function present({ requested }: Selection, names: readonly string[]): string[] {
	return names.filter((name) => requested.has(name));
}

export function remove(label: string, names: readonly string[]): Fix {
	return { label, add: [], remove: names };
}
