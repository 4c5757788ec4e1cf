import type { ReactNode } from "react";

/** A scrollable region: named and focusable, so that the keyboard can scroll it. */
export function Scroller({ label, className, children }: { label: string; className: string; children: ReactNode }) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus the keyboard could not scroll it.
		<section aria-label={label} tabIndex={0} className={className}>
			{children}
		</section>
	);
}
