"use client";

import type { KeyboardEvent, ReactNode } from "react";

const directions: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Links side by side; the arrow keys open the one before or after. */
export function StepList({ label, children }: { label: string; children: ReactNode }) {
	function onKeyDown(event: KeyboardEvent<HTMLOListElement>) {
		const by = directions[event.key];
		if (!by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
		const links = [...event.currentTarget.querySelectorAll("a")];
		const next = links[links.findIndex((link) => link.matches(":focus")) + by];
		if (!next) return;
		event.preventDefault();
		next.focus();
		next.click();
	}
	return (
		<ol aria-label={label} className="version-strip" onKeyDown={onKeyDown}>
			{children}
		</ol>
	);
}
