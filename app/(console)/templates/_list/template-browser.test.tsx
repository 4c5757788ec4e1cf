import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Queries } from "@/app/_forms/queries";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { json } from "@/lib/dashboard/testing/fault-server";
import { router } from "@/lib/testing/next-navigation";
import { GET } from "../rows/route";
import { readListQuery, templateViews } from "./list-query";
import { readTemplates } from "./read-templates";
import { TemplateBrowser } from "./template-browser";
import { TemplateSearch } from "./template-search";

const visited: string[] = [];
router.push = (address) => void visited.push(address);
router.refresh = () => void visited.push("refresh");

const FIRST_PAGE = 50;
const FURTHER_PAGE = 100;

let tenant: TemplateTenant;
/** The queries of requests for further pages, in order; requests for which `isHeld` is true wait for `release`. */
let requests: URLSearchParams[];
let isHeld: (count: number) => boolean;
/** A refusal in place of the response. */
let refusalOf: (count: number) => Response | null;
let release: () => void;
beforeEach(async () => {
	tenant = await startTemplateTenant();
	requests = [];
	visited.length = 0;
	isHeld = () => false;
	refusalOf = () => null;
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	const { fetch } = globalThis;
	vi.stubGlobal("fetch", async (address: string | URL | Request, init?: RequestInit) => {
		if (!String(address).startsWith("/templates/rows")) return fetch(address, init);
		init?.signal?.throwIfAborted();
		const url = new URL(String(address), "http://localhost:3000");
		requests.push(url.searchParams);
		if (isHeld(requests.length)) await released;
		const refusal = refusalOf(requests.length);
		if (refusal?.type === "error") throw new TypeError("The connection was reset.");
		return refusal ?? GET(new Request(url));
	});
});
afterEach(async () => {
	vi.unstubAllGlobals();
	await tenant.stop();
});

function addHay(count: number): void {
	for (const name of ["Needle one", "Needle two"]) tenant.add({ name, elements: { portrait: true } });
	for (let index = 0; index < count; index += 1) tenant.add({ name: `Hay ${index}` });
}

/** The list as its page renders it for a URL. */
async function pageFor(search: string) {
	const query = readListQuery(Object.fromEntries(new URLSearchParams(search)));
	const loaded = await readTemplates(query.from, query.pages);
	return <TemplateBrowser loaded={loaded} query={query} rights={{ create: true, write: true, delete: true }} />;
}

/** @returns what removes it, and what reads it again in its place */
async function openListTwice(search = "") {
	window.history.replaceState(null, "", `/templates${search}`);
	const { unmount, rerender } = render(await pageFor(search), { wrapper: Queries });
	return { close: unmount, readAgain: async () => rerender(await pageFor(window.location.search)) };
}

const openList = async (search = "") => (await openListTwice(search)).close;

const statuses = () => [...document.querySelectorAll("[role=status]")].map(({ textContent }) => textContent ?? "");
const findText = (words: string | RegExp) =>
	waitFor(() => {
		const hasText = (text: string) => (typeof words === "string" ? text === words : words.test(text));
		expect(statuses().some(hasText), `“${statuses()}” is ${words}`).toBe(true);
	});
const searchBox = () => document.querySelector("input[type=search]") as HTMLInputElement;
const search = (text: string) => void fireEvent.change(searchBox(), { target: { value: text } });
const button = (name: string) => screen.getByText(name, { selector: "button" });
/** Presses a button or link like the keyboard: it has the focus. */
function press(name: string): void {
	const control = screen.getByText(name, { selector: "button, a" });
	control.focus();
	fireEvent.click(control);
}
const sortBy = (column: string) => void fireEvent.click(screen.getByText(column, { selector: "th a" }));
const names = () => [...document.querySelectorAll("tbody th a")].map(({ textContent }) => textContent);
const address = () => `${window.location.pathname}${window.location.search}`;

describe("an ID that is pasted", () => {
	test("is searched for in the matrix, among all templates, and is opened in the list", async () => {
		const id = tenant.add({ name: "Oldest" });
		addHay(FIRST_PAGE + 10);
		for (const view of ["list", "matrix"] as const) {
			window.history.replaceState(null, "", templateViews[view]);
			const loaded = await readTemplates(null, 1);
			const shown = (
				<TemplateSearch loaded={loaded} query={readListQuery({}, view)}>
					{({ found }) => (
						<ul>
							{found.map(({ name }) => (
								<li key={name}>{name}</li>
							))}
						</ul>
					)}
				</TemplateSearch>
			);
			const { unmount } = render(shown, { wrapper: Queries });
			search(id);
			if (view === "matrix") await screen.findByText("Oldest");
			expect([view, requests.length, visited.splice(0)]).toEqual(
				view === "list" ? [view, 0, [`/templates/${id}`]] : [view, 1, []],
			);
			unmount();
		}
	});
});

describe("search and order", () => {
	test("apply to what is loaded, state that, and are in the URL", async () => {
		tenant.add({ name: "Sorted b", elements: { portrait: true, birth_date: true } });
		tenant.add({ name: "Sorted a", elements: { resident_city: true } });
		tenant.add({ name: "Sorted c", elements: { resident_city: true, given_name: true, portrait: true } });
		tenant.add({ name: "Other" });
		const close = await openList();
		search("SORTED");
		await findText("3 found in all 4 templates.");
		sortBy("Name");
		expect(names()).toEqual(["Sorted a", "Sorted b", "Sorted c"]);
		sortBy("Asks for");
		expect(names()).toEqual(["Sorted c", "Sorted b", "Sorted a"]);
		expect(screen.getByText("Asks for").closest("th")?.getAttribute("aria-sort")).toBe("descending");
		const row = screen.getByText("Sorted b").closest("tr");
		expect(row?.textContent).toMatch(/[A-Z][a-z ]+, [A-Z][a-z]+/);
		expect(row?.textContent).toContain("ageidentity");
		close();
		await openList(window.location.search);
		expect(names()).toEqual(["Sorted c", "Sorted b", "Sorted a"]);
		search("no such template anywhere");
		await findText("None found in all 4 templates.");
	});

	test("report where the newest templates contain no match, and claim no more than that", async () => {
		addHay(FIRST_PAGE + 60);
		await openList();
		await findText(`${FIRST_PAGE} templates loaded; the tenant has more.`);
		// One letter is searched only in what is loaded.
		search("x");
		await findText(`None found among the ${FIRST_PAGE} newest; the tenant has more.`);
		press("Clear search");
		expect(document.activeElement).toBe(searchBox());
		sortBy("Name");
		await findText(/Sorted among the 50 loaded\.$/);
		fireEvent.click(screen.getByText("Load more"));
		await findText(/Sorted among the 100 loaded\.$/);
		expect(new URLSearchParams(window.location.search).get("pages")).toBe("2");
		fireEvent.click(screen.getByText("Load more"));
		await findText("112 templates.");
		expect(requests.map((query) => query.get("take"))).toEqual(Array(2).fill(String(FIRST_PAGE)));
	});
});

test("an id that is pasted and submitted stays in the box, is announced as being opened, and is opened once", async () => {
	const id = tenant.add({ name: "Pasted" });
	await openList();
	search(` ${id} `);
	await findText(`Opening ${id}…`);
	fireEvent.submit(searchBox().form as HTMLFormElement);
	sortBy("Name");
	expect(searchBox().value.trim()).toBe(id);
	expect(address()).toBe("/templates");
	expect(visited).toEqual([`/templates/${id}`]);
	search("Pasted");
	await findText("1 found in the only template.");
});

test("a template that a new one has moved to the next page is listed once", async () => {
	addHay(FIRST_PAGE + 10);
	await openList();
	tenant.add({ name: "Added meanwhile" });
	fireEvent.click(screen.getByText("Load more"));
	await findText("62 templates.");
	expect(new Set(names()).size).toBe(62);
});

describe("a search of all", () => {
	test("starts while typing, one page after the other, finds what no loaded page contains, and states the result for all templates", async () => {
		addHay(200);
		isHeld = (count) => count === 1;
		await openList();
		searchBox().focus();
		search("hay 19");
		expect(names()).toHaveLength(10);
		search("needle");
		await findText(`Searching all: none found in ${FIRST_PAGE} templates so far…`);
		for (const text of ["needle o", "needle"]) search(text);
		expect(address()).toBe("/templates?q=needle");
		release();
		await findText("2 found in all 202 templates.");
		expect(names()).toEqual(["Needle two", "Needle one"]);
		expect(requests.map((query) => query.get("take"))).toEqual(Array(2).fill(String(FURTHER_PAGE)));
		// The button is gone, and nothing else.
		expect(screen.queryByText("Search all", { selector: "button" })).toBeNull();
		expect(document.activeElement).toBe(searchBox());
		search("no such template anywhere");
		await findText("None found in all 202 templates.");
		press("Clear search");
		await findText("202 templates.");
	});

	test("that started automatically ends when the box is emptied", async () => {
		addHay(300);
		isHeld = () => true;
		await openList("?q=needle");
		await findText(`Searching all: none found in ${FIRST_PAGE} templates so far…`);
		await waitFor(() => expect(requests).toHaveLength(1));
		search("");
		await findText(`${FIRST_PAGE} templates loaded; the tenant has more.`);
		release();
		await findText(`${FIRST_PAGE} templates loaded; the tenant has more.`);
		expect(requests).toHaveLength(1);
	});

	test("that was stopped states its progress, and continues from there", async () => {
		addHay(300);
		isHeld = (count) => count === 2;
		await openList("?q=needle");
		const searched = FIRST_PAGE + FURTHER_PAGE;
		await findText(`Searching all: none found in ${searched} templates so far…`);
		press("Stop");
		await findText(`None found among the ${searched} newest; the tenant has more.`);
		expect(document.activeElement).toBe(button("Search all"));
		search("needle ");
		await findText(`None found among the ${searched} newest; the tenant has more.`);
		release();
		press("Search all");
		await findText("2 found in all 302 templates.");
		// The page that was pending when it was stopped is requested again.
		expect(requests.map((query) => query.get("from"))).toEqual(["50", "150", "150", "250"]);
	});

	test("that is interrupted reports it, keeps every row, and “Resume” continues", async () => {
		addHay(200);
		await openList();
		refusalOf = (count) => (count === 2 ? Response.error() : null);
		press("Search all");
		const alert = (await screen.findByText("No response")).closest("[role=alert]");
		expect(alert?.textContent).toContain("“Resume” continues the search.");
		await findText("150 templates loaded; the tenant has more.");
		expect(names()).toHaveLength(150);
		expect(document.activeElement).toBe(button("Resume"));
		search("needle");
		await findText("None found among the 150 newest; the tenant has more.");
		press("Resume");
		await findText("2 found in all 202 templates.");
		expect(screen.queryByText("No response")).toBeNull();
	});

	test("waits as long as the tenant requires after a press of its button, and can be stopped meanwhile", async () => {
		addHay(100);
		await openList("?q=needle");
		tenant.service.handle = (_, response) =>
			json(response, 429, { statusCode: 429, message: "Too many" }, { "retry-after": "30" });
		await findText(/^Stopped near the tenant's rate limit\. None found among the 50 newest; the tenant has more/);
		expect(requests).toHaveLength(1);
		search("needles");
		press("Search all");
		await findText(/^Searching all: none found in 50 templates so far\. .* is reached; the search continues in 30 s/);
		expect(document.activeElement).toBe(button("Stop"));
		press("Stop");
		await findText(/^None found among the 50 newest; the tenant has more/);
	});

	test("that typing started stops near the tenant's rate limit, and one that its button started does not", async () => {
		addHay(300);
		const rest = { rows: [], unreadable: 0, next: "150", isLimitNear: true };
		refusalOf = (count) => (count === 1 || count === 2 ? Response.json(rest) : null);
		await openList("?q=needle");
		await findText(/^Stopped near the tenant's rate limit\. None found among the 50 newest; the tenant has more/);
		expect(requests).toHaveLength(1);
		press("Search all");
		await findText("2 found in all 202 templates.");
		expect(requests.map((query) => query.get("from"))).toEqual(["50", "150", "150", "250"]);
	});

	test("that waits continues automatically", async () => {
		addHay(100);
		await openList();
		const problem = { title: "Too many requests", message: "Wait.", retryAfterSeconds: 1 };
		refusalOf = () => Response.json({ problem }, { status: 502 });
		press("Search all");
		search("needle");
		await findText(/is reached; the search continues in 1 s/);
		refusalOf = () => null;
		await findText("2 found in all 102 templates.");
	});

	test("that begins in the middle, or at an expired checkpoint, begins with the newest", async () => {
		addHay(200);
		await openList("?from=100");
		await findText(`${FIRST_PAGE} templates loaded; the tenant has more.`);
		const { handle } = tenant.service;
		let reads = 0;
		tenant.service.handle = (request, response) => {
			const from = new URL(request.url, tenant.service.address).searchParams.get("from");
			if (from === null) reads += 1;
			// A checkpoint of an earlier read is not accepted again.
			if (from === null || reads > 1) return handle(request, response);
			return json(response, 400, { statusCode: 400, message: "The checkpoint has expired" });
		};
		press("Search all");
		await findText(`${FURTHER_PAGE} templates loaded; the tenant has more.`);
		expect((await screen.findByText(/checkpoint/)).closest("[role=alert]")).not.toBeNull();
		press("Resume");
		await findText("202 templates.");
	});

	test("that begins with the newest keeps what was selected before", async () => {
		addHay(200);
		await openList("?from=100");
		fireEvent.click(screen.getByText("Load more"));
		await findText("100 templates loaded; the tenant has more.");
		for (const row of [0, 99])
			fireEvent.click(document.querySelectorAll<HTMLElement>("input[name=template]")[row] as HTMLElement);
		await findText(/^2 selected/);
		isHeld = (count) => count === 3;
		press("Search all");
		await findText("Loading all: 100 templates so far…");
		await findText(/^2 selected, 2 of them not shown/);
		release();
		await findText("202 templates.");
		await findText(/^2 selected($| ·)/);
	});

	test("of thousands of rows shows the first, and more on request", async () => {
		addHay(503);
		await openList();
		press("Search all");
		await findText("505 templates.");
		expect(screen.getByText("Showing the first 500 of 505.")).toBeDefined();
		expect(names()).toHaveLength(500);
		search("hay");
		expect(screen.getByText("Showing the first 500 of 503.")).toBeDefined();
		press("Show more");
		expect(names()).toHaveLength(503);
		// The focus is on the last row that was there before.
		expect(document.activeElement).toBe(document.querySelectorAll("tbody th a")[499]);
	});
});

test("“Select all” selects what is shown, states the number, and the bar keeps rows that a search hides", async () => {
	for (const letter of ["a", "b", "c"]) tenant.add({ name: `Chosen ${letter}` });
	tenant.add({ name: "Other" });
	await openList("?q=Chosen");
	const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
	const all = () => screen.getByLabelText<HTMLInputElement>(/^Select all/);
	const chosen = () => ["a", "b", "c"].filter((letter) => box(`Select Chosen ${letter}`).checked);
	const sent = () => new FormData(all().form as HTMLFormElement).getAll("template");
	fireEvent.click(all());
	await findText("3 selected · choose two to compare");
	expect(chosen()).toEqual(["a", "b", "c"]);
	fireEvent.click(box("Select Chosen b"));
	await findText("2 selected");
	expect(all().indeterminate).toBe(true);
	search("Chosen a");
	await findText("2 selected, 1 of them not shown");
	expect(sent()).toHaveLength(2);
	search("Chosen");
	expect(chosen()).toEqual(["a", "c"]);
	press("Clear selection");
	expect([chosen(), all().checked, sent()]).toEqual([[], false, []]);
	expect(document.activeElement).toBe(all());
});

test("a list that is read again in its place shows what is, and keeps the focus, the search and what is selected of it", async () => {
	const [first = "", second = ""] = ["first", "second", "third"].map((name) => tenant.add({ name }));
	const { readAgain } = await openListTwice();
	const box = (name: string) => screen.getByLabelText<HTMLInputElement>(`Select ${name}`);
	for (const name of ["first", "second"]) fireEvent.click(box(name));
	await findText("2 selected");
	const link = screen.getByText("second").closest<HTMLElement>("a");
	link?.focus();
	tenant.add({ name: "added" });
	tenant.stored.delete(first);
	Object.assign(tenant.stored.get(second) ?? {}, { name: "renamed" });
	await readAgain();
	expect(names().toSorted()).toEqual(["added", "renamed", "third"]);
	expect(document.activeElement).toBe(link);
	expect([box("renamed").checked, box("third").checked]).toEqual([true, false]);
	await findText(/^1 selected( ·|$)/);
	search("thi");
	await readAgain();
	expect([searchBox().value, names()]).toEqual(["thi", ["third"]]);
});
