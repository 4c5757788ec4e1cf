import type { LoadedTemplates } from "./read-templates";

/** The loaded part of the tenant's templates, and the checkpoint of the rest. */
export type Listing = LoadedTemplates & {
	/** The number of first rows that are the tenant's newest without a gap. */
	covered: number;
	/** The checkpoint after those; `NEWEST` before any of them is read, null where they are complete. */
	rest: string | null;
};

/** The checkpoint of the first page. */
export const NEWEST = "";

/** @param from the checkpoint of the loaded part's start; null for the newest */
export function startListing(loaded: LoadedTemplates, from: string | null): Listing {
	return from === null
		? { ...loaded, covered: loaded.rows.length, rest: loaded.next }
		: { ...loaded, covered: 0, rest: NEWEST };
}

/** The listing with the page after one of its checkpoints. A template that has moved is included once. */
export function withPage(listing: Listing, checkpoint: string, page: LoadedTemplates): Listing {
	const { rows, next, rest } = listing;
	const continues = checkpoint === rest;
	const head = continues ? rows.slice(0, listing.covered) : rows;
	const added = without(page.rows, head);
	const unreadable = listing.unreadable + page.unreadable;
	if (continues && page.next === null) {
		// Read to the end: earlier rows that were not read again no longer exist.
		const all = [...head, ...added];
		return { rows: all, unreadable, next: null, covered: all.length, rest: null };
	}
	const tail = continues ? without(rows.slice(listing.covered), added) : [];
	return {
		rows: [...head, ...added, ...tail],
		unreadable,
		next: checkpoint === next ? page.next : next,
		covered: continues ? head.length + added.length : listing.covered,
		rest: continues ? page.next : rest,
	};
}

/** The same rows, to be read again from the newest on: a checkpoint is valid for a day only. */
export function readAgain(listing: Listing): Listing {
	return { ...listing, unreadable: 0, covered: 0, rest: NEWEST };
}

type Rows = LoadedTemplates["rows"];

function without(rows: Rows, others: Rows): Rows {
	const known = new Set(others.map(({ id }) => id));
	return rows.filter(({ id }) => !known.has(id));
}
