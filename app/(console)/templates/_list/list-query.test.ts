import fc from "fast-check";
import { expect, test } from "vitest";
import type { RowSort } from "@/app/_tables/list-view";
import { browserClock } from "@/components/ui/browser-clock";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { type Finding, findingNames } from "./finding";
import {
	findingAddress,
	LOADED_PAGES_MAX,
	pastedId,
	readListQuery,
	SAME_TOGETHER,
	templatesAddress,
	templateViews,
	visibleRows,
	withMore,
} from "./list-query";
import { templateRow } from "./template-row";

const query = fc.record({
	view: fc.constant("list" as const),
	page: fc.constant(0),
	changes: fc.constant(null),
	q: fc.string(),
	show: fc.option(fc.constantFrom(...findingNames)),
	sort: fc.option(
		fc.record({
			key: fc.constantFrom("name", "purpose", "requested", "updatedAt", "request", "birth_date"),
			isDescending: fc.boolean(),
		}),
	),
	from: fc.option(fc.string({ minLength: 1 }).map((text) => text.toWellFormed())),
	pages: fc.integer({ min: 1, max: LOADED_PAGES_MAX }),
});

test("the URL contains the whole view: search, sort order and what is loaded", () => {
	const inMatrix = fc
		.tuple(query, fc.nat(99_999), fc.option(fc.uuid()))
		.map(([rest, page, changes]) => ({ ...rest, view: "matrix" as const, page, changes }));
	fc.assert(
		fc.property(fc.oneof(query, inMatrix), (query) => {
			const { pathname, searchParams } = new URL(templatesAddress(query), "https://console.example");
			expect(pathname).toBe(templateViews[query.view]);
			const read = readListQuery(Object.fromEntries(searchParams), query.view);
			expect(read).toEqual({ ...query, q: query.q.toWellFormed() });
		}),
	);
});

test("no URL causes more requests than pages may be loaded", () => {
	for (const [pages, read] of Object.entries({
		99: LOADED_PAGES_MAX,
		0: 1,
		"-3": 1,
		x: 1,
		Infinity: LOADED_PAGES_MAX,
	})) {
		expect(readListQuery({ pages }).pages).toBe(read);
	}
	const full = { ...readListQuery({}), pages: LOADED_PAGES_MAX };
	expect(withMore(full, "next")).toEqual({ ...full, from: "next", pages: 1 });
	expect(withMore({ ...full, pages: 1 }, "next")).toEqual({ ...full, pages: 2 });
});

const rows = ["b 10", "B 2", "a"].map((name, index) =>
	templateRow(
		{
			id: `vct_${index}`,
			name,
			presentation: {
				"org.iso.18013.5.1.mDL": {
					"org.iso.18013.5.1": Object.fromEntries(
						["portrait", "birth_date", "resident_city"].slice(index).map((e) => [e, true]),
					),
				},
			},
			updated_at: `2026-01-0${index + 1}T00:00:00Z`,
		},
		{ ...noPurpose, purpose: index === 2 ? "" : `To sell ${index}.` },
		{ now: new Date("2026-01-05T00:00:00Z"), timeZone: "UTC" },
	),
);
const names = (q: string, sort: RowSort | null) => visibleRows(rows, { q, show: null, sort }).map(({ name }) => name);

test("sorts names in natural order, numbers and times by size, and keeps the service's order otherwise", () => {
	expect(names("", null)).toEqual(["b 10", "B 2", "a"]);
	expect(names("", { key: "name", isDescending: false })).toEqual(["a", "B 2", "b 10"]);
	expect(names("", { key: "requested", isDescending: true })).toEqual(["b 10", "B 2", "a"]);
	expect(names("", { key: "requested", isDescending: false })).toEqual(["a", "B 2", "b 10"]);
	expect(names("", { key: "updatedAt", isDescending: true })).toEqual(["a", "B 2", "b 10"]);
	expect(names("", { key: "resident_city", isDescending: true })).toEqual(["b 10", "B 2", "a"]);
	expect(names("", { key: "birth_date", isDescending: true })).toEqual(["b 10", "B 2", "a"]);
	expect(names("", { key: "birth_date", isDescending: false })).toEqual(["a", "b 10", "B 2"]);
	// Without a purpose: last in both directions.
	expect(names("", { key: "purpose", isDescending: false })).toEqual(["b 10", "B 2", "a"]);
	expect(names("", { key: "purpose", isDescending: true })).toEqual(["B 2", "b 10", "a"]);
});

test("equal requests stand together, by the names of all that is requested", () => {
	const others = [["odd", "x"], ["even"], ["x", "odd"], ["odd"], ["even"]];
	const requesting = others.map((names, index) =>
		templateRow(
			{
				id: `vct_${index}`,
				presentation: {
					"org.iso.18013.5.1.mDL": {
						"org.iso.18013.5.1": Object.fromEntries(["portrait", ...names].map((name) => [name, true])),
					},
				},
			},
			noPurpose,
			browserClock(),
		),
	);
	const sorted = visibleRows(requesting, { q: "", show: null, sort: { key: SAME_TOGETHER, isDescending: true } });
	const places = sorted.map(({ id }) => Number(id.slice(-1)));
	expect(places.slice(0, 2)).toEqual([0, 2]);
	expect(Math.abs(places.indexOf(1) - places.indexOf(4))).toBe(1);
});

test("searches names, purposes and ids, ignoring case", () => {
	expect(names(" B ", null)).toEqual(["b 10", "B 2"]);
	expect(names("VCT_2", null)).toEqual(["a"]);
	expect(names("x", null)).toEqual([]);
	expect(names("sell 1", null)).toEqual(["B 2"]);
});

test("a row names the kinds of its template's attributes", () => {
	expect(rows.map(({ kinds }) => kinds)).toEqual([["age", "identity", "address"], ["age", "address"], ["address"]]);
	expect(templateRow({ id: "vct_1", presentation: null }, noPurpose, browserClock())).toMatchObject({
		name: "vct_1",
		requested: null,
		print: null,
		updated: null,
	});
	expect(rows[0]?.updated).toMatchObject({ ago: "4 days ago", exact: "2026-01-01 00:00 UTC" });
});

test("filters by one finding, among the newest 100", () => {
	const shown = (show: Finding) => visibleRows(rows, { q: "", show, sort: null }).map(({ name }) => name);
	expect(shown("birth-date")).toEqual(["b 10", "B 2"]);
	expect(shown("almost-everything")).toEqual([]);
	expect(findingAddress("birth-date")).toBe("/templates?show=birth-date&pages=2");
	expect(readListQuery({ show: "nothing known" }).show).toBeNull();
});

test("recognises a pasted id and nothing else", () => {
	expect(pastedId(" vct_1234567890123456\n")).toBe("vct_1234567890123456");
	for (const text of ["vct_123", "vct_12345678901234567", "a vct_1234567890123456", "../vct_1234567890123456"]) {
		expect(pastedId(text)).toBeNull();
	}
});
