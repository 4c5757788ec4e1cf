import { createHmac } from "node:crypto";

/** The names and values of something that was written; only the names are ever kept. */
export type NamedValues = Readonly<Record<string, unknown>>;

/**
 * Which names a write adds (`+`), removes (`-`) or changes (`~`). Where it is not known what was there before, the names
 * alone.
 */
export function changedNames(before: NamedValues | undefined, after: NamedValues): string[] {
	if (!before) return Object.keys(after);
	const added = Object.keys(after).filter((name) => !Object.hasOwn(before, name));
	const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
	const changed = Object.keys(after).filter(
		(name) => Object.hasOwn(before, name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
	);
	return [
		...added.map((name) => `+${name}`),
		...removed.map((name) => `-${name}`),
		...changed.map((name) => `~${name}`),
	];
}

/**
 * A digest by which two states can be told apart. It is keyed, because a short value could be guessed from a plain one.
 * The order of the names does not matter.
 */
export function digestOf(values: NamedValues, secret: string): string {
	const entries = Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));
	return createHmac("sha256", `${secret}:audit`).update(JSON.stringify(entries)).digest("base64url");
}
