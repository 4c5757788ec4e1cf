import { type RowSort, readRowSort, rowSortText, type SortableColumns } from "./row-sort";

/** What the address of a list says beside its path: the filter, the order as it is written there, and the page, the first being 0. */
export type ListView = { q: string; sort: string; page: number };

/** Reads it; what can't be is as if it weren't there. */
export function readListView(
	columns: SortableColumns<never>,
	{ q, sort: order, page }: Record<string, string | string[] | undefined>,
): { view: ListView; sort: RowSort | null } {
	const sort = readRowSort(columns, order);
	const view = {
		q: typeof q === "string" ? q : "",
		sort: sort ? rowSortText(sort) : "",
		page: typeof page === "string" && /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 0,
	};
	return { view, sort };
}

export function listAddress(path: string, { q, sort, page }: ListView): string {
	const query = new URLSearchParams({
		...(q ? { q } : {}),
		...(sort ? { sort } : {}),
		...(page > 0 ? { page: String(page) } : {}),
	}).toString();
	return query ? `${path}?${query}` : path;
}
