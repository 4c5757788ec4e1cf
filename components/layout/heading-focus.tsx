import { useRef } from "react";
import { useWindowEvent } from "../ui/use-window-event";
import { useAfterNavigation } from "./use-after-navigation";

/**
 * After a client-side navigation focuses the heading, where the focused element was removed with the previous page; after
 * Back and Forward the link by which the page was left. Rendered after the page, whose own effects run first.
 */
export function HeadingFocus() {
	const left = useRef(new Map<string, string>());
	const isBack = useRef(false);

	useWindowEvent(
		"click",
		({ target }) => {
			const href = target instanceof Element && target.closest("main a[href]")?.getAttribute("href");
			isBack.current = false;
			if (href) left.current.set(window.location.pathname, href);
		},
		true,
	);
	useWindowEvent(
		"popstate",
		() => {
			isBack.current = true;
		},
		true,
	);

	useAfterNavigation((pathname) => {
		const href = isBack.current && left.current.get(pathname);
		isBack.current = false;
		if (document.activeElement !== document.body) return;
		const link = href ? document.querySelector<HTMLElement>(`main a[href="${CSS.escape(href)}"]`) : null;
		(link ?? document.querySelector("h1"))?.focus({ preventScroll: true });
	});
	return null;
}
