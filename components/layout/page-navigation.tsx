"use client";

import { useRouter } from "next/navigation";
import { useEffect, useTransition } from "react";
import { useWindowEvent } from "../ui/use-window-event";

/** A file or an empty answer in place of a page leaves the page at hand, and no event tells. */
const PAGE_WITHIN_MS = 30_000;

/** What was pressed: a link whose page comes into the frame at hand, or what loads a page whole. */
type Pressed = "link" | "page";

/**
 * Follows the links within the console (`PageLink`) without loading the frame anew, and shows the bar at the top while
 * anything on the page is marked as pending; see `app/pending.css`. Forms with an action mark themselves. Everything that
 * loads a page whole (native forms, plain links, reload) is marked here: the browser's own event tells what begins, which
 * control began it, and that it was given up. It does not come for new tabs and for what was prevented. A button that
 * brings a file has `data-file`. An older browser without it shows its own sign alone.
 */
export function PageNavigation() {
	const router = useRouter();
	const [isUnderWay, startNavigation] = useTransition();

	// Behind every listener of the page, of which each may prevent it.
	useWindowEvent("click", (event) => {
		const link = pressedLink(event);
		if (!link) return;
		event.preventDefault();
		unmark("link");
		mark(link, "link");
		startNavigation(() => router.push(link.getAttribute("href") ?? "", { scroll: link.dataset.page !== "same-place" }));
	});
	// A page that the browser kept comes back as it was left.
	useWindowEvent("pageshow", () => unmark("page"));
	useEffect(() => {
		const { navigation } = window as { navigation?: Navigation };
		navigation?.addEventListener("navigate", answer);
		return () => navigation?.removeEventListener("navigate", answer);
	}, []);
	useEffect(() => {
		if (!isUnderWay) unmark("link");
	}, [isUnderWay]);
	return <div role="progressbar" aria-label="Loading" className="page-progress" />;
}

/** The link that a press follows here; null where it is for the browser: with a key held, another button, prevented. */
function pressedLink(event: MouseEvent): HTMLAnchorElement | null {
	const { target, button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
	const isForBrowser = defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey;
	return isForBrowser || !(target instanceof Element) ? null : target.closest<HTMLAnchorElement>("a[data-page]");
}

function answer(event: NavigateEvent): void {
	const source = "sourceElement" in event && event.sourceElement instanceof HTMLElement ? event.sourceElement : null;
	const isFile = event.downloadRequest !== null || source?.dataset.file !== undefined;
	if (event.destination.sameDocument || isFile) return;
	unmark("page");
	mark(source ?? document.documentElement, "page");
	const late = setTimeout(() => unmark("page"), PAGE_WITHIN_MS);
	event.signal.addEventListener("abort", () => {
		clearTimeout(late);
		unmark("page");
	});
}

function mark(element: HTMLElement, pressed: Pressed): void {
	element.dataset.pending = pressed;
}

function unmark(pressed: Pressed): void {
	for (const element of document.querySelectorAll<HTMLElement>(`[data-pending=${pressed}]`))
		delete element.dataset.pending;
}
