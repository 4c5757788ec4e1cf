"use client";

import { useEffect } from "react";
import { useWindowEvent } from "../ui/use-window-event";

/** A download or an empty response does not replace the page, and no event reports it. */
const PAGE_WITHIN_MS = 30_000;

/**
 * Shows the bar at the top while anything on the page is marked as pending; see `app/pending.css`. Links within the console
 * (`PageLink`) and forms with an action mark themselves. Everything that loads a whole page (native forms, plain links,
 * reload) is marked here: the browser's `navigate` event reports the navigation, its control, and its abort. It is not fired
 * for new tabs and for prevented events. A button that downloads a file has `data-file`. An older browser without the event
 * shows its own indicator alone.
 */
export function PageNavigation() {
	// The back/forward cache restores a page as it was left.
	useWindowEvent("pageshow", unmark);
	useEffect(() => {
		const { navigation } = window as { navigation?: Navigation };
		navigation?.addEventListener("navigate", onNavigate);
		return () => navigation?.removeEventListener("navigate", onNavigate);
	}, []);
	return <div role="progressbar" aria-label="Loading" className="page-progress" />;
}

function onNavigate(event: NavigateEvent): void {
	const source = "sourceElement" in event && event.sourceElement instanceof HTMLElement ? event.sourceElement : null;
	const isFile = event.downloadRequest !== null || source?.dataset.file !== undefined;
	if (event.destination.sameDocument || isFile) return;
	unmark();
	(source ?? document.documentElement).dataset.pending = "page";
	const timeout = setTimeout(unmark, PAGE_WITHIN_MS);
	event.signal.addEventListener("abort", () => {
		clearTimeout(timeout);
		unmark();
	});
}

function unmark(): void {
	for (const element of document.querySelectorAll<HTMLElement>("[data-pending=page]")) delete element.dataset.pending;
}
