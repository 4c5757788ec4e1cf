import type { ReactNode } from "react";
import { PageLink } from "@/components/layout/links";
import { Name } from "@/components/ui/name";
import type { BulkItem } from "@/lib/dashboard/store/bulk-edit";

type ItemListProps = {
	label: string;
	items: readonly BulkItem[];
	/** The widths of the columns from 768 px on. */
	columns?: string;
	lineOf: (item: BulkItem) => {
		/** The page of what the item is of; null where it does not exist. */
		href: string | null;
		name: string;
		/** Below the name. */
		detail: ReactNode;
		/** What the operation does to it: a cell, or several. */
		effect: ReactNode;
		/** The planned or actual result. */
		result: ReactNode;
	};
};

/** The items of a bulk edit: the operation's effect on each, and its result. */
export function ItemList({ label, items, columns = "md:grid-cols-[2fr_3fr_2fr]", lineOf }: ItemListProps) {
	return (
		<ul aria-label={label} className="border-t border-line text-sm">
			{items.map((item) => {
				const { href, name, detail, effect, result } = lineOf(item);
				return (
					<li
						key={item.position}
						className={`grid gap-x-6 gap-y-1 border-b border-line px-2 py-2.5 wrap-anywhere ${columns}`}
					>
						<div>
							{href === null ? (
								<Name className="font-medium" text={name} />
							) : (
								<PageLink href={href} className="font-medium text-accent underline-offset-2 hover:underline">
									<Name text={name} />
								</PageLink>
							)}
							<div className="text-xs text-muted">{detail}</div>
						</div>
						{effect}
						<strong className="font-medium">{result}</strong>
					</li>
				);
			})}
		</ul>
	);
}
