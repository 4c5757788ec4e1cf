/** The content of an editor as JSON texts by part: "name", "callbacks https://…". An absent part has no entry. */
export type Parts = ReadonlyMap<string, string>;

/** One part before and after; null: absent. */
export type Change = { part: string; before: string | null; after: string | null };

/** Whose value is kept after a conflict: the baseline's, the other admin's, or this admin's. */
export type Choice = "baseline" | "theirs" | "yours";

/** In the order of the radios. */
export const CHOICES = ["baseline", "theirs", "yours"] as const satisfies readonly Choice[];

/** A part that both sides changed differently: the admin must choose. */
export type Contested = { part: string } & Record<Choice, string | null>;

export type Versions<Of> = Record<Choice, Of>;

export type Merge = {
	/** The changes of both sides; yours where both changed a part. In the order of yours, with their additions last. */
	merged: Parts;
	/** The other admin's changes, without contested parts. */
	theirs: Change[];
	/** The changes that saving `merged` over theirs makes, without contested parts. */
	yours: Change[];
	contested: Contested[];
};

/** Every part that differs, in the order of `before`, then of `after`. */
export function changesBetween(before: Parts, after: Parts): Change[] {
	return [...new Set([...before.keys(), ...after.keys()])].flatMap((part) => {
		const change = { part, before: before.get(part) ?? null, after: after.get(part) ?? null };
		return change.before === change.after ? [] : [change];
	});
}

/** Merges two changed versions of the same baseline. */
export function mergeThreeWay({ baseline, theirs, yours }: Versions<Parts>): Merge {
	const [others, own] = [changesBetween(baseline, theirs), changesBetween(baseline, yours)];
	const theirChange = new Map(others.map((change) => [change.part, change]));
	const ownChange = new Map(own.map((change) => [change.part, change]));
	const merged = new Map(yours);
	for (const { part, after } of others) {
		if (ownChange.has(part)) continue;
		if (after === null) merged.delete(part);
		else merged.set(part, after);
	}
	const contested = [...theirChange.keys()].flatMap((part) => {
		const [their, your] = [theirChange.get(part), ownChange.get(part)];
		if (!their || !your || their.after === your.after) return [];
		return [{ part, baseline: your.before, theirs: their.after, yours: your.after }];
	});
	const isContested = new Set(contested.map(({ part }) => part));
	return {
		merged,
		theirs: others.filter(({ part }) => !isContested.has(part)),
		yours: own.filter(({ part }) => !theirChange.has(part)),
		contested,
	};
}
