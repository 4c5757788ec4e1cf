"use client";

// What this tab has seen since it was loaded: its own saves, and what a conflict showed. A page that the browser's Back
// restores continues from there, and repeats no success message. Filled only in the browser. Pages and saves are counted,
// because instances of the console may disagree about the time.
let saves = 0;
/** By key of the resource: what was seen last, and its number. */
const seen = new Map<string, { what: unknown; number: number }>();
/** By the time at which a page was rendered, which is its name here: the number of saves when it was first shown. */
const shownPages = new Map<string, number>();

/** @param key of the resource: keys of different resources are never the same */
export function rememberSeen(key: string, what: unknown): void {
	saves += 1;
	seen.set(key, { what, number: saves });
}

/** What was seen of a resource after a page was shown, or null. @param madeAt of the page */
export function seenSince<Of>(key: string, madeAt: string): Of | null {
	const found = seen.get(key);
	const shown = shownPages.get(madeAt);
	return found && shown !== undefined && shown < found.number ? (found.what as Of) : null;
}

/** @param madeAt of the page that is shown now */
export function rememberPage(madeAt: string): void {
	if (!shownPages.has(madeAt)) shownPages.set(madeAt, saves);
}

export function wasShown(madeAt: string): boolean {
	return shownPages.has(madeAt);
}
