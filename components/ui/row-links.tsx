"use client";

import type { ComponentProps, MouseEvent } from "react";

const INTERACTIVE = "a, button, input, label, summary, select, textarea, [popover]";

/**
 * Around a table whose rows are named by a link: a click anywhere else in a row follows it, with modifier keys and the
 * middle button as well. Text stays selectable, and without scripts only the link works.
 */
export function RowLinks(props: ComponentProps<"section">) {
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: a larger click target for a link, which the keyboard reaches itself.
		// biome-ignore lint/a11y/useKeyWithClickEvents: as above.
		<section
			onClick={follow}
			onAuxClick={follow}
			onMouseDown={(event) => {
				// The middle button would begin to scroll.
				if (event.button === 1 && linkUnder(event)) event.preventDefault();
			}}
			{...props}
		/>
	);
}

function follow(event: MouseEvent): void {
	const isMiddle = event.button === 1;
	const link = event.button === 0 || isMiddle ? linkUnder(event) : null;
	if (!link || window.getSelection()?.isCollapsed === false) return;
	const { ctrlKey, metaKey, shiftKey } = event;
	link.dispatchEvent(
		new window.MouseEvent("click", {
			bubbles: true,
			cancelable: true,
			view: window,
			shiftKey,
			ctrlKey: ctrlKey || isMiddle,
			metaKey: metaKey || isMiddle,
		}),
	);
}

/** The link of the clicked row; null where an interactive element was clicked. */
function linkUnder({ target }: MouseEvent): HTMLAnchorElement | null {
	if (!(target instanceof Element) || target.closest(INTERACTIVE)) return null;
	return target.closest("tbody tr")?.querySelector<HTMLAnchorElement>("th[scope=row] a") ?? null;
}
