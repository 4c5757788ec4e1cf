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
		const options = { signal: stop.signal };
		window.addEventListener("beforeunload", (event) => event.preventDefault(), options);
		document.addEventListener("click", (event) => refuseLink(event, question), { ...options, capture: true });
		const navigation: EventTarget | undefined = (window as { navigation?: EventTarget }).navigation;
		navigation?.addEventListener(
			"navigate",
			(event) => {
				const { navigationType, hashChange } = event as Event & { navigationType?: string; hashChange?: boolean };
				// Moving to another section does not leave the page.
				const isBack = navigationType === "traverse" && !hashChange;
				if (isBack && event.cancelable && !window.confirm(question)) event.preventDefault();
			},
			options,
		);
		return () => stop.abort();
	}, [isDirty, question]);
}

/** A link within the console never unloads the page, so the browser does not prompt; this does. */
function refuseLink(event: MouseEvent, question: string): void {
	const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
	if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.origin !== window.location.origin)
		return;
	if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
	if (link.pathname === window.location.pathname && link.hash !== "") return;
	// A download does not leave the page, nor does a link that a script handles on the page itself.
	if (link.hasAttribute("download") || "inPlace" in link.dataset) return;
	if (window.confirm(question)) return;
	event.preventDefault();
	event.stopPropagation();
}
