import { expect, test } from "vitest";
import { nextRowSort, type RowSort, readRowSort, rowSortText, type SortBy, sortRows, timeOrder } from "./list-view";

type Row = { id: string; name: string; end: string | null };
const byName: SortBy<Row> = { key: "name", of: ({ name }) => name };
const byEnd: SortBy<Row> = { key: "end", of: ({ end }) => timeOrder(end), isFromGreatest: true };
const columns = [{}, { sort: byName }, { sort: byEnd }];
const rows: Row[] = [
	{ id: "1", name: "shop 10", end: "2026-03-02T00:00:00Z" },
	{ id: "2", name: "Shop 2", end: null },
	{ id: "3", name: "app", end: "2026-03-01T00:00:00+02:00" },
	{ id: "4", name: "Shop 2", end: "no time" },
];
const ids = (sort: RowSort | null) => sortRows(columns, rows, sort).map(({ id }) => id);

test("rows are sorted by name in natural order and by time, unknown values last in both directions", () => {
	expect(ids(null)).toEqual(["1", "2", "3", "4"]);
	expect(ids({ key: "name", isDescending: false })).toEqual(["3", "2", "4", "1"]);
	expect(ids({ key: "end", isDescending: false })).toEqual(["3", "1", "2", "4"]);
	expect(ids({ key: "end", isDescending: true })).toEqual(["1", "3", "2", "4"]);
});

test("an address names the order of a sortable column and no other", () => {
	for (const sort of [nextRowSort(byName, null), nextRowSort(byEnd, null)]) {
		expect(readRowSort(columns, rowSortText(sort))).toEqual(sort);
	}
	for (const text of ["-id", "toString", "", undefined, ["name"]]) expect(readRowSort(columns, text)).toBeNull();
});

test("a column starts in its own direction, and is reversed by choosing it again", () => {
	expect(nextRowSort(byName, null).isDescending).toBe(false);
	expect(nextRowSort(byEnd, null).isDescending).toBe(true);
	expect(nextRowSort(byEnd, { key: "end", isDescending: true }).isDescending).toBe(false);
	expect(nextRowSort(byName, { key: "end", isDescending: true }).isDescending).toBe(false);
});
