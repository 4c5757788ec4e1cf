"use client";

import { type ComponentProps, type KeyboardEvent, type ReactNode, useRef } from "react";
import { PageLink } from "@/components/layout/links";

const directions: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Links side by side. The arrow keys move along them, as long as one is held; when it is released, the one that is reached is
 * opened.
 */
export function StepList({ label, children }: { label: string; children: ReactNode }) {
	const reached = useRef<HTMLAnchorElement>(null);
	function onKeyDown(event: KeyboardEvent<HTMLOListElement>) {
		const by = directions[event.key];
		if (!by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
		const links = [...event.currentTarget.querySelectorAll("a")];
		const next = links[links.indexOf(event.target as HTMLAnchorElement) + by];
		if (!next) return;
		event.preventDefault();
		next.focus();
		reached.current = next;
	}
	function onKeyUp({ key }: KeyboardEvent) {
		if (!directions[key]) return;
		reached.current?.click();
		reached.current = null;
	}
	return (
		<ol aria-label={label} className="version-strip" onKeyDown={onKeyDown} onKeyUp={onKeyUp}>
			{children}
		</ol>
	);
}

/** Back leads to where the list was opened from, not through each step. */
export function StepLink(props: ComponentProps<typeof PageLink>) {
	return <PageLink replace scroll={false} {...props} />;
}
