"use client";

import { useLayoutEffect } from "react";

/** The list's scroll position when the previous page was left. */
let scrolled = 0;

/** Every call is a page of its own with a new list beside it: restores the scroll position and keeps the call in view. */
export function KeptScroll() {
	useLayoutEffect(() => {
		const list = document.querySelector(".call-rows > .data-table");
		if (!list) return;
		list.scrollTop = scrolled;
		const row = list.querySelector("[data-shown]")?.closest("tr");
		const [seen, target] = [list.getBoundingClientRect(), row?.getBoundingClientRect()];
		if (target && (target.top < seen.top || target.bottom > seen.bottom)) list.scrollTop += target.top - seen.top - 48;
		return () => {
			scrolled = list.scrollTop;
		};
	}, []);
	return null;
}
