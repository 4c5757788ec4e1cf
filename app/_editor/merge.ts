/** What an editor edits, as texts by part: "name", "callbacks https://…". A part that is not there has no entry. */
export type Parts = ReadonlyMap<string, string>;

/** One part before and after; null: it is not there. */
export type Change = { part: string; before: string | null; after: string | null };

/** Whose value is kept after a conflict: what it was when opened, what the other admin made of it, or yours. */
export type Choice = "baseline" | "theirs" | "yours";

/** In the order in which they are offered. */
export const CHOICES = ["baseline", "theirs", "yours"] as const satisfies readonly Choice[];

/** A part that both sides changed, differently: only a person can tell which it shall be. */
export type Contested = { part: string } & Record<Choice, string | null>;

export type Versions<Of> = Record<Choice, Of>;

export type Merge = {
	/** What either side alone has changed; where both did, yours. In the order of yours; what only they added comes last. */
	merged: Parts;
	/** What the other admin has changed since, but for what is contested. */
	theirs: Change[];
	/** What saving `merged` over theirs would still do, but for what is contested. */
	yours: Change[];
	contested: Contested[];
};

/** Every part that is not the same in both, first in the order of `before`. */
export function changesBetween(before: Parts, after: Parts): Change[] {
	return [...new Set([...before.keys(), ...after.keys()])].flatMap((part) => {
		const change = { part, before: before.get(part) ?? null, after: after.get(part) ?? null };
		return change.before === change.after ? [] : [change];
	});
}

/** Brings together what two have made of the same thing. */
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

const CHOICES_MAX = 1000;

/** What was chosen for each contested part of a conflict, by position: the n-th choice is posted as `choice-n`. */
export function choicesOfForm(form: FormData): (Choice | null)[] {
	const count = Math.min(Number(form.get("contested") ?? 0), CHOICES_MAX);
	return Array.from({ length: count }, (_, index) => {
		const chosen = form.get(`choice-${index}`);
		return CHOICES.find((choice) => choice === chosen) ?? null;
	});
}
