import type { Choice } from "@/app/(dashboard)/conflict/choice";
import type { MetadataEntry } from "./metadata-rows";

/** A key that both sides have changed since editing began, differently; null: the key is not there. */
export type MetadataConflict = { key: string } & Record<Choice, string | null>;

type Three = { baseline: readonly MetadataEntry[]; theirs: readonly MetadataEntry[]; yours: readonly MetadataEntry[] };

/** The keys about which only a person can tell, in the order of the service's; those that only you hold come last. */
export function findConflicts(three: Three): MetadataConflict[] {
	const [opened, theirs, yours] = [new Map(three.baseline), new Map(three.theirs), new Map(three.yours)];
	return [...new Set([...theirs.keys(), ...yours.keys()])].flatMap((key): MetadataConflict[] => {
		const sides = { opened: opened.get(key), theirs: theirs.get(key), yours: yours.get(key) };
		const isContested = new Set(Object.values(sides)).size === 3;
		if (!isContested) return [];
		return [{ key, opened: sides.opened ?? null, theirs: sides.theirs ?? null, yours: sides.yours ?? null }];
	});
}

/**
 * The metadata after a conflict: what either side alone has changed is kept, and of each contested key the chosen
 * value. Keys stay in the service's order; new ones follow.
 * @param choices by position, one for each of `findConflicts`; where one is missing the service's value stays
 */
export function mergeMetadata(three: Three, choices: readonly Choice[]): MetadataEntry[] {
	const sides = { opened: new Map(three.baseline), theirs: new Map(three.theirs), yours: new Map(three.yours) };
	const chosen = new Map(findConflicts(three).map(({ key }, index) => [key, choices[index] ?? "theirs"]));
	const keys = [...new Set([...sides.theirs.keys(), ...sides.yours.keys()])];
	return keys.flatMap((key): MetadataEntry[] => {
		const isMine = sides.yours.get(key) !== sides.opened.get(key);
		const value = sides[chosen.get(key) ?? (isMine ? "yours" : "theirs")].get(key);
		return value === undefined ? [] : [[key, value]];
	});
}
