"use client";

import { type RefObject, useLayoutEffect } from "react";

/**
 * Scrolls what has just appeared into sight, clear of the bars at the top and at the bottom (globals.css: scroll-padding); of
 * something higher than the window its end.
 * @param shown changes when it appears; null: there is nothing to see
 */
export function useInSight(ref: RefObject<HTMLElement | null>, shown: unknown): void {
	useLayoutEffect(() => {
		if (shown === null) return;
		ref.current?.scrollIntoView({ block: "nearest" });
		ref.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
	}, [ref, shown]);
}
