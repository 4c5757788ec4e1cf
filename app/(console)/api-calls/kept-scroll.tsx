"use client";

import { useLayoutEffect } from "react";

/** How far the list was scrolled when the page before this one went. */
let scrolled = 0;

/** Every call is a page of its own, with the list beside it anew: it stays where it was, and the call in sight. */
export function KeptScroll() {
	useLayoutEffect(() => {
		const list = document.querySelector(".call-rows > .data-table");
		if (!list) return;
		list.scrollTop = scrolled;
		const row = list.querySelector("[data-shown]")?.closest("tr");
		const [seen, wanted] = [list.getBoundingClientRect(), row?.getBoundingClientRect()];
		if (wanted && (wanted.top < seen.top || wanted.bottom > seen.bottom)) list.scrollTop += wanted.top - seen.top - 48;
		return () => {
			scrolled = list.scrollTop;
		};
	}, []);
	return null;
}
