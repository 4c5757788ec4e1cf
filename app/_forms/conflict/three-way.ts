/** What an editor edits, as texts by field. A field that is not there has no entry. */
export type Fields = ReadonlyMap<string, string>;

/** One field before and after; null: it is not there. */
export type FieldChange = { field: string; before: string | null; after: string | null };

/** A field that both sides changed, differently: only a person can tell which it shall be. */
export type ContestedField = { field: string; opened: string | null; theirs: string | null; yours: string | null };

export type ThreeWay = { opened: Fields; theirs: Fields; yours: Fields };

export type Merge = {
	/** What either side alone has changed; where both did, yours. */
	merged: Fields;
	/** What somebody else has changed since, but for what is contested. */
	theirs: FieldChange[];
	/** What saving `merged` over theirs would still do, but for what is contested. */
	yours: FieldChange[];
	/** In the order of theirs; what only yours has comes last. */
	contested: ContestedField[];
};

/** Every field that is not the same in both, first in the order of `before`. */
export function fieldChanges(before: Fields, after: Fields): FieldChange[] {
	return [...new Set([...before.keys(), ...after.keys()])].flatMap((field) => {
		const change = { field, before: before.get(field) ?? null, after: after.get(field) ?? null };
		return change.before === change.after ? [] : [change];
	});
}

/** Brings together what two have made of the same thing. Fields keep theirs' order; new ones follow. */
export function mergeThreeWay({ opened, theirs, yours }: ThreeWay): Merge {
	const [others, own] = [fieldChanges(opened, theirs), fieldChanges(opened, yours)];
	const theirChange = new Map(others.map((change) => [change.field, change]));
	const merged = new Map(theirs);
	for (const { field, after } of own) {
		if (after === null) merged.delete(field);
		else merged.set(field, after);
	}
	const ownChange = new Map(own.map((change) => [change.field, change]));
	const contested = [...new Set([...theirs.keys(), ...yours.keys()])].flatMap((field) => {
		const [their, your] = [theirChange.get(field), ownChange.get(field)];
		if (!their || !your || their.after === your.after) return [];
		return [{ field, opened: your.before, theirs: their.after, yours: your.after }];
	});
	const isContested = new Set(contested.map(({ field }) => field));
	return {
		merged,
		theirs: others.filter(({ field }) => !isContested.has(field)),
		yours: own.filter(({ field }) => !theirChange.has(field)),
		contested,
	};
}
