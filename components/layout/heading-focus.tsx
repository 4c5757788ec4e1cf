"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/**
 * Gives the focus to the heading of a page that came without a full load, where what had the focus went with the page
 * before. It stands behind the page, whose own effects come first.
 */
export function HeadingFocus() {
	const pathname = usePathname();
	const last = useRef(pathname);
	useEffect(() => {
		if (last.current === pathname) return;
		last.current = pathname;
		if (document.activeElement === document.body) document.querySelector("h1")?.focus({ preventScroll: true });
	}, [pathname]);
	return null;
}
