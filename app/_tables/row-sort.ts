/** By which column the rows of a table stand, and which way. */
export type RowSort<Key extends string> = { key: Key; isDescending: boolean };

/** The columns that a table can be ordered by. */
export type SortColumns<Row, Key extends string> = Record<
	Key,
	{
		/** What is compared: texts as people order them, numbers by size (a time in milliseconds); null for what is not known. */
		of: (row: Row) => string | number | null;
		/** Whether the column shows its greatest first when it is chosen. */
		isFromGreatest?: boolean;
	}
>;

/** The order that an address names, as in `-createdAt`; null: as the rows come. */
export function readRowSort<Key extends string>(
	columns: SortColumns<never, Key>,
	text: string | readonly string[] | undefined,
): RowSort<Key> | null {
	if (typeof text !== "string") return null;
	const isDescending = text.startsWith("-");
	const key = (Object.keys(columns) as Key[]).find((candidate) => candidate === text.slice(isDescending ? 1 : 0));
	return key ? { key, isDescending } : null;
}

export function rowSortText({ key, isDescending }: RowSort<string>): string {
	return `${isDescending ? "-" : ""}${key}`;
}

/** What choosing a column leads to; again turns it round. */
export function nextRowSort<Key extends string>(
	columns: SortColumns<never, Key>,
	sort: RowSort<Key> | null,
	key: Key,
): RowSort<Key> {
	return { key, isDescending: sort?.key === key ? !sort.isDescending : columns[key].isFromGreatest === true };
}

const names = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Equal rows stay as they came, and what is not known comes last both ways. */
export function sortRows<Row, Key extends string>(
	columns: SortColumns<Row, Key>,
	rows: readonly Row[],
	sort: RowSort<Key> | null,
): Row[] {
	if (!sort) return [...rows];
	const { of } = columns[sort.key];
	return rows.toSorted((one, other) => {
		const [a, b] = [of(one), of(other)];
		if (a === null || b === null) return Number(a === null) - Number(b === null);
		const order = typeof a === "number" && typeof b === "number" ? a - b : names.compare(String(a), String(b));
		return sort.isDescending ? -order : order;
	});
}

/** A time, ISO 8601, as a number to compare; null for what is none. */
export function timeOrder(value: string | null): number | null {
	const time = Date.parse(value ?? "");
	return Number.isNaN(time) ? null : time;
}
