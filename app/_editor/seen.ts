"use client";

import { useEffect, useState } from "react";

// What this tab has seen since it was loaded: its own saves, and what a conflict showed. A page that the browser's Back
// restores continues from there, and repeats no success message. Filled only in the browser.

/** By the time at which a page was rendered, which is its name here: instances of the console may disagree about the time. */
const shownPages = new Set<string>();
/** By key of the resource: what was seen last, and the pages that were shown before. */
const seen = new Map<string, { what: unknown; pages: ReadonlySet<string> }>();

/** @param key of the resource: keys of different resources are never the same */
export function rememberSeen(key: string, what: unknown): void {
	seen.set(key, { what, pages: new Set(shownPages) });
}

/** What was seen of a resource after the page was shown, or null. @param key null for a new resource */
export function useSeen<Of>(key: string | null, madeAt: string): Of | null {
	const [what] = useState(() => {
		const found = key === null ? undefined : seen.get(key);
		return found?.pages.has(madeAt) ? (found.what as Of) : null;
	});
	useEffect(() => void shownPages.add(madeAt), [madeAt]);
	return what;
}

/** @param madeAt when the page was rendered */
export function wasShown(madeAt: string): boolean {
	return shownPages.has(madeAt);
}
