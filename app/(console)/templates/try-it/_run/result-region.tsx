import type { ReactNode } from "react";

/** The place of what became of a press, good or bad. It can take the focus. */
export function ResultRegion({ children, isReport }: { children: ReactNode; isReport?: boolean }) {
	return (
		<section aria-label="Result" tabIndex={-1} className="grid gap-4 text-sm" data-report={isReport ? "" : undefined}>
			{children}
		</section>
	);
}
