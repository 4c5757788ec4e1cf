"use client";

import { useLayoutEffect } from "react";

const QUESTION = "Leave? Your edits stay as a draft in this tab.";

/**
 * Prompts before the page is left with unsaved edits: by a link, by reload or close, by the browser's Back. It listens to
 * `beforeunload` only while there are some: a page that listens may be kept out of the back/forward cache.
 * @param question by default that of edits which are stored as a draft
 */
export function useUnsavedGuard(isDirty: boolean, question = QUESTION): void {
	// In the same commit as what the page shows: else a user who reads "Saved." would still be prompted.
	useLayoutEffect(() => {
		if (!isDirty) return;
		const stop = new AbortController();
		const { signal } = stop;
		const stays = (event: Event) => event.cancelable && !window.confirm(question);
		window.addEventListener("beforeunload", (event) => event.preventDefault(), { signal });
		const onClick = (event: MouseEvent) => {
			if (!isLeaving(event) || !stays(event)) return;
			event.preventDefault();
			event.stopPropagation();
		};
		document.addEventListener("click", onClick, { signal, capture: true });
		const onNavigate = (event: NavigateEvent) => {
			// Moving to another section does not leave the page.
			if (event.navigationType === "traverse" && !event.hashChange && stays(event)) event.preventDefault();
		};
		// Not every browser has it.
		window.navigation?.addEventListener("navigate", onNavigate, { signal });
		return () => stop.abort();
	}, [isDirty, question]);
}

/** Whether a click follows a link within the console, for which the browser does not prompt: it never unloads the page. */
function isLeaving({ target, metaKey, ctrlKey, shiftKey, button }: MouseEvent): boolean {
	const link = target instanceof Element ? target.closest("a[href]") : null;
	if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.origin !== window.location.origin)
		return false;
	if (metaKey || ctrlKey || shiftKey || button !== 0) return false;
	if (link.pathname === window.location.pathname && link.hash !== "") return false;
	// A download does not leave the page, nor does a link that a script handles on the page itself.
	return !link.hasAttribute("download") && !("inPlace" in link.dataset);
}
