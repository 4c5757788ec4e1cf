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

/** The columns of a table, of which some can sort it, and some hold texts that are searched. */
export type ListColumns<Row> = readonly {
	sort?: SortBy<Row>;
	searched?: (row: Row) => readonly (string | null | undefined)[];
}[];

/** The order that an address names, as in `-createdAt`; null: unsorted. */
export function readRowSort(columns: ListColumns<never>, text: string | readonly string[] | undefined): RowSort | null {
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

/** Made when rows are sorted by texts: a browser's first one takes 10 ms. */
let names: Intl.Collator | undefined;

function compareNames(one: string, other: string): number {
	names ??= new Intl.Collator("en", { numeric: true, sensitivity: "base" });
	return names.compare(one, other);
}

/** Stable; unknown values are last in both directions. */
export function sortRows<Row>(columns: ListColumns<Row>, rows: readonly Row[], sort: RowSort | null): Row[] {
	const of = columns.find((column) => sort && column.sort?.key === sort.key)?.sort?.of;
	if (!sort || !of) return [...rows];
	return rows.toSorted((one, other) => {
		const [a, b] = [of(one), of(other)];
		if (a === null || b === null) return Number(a === null) - Number(b === null);
		const order = typeof a === "number" && typeof b === "number" ? a - b : compareNames(String(a), String(b));
		return sort.isDescending ? -order : order;
	});
}

/** The rows in which a searched text contains what is searched for, in any case, sorted. */
export function listedRows<Row>(
	columns: ListColumns<Row>,
	rows: readonly Row[],
	{ q, sort }: Pick<ListView, "q" | "sort">,
): Row[] {
	const needle = q.trim().toLowerCase();
	const isFound = (row: Row) =>
		columns.some(({ searched }) => searched?.(row).some((text) => text?.toLowerCase().includes(needle)));
	return sortRows(columns, needle ? rows.filter(isFound) : rows, sort);
}

/** A time, ISO 8601, as a number to compare; null for anything else. */
export function timeOrder(value: string | null | undefined): number | null {
	const time = Date.parse(value ?? "");
	return Number.isNaN(time) ? null : time;
}

/** What a list's address says: the search, the order, and the page, from 0. */
export type ListView = { q: string; sort: RowSort | null; page: number };

/** The query of a page. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** Reads it; invalid values are ignored. */
export function readListView(columns: ListColumns<never>, { q, sort, page }: SearchParams): ListView {
	return {
		q: typeof q === "string" ? q : "",
		sort: readRowSort(columns, sort),
		page: typeof page === "string" && /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 0,
	};
}

/** A view by the names of its parameters; what is empty, null, 0 or false is left out of an address. */
export type ListParameters = Readonly<Record<string, string | number | RowSort | false | null | undefined>>;

export function listParameters(view: ListParameters): [name: string, value: string][] {
	return Object.entries(view).flatMap(([name, value]): [string, string][] =>
		value ? [[name, typeof value === "object" ? rowSortText(value) : String(value)]] : [],
	);
}

export function listAddress(path: string, view: ListParameters): string {
	const query = new URLSearchParams(listParameters(view)).toString();
	return query ? `${path}?${query}` : path;
}
