"use client";

import { useRouter } from "next/navigation";
import { useEffect, useTransition } from "react";
import { useWindowEvent } from "../ui/use-window-event";
import { prefetchOnPointing } from "./prefetch";

/** A download or an empty response does not replace the page, and no event reports it. */
const PAGE_WITHIN_MS = 30_000;

/** What was pressed: a link for a client-side navigation, or a control that loads a whole page. */
type Pressed = "link" | "page";

/**
 * Navigates on the client for links within the console (`PageLink`), and shows the bar at the top while anything on the page
 * is marked as pending; see `app/pending.css`. Forms with an action mark themselves. Everything that loads a whole page
 * (native forms, plain links, reload) is marked here: the browser's `navigate` event reports the navigation, its control,
 * and its abort. It is not fired for new tabs and for prevented events. A button that downloads a file has `data-file`. An
 * older browser without the event shows its own indicator alone.
 */
export function PageNavigation() {
	const router = useRouter();
	const [isUnderWay, startNavigation] = useTransition();

	// After every listener of the page, any of which may prevent it.
	useWindowEvent("click", (event) => {
		const link = pressedLink(event);
		if (!link) return;
		event.preventDefault();
		unmark("link");
		link.dataset.pending = "link" satisfies Pressed;
		startNavigation(() => router.push(link.href, { scroll: link.dataset.page !== "same-place" }));
	});
	// The back/forward cache restores a page as it was left.
	useWindowEvent("pageshow", () => unmark("page"));
	useEffect(() => {
		const { navigation } = window as { navigation?: Navigation };
		navigation?.addEventListener("navigate", onNavigate);
		return () => navigation?.removeEventListener("navigate", onNavigate);
	}, []);
	useEffect(prefetchOnPointing, []);
	useEffect(() => {
		if (!isUnderWay) unmark("link");
	}, [isUnderWay]);
	return <div role="progressbar" aria-label="Loading" className="page-progress" />;
}

/** The link to navigate to on the client; null where the browser handles it: a modifier key, another button, prevented. */
function pressedLink(event: MouseEvent): HTMLAnchorElement | null {
	const { target, button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
	const isForBrowser = defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey;
	return isForBrowser || !(target instanceof Element) ? null : target.closest<HTMLAnchorElement>("a[data-page]");
}

function onNavigate(event: NavigateEvent): void {
	const source = "sourceElement" in event && event.sourceElement instanceof HTMLElement ? event.sourceElement : null;
	const isFile = event.downloadRequest !== null || source?.dataset.file !== undefined;
	if (event.destination.sameDocument || isFile) return;
	unmark("page");
	(source ?? document.documentElement).dataset.pending = "page" satisfies Pressed;
	const timeout = setTimeout(() => unmark("page"), PAGE_WITHIN_MS);
	event.signal.addEventListener("abort", () => {
		clearTimeout(timeout);
		unmark("page");
	});
}

function unmark(pressed: Pressed): void {
	for (const element of document.querySelectorAll<HTMLElement>(`[data-pending=${pressed}]`))
		delete element.dataset.pending;
}
