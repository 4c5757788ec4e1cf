import type { ReactNode } from "react";
import { classNames } from "./class-names";

type FactsProps = {
	/** Each below its term, for a narrow column. */
	isStacked?: boolean;
	children: ReactNode;
};

/** Terms and values, side by side where there is room. */
export function Facts({ isStacked = false, children }: FactsProps) {
	return <dl className={classNames("fact-list", isStacked && "stacked")}>{children}</dl>;
}

/** In place of a value that the other side does not report. */
export const notReported = <span className="text-muted">not reported</span>;

/** @param children a dash is shown for null */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
	return (
		<>
			<dt>{term}</dt>
			<dd>{children ?? <span className="text-muted">—</span>}</dd>
		</>
	);
}

/** Short values in columns, each below its term. */
export function FactGrid({ children }: { children: ReactNode }) {
	return (
		<dl className="grid basis-full grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-5 gap-y-2 text-sm [&_dt]:text-muted [&_dt]:text-xs">
			{children}
		</dl>
	);
}

/** A fact in a `FactGrid`. @param isWide two columns wide */
export function GridFact({ isWide = false, ...fact }: { term: string; isWide?: boolean; children: ReactNode }) {
	return (
		<div className={classNames("grid content-start", isWide && "col-span-2")}>
			<Fact {...fact} />
		</div>
	);
}
