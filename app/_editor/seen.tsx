"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** `at`: ISO 8601 UTC, by the console's clock. */
type Seen = { at: string };

// What this tab has seen since it was loaded: its own saves, and what a conflict showed. A page that the browser's Back
// restores continues from there, and repeats no success message. Filled only in the browser.
const seen = new Map<string, Seen>();
const shownPages = new Set<string>();

/** @param key of the resource: keys of different resources are never the same */
export function rememberSeen<Of extends Seen>(key: string, what: Of): void {
	seen.set(key, what);
}

/** What was seen of a resource after a page was rendered (ISO 8601 UTC), or null. */
export function seenSince<Of extends Seen>(key: string, madeAt: string): Of | null {
	const found = seen.get(key);
	return found && found.at > madeAt ? (found as Of) : null;
}

/** Whether anything was saved, or seen to be changed, after a page was rendered. */
export function wasAnySeen(madeAt: string): boolean {
	return [...seen.values()].some(({ at }) => at > madeAt);
}

/** @param madeAt of the page that is shown now, ISO 8601 UTC */
export function rememberPage(madeAt: string): void {
	shownPages.add(madeAt);
}

export function wasShown(madeAt: string): boolean {
	return shownPages.has(madeAt);
}

/** Reloads a list that the browser's Back restored and that was rendered before a save in this tab. */
export function FreshAfterSave({ madeAt }: { madeAt: string }) {
	const router = useRouter();
	useEffect(() => {
		if (wasAnySeen(madeAt)) router.refresh();
	}, [madeAt, router]);
	return null;
}
