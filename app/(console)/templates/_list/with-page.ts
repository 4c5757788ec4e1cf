import { type Listing, NEWEST } from "./listing";
import type { LoadedTemplates } from "./read-templates";

/** The listing together with the page behind a checkpoint of it. A template that moved along is there once. */
export function withPage(listing: Listing, checkpoint: string, page: LoadedTemplates): Listing {
	const { rows, next, rest } = listing;
	const goesOn = checkpoint === rest;
	const head = goesOn ? rows.slice(0, listing.covered) : rows;
	const added = without(page.rows, head);
	if (goesOn && page.next === null) {
		// Read to the end: what was loaded before and has not come by is no longer there.
		const all = [...head, ...added];
		return { rows: all, next: null, covered: all.length, rest: null };
	}
	const tail = goesOn ? without(rows.slice(listing.covered), added) : [];
	return {
		rows: [...head, ...added, ...tail],
		next: checkpoint === next ? page.next : next,
		covered: goesOn ? head.length + added.length : listing.covered,
		rest: goesOn ? page.next : rest,
	};
}

/** The same rows, to be read again from the newest on: a checkpoint holds for a day only. */
export function readAgain(listing: Listing): Listing {
	return { ...listing, covered: 0, rest: NEWEST };
}

type Rows = LoadedTemplates["rows"];

function without(rows: Rows, others: Rows): Rows {
	const known = new Set(others.map(({ id }) => id));
	return rows.filter(({ id }) => !known.has(id));
}
