/** The column by which the rows of a table are sorted, and the direction. */
export type RowSort = { key: string; isDescending: boolean };

/** How a column sorts the rows. */
export type SortBy<Row> = {
	/** Its name in the address. */
	key: string;
	/** What is compared: texts by locale, numbers by size (a time in milliseconds); null where it is unknown. */
	of: (row: Row) => string | number | null;
	/** Whether the column sorts in descending order first. */
	isFromGreatest?: boolean;
};

/** The columns of a table, of which some can sort it. */
export type SortableColumns<Row> = readonly { sort?: SortBy<Row> }[];

/** The order that an address names, as in `-createdAt`; null: unsorted. */
export function readRowSort(
	columns: SortableColumns<never>,
	text: string | readonly string[] | undefined,
): RowSort | null {
	if (typeof text !== "string") return null;
	const isDescending = text.startsWith("-");
	const key = text.slice(isDescending ? 1 : 0);
	return columns.some(({ sort }) => sort?.key === key) ? { key, isDescending } : null;
}

export function rowSortText({ key, isDescending }: RowSort): string {
	return `${isDescending ? "-" : ""}${key}`;
}

/** The order after a column is chosen; choosing it again reverses it. */
export function nextRowSort({ key, isFromGreatest = false }: SortBy<never>, sort: RowSort | null): RowSort {
	return { key, isDescending: sort?.key === key ? !sort.isDescending : isFromGreatest };
}

const names = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Stable; unknown values are last in both directions. */
export function sortRows<Row>(columns: SortableColumns<Row>, rows: readonly Row[], sort: RowSort | null): Row[] {
	const of = columns.find((column) => sort && column.sort?.key === sort.key)?.sort?.of;
	if (!sort || !of) return [...rows];
	return rows.toSorted((one, other) => {
		const [a, b] = [of(one), of(other)];
		if (a === null || b === null) return Number(a === null) - Number(b === null);
		const order = typeof a === "number" && typeof b === "number" ? a - b : names.compare(String(a), String(b));
		return sort.isDescending ? -order : order;
	});
}

/** A time, ISO 8601, as a number to compare; null for anything else. */
export function timeOrder(value: string | null): number | null {
	const time = Date.parse(value ?? "");
	return Number.isNaN(time) ? null : time;
}

/** The query of a list's address: the filter, the order as it is written there, and the page, from 0. */
export type ListView = { q: string; sort: string; page: number };

/** Reads it; invalid values are ignored. */
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
