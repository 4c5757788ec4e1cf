import type { ReactNode } from "react";

/** Terms with what is known of each, side by side where there is room. */
export function Facts({ children }: { children: ReactNode }) {
	return (
		<dl className="grid content-start items-baseline gap-x-6 gap-y-0.5 text-sm sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-y-2">
			{children}
		</dl>
	);
}

/** @param children a dash stands for nothing */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
	return (
		<>
			<dt className="text-muted">{term}</dt>
			<dd className="max-sm:mb-2">{children ?? <span className="text-muted">—</span>}</dd>
		</>
	);
}
