import type { ReactNode } from "react";
import { Breakable } from "./breakable";
import { CopyButton } from "./copy-button";

const ROW = "grid min-h-9 items-center gap-x-4 py-1 sm:grid-cols-[10rem_minmax(0,1fr)]";

/** Terms with addresses to be entered elsewhere: each in full, with a copy button at the end of the row. */
export function AddressList({ children }: { children: ReactNode }) {
	return <dl className="divide-y divide-line border-y border-line text-sm">{children}</dl>;
}

type AddressProps = {
	term: string;
	value: string;
	/** What its button copies, as the end of the button's name; absent: the term. */
	copied?: string;
};

/** A row of the list that is no address. */
export function ListedFact({ term, children }: { term: string; children: ReactNode }) {
	return (
		<div className={ROW}>
			<dt className="text-muted">{term}</dt>
			<dd>{children}</dd>
		</div>
	);
}

export function Address({ term, value, copied = term }: AddressProps) {
	return (
		<div className={ROW}>
			<dt className="text-muted">{term}</dt>
			<dd className="flex items-center justify-between gap-3">
				<code className="text-xs">
					<Breakable text={value} />
				</code>
				<span className="shrink-0">
					<CopyButton text={value} label={`Copy ${copied}`} />
				</span>
			</dd>
		</div>
	);
}
