import type { ReactNode } from "react";

/** What scrolls by itself where it has no room: named, and reached by the Tab key, so that arrow keys scroll it. */
export function Scroller({ label, className, children }: { label: string; className: string; children: ReactNode }) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus the keyboard could not scroll it.
		<section aria-label={label} tabIndex={0} className={className}>
			{children}
		</section>
	);
}
