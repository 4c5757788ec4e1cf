import type { ReactNode } from "react";
import { PageLink } from "@/components/layout/links";
import { Head, SortHead } from "@/components/ui/data-table";
import { nextRowSort, type RowSort, type SortColumns } from "./row-sort";

type SortHeadsProps<Key extends string> = {
	/** The title of each column, and what it orders by where it does. */
	titles: readonly (readonly [string, Key | null])[];
	columns: SortColumns<never, Key>;
	sort: RowSort<Key> | null;
	addressOf: (sort: RowSort<Key>) => string;
};

/** The heads of a table that the server orders: links to the same page in another order. */
export function SortHeads<Key extends string>({ titles, columns, sort, addressOf }: SortHeadsProps<Key>) {
	return titles.map(([title, key]) =>
		key ? (
			<SortHead
				key={title}
				direction={sort?.key !== key ? undefined : sort.isDescending ? "descending" : "ascending"}
				link={(content: ReactNode) => (
					<PageLink href={addressOf(nextRowSort(columns, sort, key))} scroll={false}>
						{content}
					</PageLink>
				)}
			>
				{title}
			</SortHead>
		) : (
			<Head key={title}>{title}</Head>
		),
	);
}
