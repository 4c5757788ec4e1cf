import { expect, it } from "vitest";
import { listAddress, readListView } from "./list-view";

const columns = [{ sort: { key: "name", of: ({ name }: { name: string }) => name } }];

it("reads from an address what it writes there", () => {
	const view = { q: "a&b =c", sort: { key: "name", isDescending: true }, page: 12 };
	const address = listAddress("/things", view);
	expect(address).toBe("/things?q=a%26b+%3Dc&sort=-name&page=12");
	const query = Object.fromEntries(new URL(address, "http://localhost").searchParams);
	expect(readListView(columns, query)).toEqual(view);
});

it("is the plain path for the first page, unfiltered and unsorted", () => {
	expect(listAddress("/things", { q: "", sort: null, page: 0 })).toBe("/things");
});

it.each([
	{ page: "0" },
	{ page: "-1" },
	{ page: "1e3" },
	{ page: "100000" },
	{ page: ["1", "2"] },
	{ sort: "other" },
	{ sort: ["name", "name"] },
	{ q: ["a", "b"] },
])("ignores %j", (query) => {
	expect(readListView(columns, query)).toEqual({ q: "", sort: null, page: 0 });
});
