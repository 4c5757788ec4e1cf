import { expect, test } from "../fixtures";
import type { VisitedPage } from "../http/visitor";

const head = (page: VisitedPage, name: string) => page.getByRole("columnheader", { name });
/** The link of a column's head. */
const order = (page: VisitedPage, name: string) =>
	head(page, name).querySelector("a")?.getAttribute("href") ?? "no link";
const column = (page: VisitedPage, index: number) =>
	[...page.document.querySelectorAll(`main .data-table td:nth-of-type(${index})`)].map(
		({ textContent }) => textContent ?? "",
	);

test("API calls are sorted by duration, by the URL and in both directions", async ({ visit }) => {
	const viewer = await visit("viewer");
	for (const path of ["/templates", "/applications", "/refresh-tokens?q=jose"]) await viewer.open(path);
	const times = (page: VisitedPage) => column(page, 2).map((text) => Number.parseInt(text, 10));
	const unsorted = await viewer.open("/api-calls");
	expect(times(unsorted).length).toBeGreaterThan(2);

	expect(order(unsorted, "Duration")).toBe("/api-calls?sort=-time");
	const down = await viewer.open(order(unsorted, "Duration"));
	expect(head(down, "Duration").getAttribute("aria-sort")).toBe("descending");
	expect(times(down)).toEqual(times(down).toSorted((a, b) => b - a));

	expect(order(down, "Duration")).toBe("/api-calls?sort=time");
	const up = await viewer.open(order(down, "Duration"));
	expect(head(up, "Duration").getAttribute("aria-sort")).toBe("ascending");
	expect(times(up)).toEqual(times(up).toSorted((a, b) => a - b));
	expect(times(up)).not.toEqual(times(down));
});

test("API calls are filtered by method, status and path, by the URL and without scripts; a call keeps the filter", async ({
	visit,
}) => {
	const viewer = await visit("viewer");
	for (const path of ["/templates", "/refresh-tokens/dcr_0000000000000000"]) await viewer.open(path);
	const all = await viewer.open("/api-calls");
	const filtered = await viewer.press(all, "Filter", { method: "GET", answer: "4xx", path: "dcr_0000" });
	expect(filtered.url.search).toBe("?method=GET&answer=4xx&path=dcr_0000");
	const statuses = column(filtered, 1);
	expect(statuses.length).toBeGreaterThan(0);
	expect(new Set(statuses)).toEqual(new Set(["404"]));
	const [first] = filtered.getAllByRole<HTMLAnchorElement>("link", {
		name: "GET /refresh-tokens/dcr_0000000000000000",
	});
	const call = await viewer.open(first?.getAttribute("href") ?? "");
	call.getByRole("heading", { level: 1, name: "GET /refresh-tokens/dcr_0000000000000000" });
	expect(call.document.querySelectorAll("[aria-current=page]")).toHaveLength(1);
	expect(column(call, 1)).toEqual(statuses);
	expect(call.getByRole<HTMLSelectElement>("combobox", { name: "Status" }).value).toBe("4xx");
	const back = call.getByRole<HTMLAnchorElement>("link", { name: "All API calls" });
	expect(new URL(back.href).search).toBe(filtered.url.search);
});
