import type { MetadataEntry } from "./metadata-rows";

/** A key that somebody else has changed since editing began; null: the key is not there. */
export type MetadataConflict = {
	key: string;
	original: string | null;
	theirs: string | null;
	yours: string | null;
	/** Both sides changed it, differently: only a person can tell. */
	isContested: boolean;
};

export type Choice = "theirs" | "yours";

type Three = { baseline: readonly MetadataEntry[]; theirs: readonly MetadataEntry[]; yours: readonly MetadataEntry[] };

/** Every key on which the service and the admin no longer agree because the service's value has changed. */
export function findConflicts({ baseline, theirs, yours }: Three): MetadataConflict[] {
	const [original, current, edited] = [new Map(baseline), new Map(theirs), new Map(yours)];
	const keys = new Set([...original.keys(), ...current.keys()]);
	return [...keys].flatMap((key) => {
		const conflict = {
			key,
			original: original.get(key) ?? null,
			theirs: current.get(key) ?? null,
			yours: edited.get(key) ?? null,
		};
		if (conflict.original === conflict.theirs || conflict.theirs === conflict.yours) return [];
		return [{ ...conflict, isContested: conflict.original !== conflict.yours }];
	});
}

/**
 * The metadata after a conflict: what either side alone has changed is kept, and for each conflict the chosen side's
 * value. Keys stay in the service's order; new ones follow.
 * @param choices by position, one for each of `findConflicts`
 */
export function mergeMetadata(three: Three, choices: readonly Choice[]): MetadataEntry[] {
	const [original, current, edited] = [new Map(three.baseline), new Map(three.theirs), new Map(three.yours)];
	const chosen = new Map(findConflicts(three).map(({ key }, index) => [key, choices[index] ?? "theirs"]));
	const sides = { theirs: current, yours: edited };
	const keys = [...new Set([...current.keys(), ...edited.keys()])];
	return keys.flatMap((key): MetadataEntry[] => {
		const side = chosen.get(key) ?? (edited.get(key) === original.get(key) ? "theirs" : "yours");
		const value = sides[side].get(key);
		return value === undefined ? [] : [[key, value]];
	});
}
