"use client";

import { useEffect } from "react";

/** A file or an empty answer in place of a page leaves the page at hand, and no event tells. */
const PAGE_WITHIN_MS = 30_000;

/**
 * The bar at the top while anything on the page is marked as pending; see `app/pending.css`. Links within the console
 * and forms with an action mark themselves. Everything that loads a page whole (native forms, plain links, reload) is
 * marked here: the browser's own event tells what begins, which control began it, and that it was given up. It does not
 * come for new tabs and for what was prevented. A button that brings a file has `data-file`. An older browser without it shows its own sign alone.
 */
export function PageNavigation() {
	useEffect(() => {
		const stop = new AbortController();
		const options = { signal: stop.signal };
		(window as { navigation?: Navigation }).navigation?.addEventListener("navigate", answer, options);
		// A page that the browser kept comes back as it was left.
		window.addEventListener("pageshow", unmark, options);
		return () => stop.abort();
	}, []);
	return <div role="progressbar" aria-label="Loading" className="page-progress" />;
}

function answer(event: NavigateEvent): void {
	const source = "sourceElement" in event && event.sourceElement instanceof HTMLElement ? event.sourceElement : null;
	const isFile = event.downloadRequest !== null || source?.dataset.file !== undefined;
	if (event.destination.sameDocument || isFile) return;
	unmark();
	mark(source ?? document.documentElement);
	const late = setTimeout(unmark, PAGE_WITHIN_MS);
	event.signal.addEventListener("abort", () => {
		clearTimeout(late);
		unmark();
	});
}

function mark(element: HTMLElement): void {
	element.dataset.pending = "page";
}

function unmark(): void {
	for (const element of document.querySelectorAll<HTMLElement>("[data-pending=page]")) delete element.dataset.pending;
}
