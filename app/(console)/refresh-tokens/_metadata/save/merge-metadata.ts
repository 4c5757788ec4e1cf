import type { Choice } from "@/app/_forms/conflict/choice";
import { mergeThreeWay } from "@/app/_forms/conflict/three-way";
import type { MetadataEntry } from "../rows/metadata-rows";

/** A key that both sides have changed since editing began, differently; null: the key is not there. */
export type MetadataConflict = { key: string } & Record<Choice, string | null>;

type Three = { baseline: readonly MetadataEntry[]; theirs: readonly MetadataEntry[]; yours: readonly MetadataEntry[] };

function mergeOf({ baseline, theirs, yours }: Three) {
	return mergeThreeWay({ opened: new Map(baseline), theirs: new Map(theirs), yours: new Map(yours) });
}

/** The keys about which only a person can tell, in the order of the service's; those that only you hold come last. */
export function findConflicts(three: Three): MetadataConflict[] {
	return mergeOf(three).contested.map(({ field, ...sides }) => ({ key: field, ...sides }));
}

/**
 * The metadata after a conflict: what either side alone has changed is kept, and of each contested key the chosen
 * value. Keys stay in the service's order; new ones follow.
 * @param choices by position, one for each of `findConflicts`; where one is missing the service's value stays
 */
export function mergeMetadata(three: Three, choices: readonly Choice[]): MetadataEntry[] {
	const { merged, contested } = mergeOf(three);
	const chosen = new Map(contested.map((sides, index) => [sides.field, sides[choices[index] ?? "theirs"]]));
	const keys = [...new Set([...three.theirs, ...three.yours].map(([key]) => key))];
	return keys.flatMap((key): MetadataEntry[] => {
		const value = chosen.has(key) ? chosen.get(key) : merged.get(key);
		return typeof value === "string" ? [[key, value]] : [];
	});
}
