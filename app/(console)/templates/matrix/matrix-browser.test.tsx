import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Queries } from "@/app/_forms/queries";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { readListQuery } from "../_list/list-query";
import { readTemplates } from "../_list/read-templates";
import { MatrixBrowser } from "./matrix-browser";
import { previewMatrixAction } from "./preview-action";

vi.mock("./preview-action", () => ({ previewMatrixAction: vi.fn(async () => ({})) }));

/** Whether the window is too narrow for the table. */
let isNarrow: boolean;
let tenant: TemplateTenant;
beforeEach(async () => {
	tenant = await startTemplateTenant();
	isNarrow = false;
	vi.stubGlobal("matchMedia", () => ({ matches: isNarrow, addEventListener() {}, removeEventListener() {} }));
});
afterEach(async () => {
	vi.unstubAllGlobals();
	vi.mocked(previewMatrixAction).mockClear();
	await tenant.stop();
});

const NO_START: ComponentProps<typeof MatrixBrowser>["start"] = { preview: null, chosen: [], edits: [] };

async function open(search = "", { canWrite = true, start = NO_START } = {}) {
	window.history.replaceState(null, "", `/templates/matrix${search}`);
	const query = readListQuery(Object.fromEntries(new URLSearchParams(search)), "matrix");
	const loaded = await readTemplates(query.from, query.pages);
	render(<MatrixBrowser loaded={loaded} query={query} canWrite={canWrite} start={start} />, { wrapper: Queries });
}

const cell = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
const changes = () =>
	screen
		.queryAllByRole("button", { name: /^Remove change: / })
		.map((chip) => chip.getAttribute("aria-label")?.slice("Remove change: ".length));
const press = (name: string | RegExp) => void fireEvent.click(screen.getByRole("button", { name }));
const sortBy = (column: string) => void fireEvent.click(screen.getByRole("link", { name: column }));
const names = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);
const text = () => document.body.textContent;

test("cells of several templates become one form, whatever is sorted and searched meanwhile; each can be removed", async () => {
	const a = tenant.add({ name: "Bar", elements: { portrait: true, nationality: false } });
	const b = tenant.add({ name: "Hotel", elements: { portrait: true, odd: 1 } });
	await open();
	expect(cell("Nationality Bar").getAttribute("aria-describedby")).toBe("listed-false");
	for (const name of ["City Bar", "Photo Bar", "Photo Hotel", "City Hotel"]) fireEvent.click(cell(name));
	sortBy("Name");
	fireEvent.change(screen.getByRole("searchbox"), { target: { value: "hotel" } });
	expect(names()).toEqual(["Hotel"]);
	expect([cell("Photo Hotel").checked, cell("City Hotel").checked]).toEqual([false, true]);
	expect(changes()).toEqual(["remove Photo, Bar", "add City, Bar", "remove Photo, Hotel", "add City, Hotel"]);
	expect(text()).toContain("4 changes in 2 templates");
	press("Remove change: add City, Hotel");
	expect(cell("City Hotel").checked).toBe(false);
	fireEvent.change(screen.getByRole("searchbox"), { target: { value: "" } });
	expect(cell("City Bar").checked).toBe(true);
	press("Preview changes");
	const [, form] = vi.mocked(previewMatrixAction).mock.calls[0] ?? [];
	expect(form?.getAll("row").map((row) => String(row).split(" ")[0])).toEqual([a, b]);
	expect([...(form?.keys() ?? [])]).toEqual(["scripted", "row", "row"]);
	press("Discard");
	expect([changes(), cell("Photo Bar").checked, cell("City Bar").checked]).toEqual([[], true, false]);
});

test("a template that would ask for nothing is marked, and one that asks for others is not", async () => {
	tenant.add({ name: "Bar", elements: { portrait: true } });
	tenant.add({ name: "Hotel", elements: { portrait: true, odd: 1 } });
	await open();
	fireEvent.click(cell("Photo Hotel"));
	expect(text()).not.toContain("would ask for nothing");
	fireEvent.click(cell("Photo Bar"));
	expect(
		within(screen.getByRole("list", { name: "Changes" }))
			.getByText("Bar")
			.closest("li")?.textContent,
	).toMatch(/would ask for nothing$/);
});

test("a column's head puts first those that ask for it, selects them, and removes or replaces it in all that are found", async () => {
	for (let index = 0; index < 30; index += 1) tenant.add({ name: `Other ${index}`, elements: { portrait: true } });
	for (let index = 0; index < 27; index += 1) tenant.add({ name: `Bar ${index}`, elements: { birth_date: true } });
	await open("?pages=2");
	expect(names()).toHaveLength(25);
	sortBy("Date of birth");
	expect(text()).toContain("Date of birth: 27 of the 57 ask for it.");
	expect(screen.getByRole("columnheader", { name: /^Date of birth/ }).getAttribute("aria-sort")).toBe("descending");
	press("Select the 27");
	expect(text()).toContain("27 selected, 2 of them not shown");
	press("Replace by Over 18");
	expect(text()).toContain("54 changes in 27 templates");
	expect(text()).toContain("Date of birth: 0 of the 57 ask for it with your edits.");
	fireEvent.click(screen.getByRole("link", { name: "Next rows" }));
	expect([names().slice(0, 3).join(), window.location.search]).toEqual([
		"Bar 1,Bar 0,Other 29",
		"?sort=-birth_date&pages=2&page=1",
	]);
	expect(cell("Over 18 Bar 0").checked).toBe(true);
	// The selected rows of the other page are sent as well.
	const chosen = new FormData(document.querySelector<HTMLFormElement>("#chosen") ?? undefined);
	expect(chosen.getAll("template")).toHaveLength(27);
});

test("equal requests stand together, the broad ones first", async () => {
	const requests = [{ portrait: true }, { portrait: true, birth_date: true }, { resident_city: true }];
	for (let index = 0; index < 6; index += 1) tenant.add({ name: `T${index}`, elements: requests[index % 3] ?? {} });
	await open();
	sortBy("Equal requests together");
	const kinds = names().map((name) => Number(name?.slice(1)) % 3);
	expect([kinds.slice(0, 2), kinds.slice(2, 4), kinds.slice(4)].map((pair) => new Set(pair).size)).toEqual([1, 1, 1]);
	expect(kinds[0]).toBe(1);
});

test("arrow keys go from cell to cell, over a row that is not readable here", async () => {
	tenant.add({ name: "Bottom", elements: { portrait: true } });
	tenant.add({ name: "Odd", elements: { portrait: true } });
	tenant.add({ name: "Top", elements: { portrait: true } });
	const { handle } = tenant.service;
	tenant.service.handle = (request, response) => {
		const end = response.end.bind(response);
		const spoil = (body: string) => body.replace(/("name":"Odd".*?"presentation":)\{.*?\}\}\}/, '$1{"x":1}');
		response.end = ((body: unknown) => end(typeof body === "string" ? spoil(body) : body)) as typeof response.end;
		return handle(request, response);
	};
	await open();
	expect(screen.getByText("not readable here").closest("tr")?.textContent).toContain("Odd");
	const focused = () => document.activeElement?.getAttribute("aria-labelledby");
	const key = (name: string) => void fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
	cell("Over 18 Top").focus();
	for (const name of ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowRight", "ArrowLeft", "ArrowUp"]) key(name);
	expect(focused()).toBe(cell("Over 21 Top").getAttribute("aria-labelledby"));
	key("ArrowDown");
	expect(focused()).toBe(cell("Over 21 Bottom").getAttribute("aria-labelledby"));
	expect(screen.getAllByRole("checkbox").every((box) => box.tabIndex === 0)).toBe(true);
});

test("a viewer selects rows and changes nothing", async () => {
	tenant.add({ name: "Bar", elements: { portrait: true } });
	await open("", { canWrite: false });
	expect([cell("Photo Bar").disabled, cell("Select Bar").disabled]).toEqual([true, false]);
	expect(screen.queryByRole("button", { name: "Preview changes" })).toBeNull();
	sortBy("Photo");
	expect(screen.getByRole("button", { name: "Select it" })).toBeTruthy();
	expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
});

test("without scripts it states how edits are kept, and no number of changes, which it would not know", async () => {
	tenant.add({ name: "Bar", elements: { portrait: true } });
	await open();
	expect(screen.getByText("No changes").className).toContain("script-only");
	expect(screen.getByText(/^Preview your edits before you sort, search/).className).toContain("without-scripts");
});

test("of what is selected only those that may exist count, and those that are not shown are told apart", async () => {
	const chosen = [tenant.add({ name: "Oldest" }), "vct_gone"];
	for (let index = 0; index < 51; index += 1) tenant.add({ name: `Other ${index}` });
	await open("", { start: { preview: null, chosen, edits: [] } });
	expect(text()).toContain("2 selected, 2 of them not shown");
	cleanup();
	await open("?pages=2", { start: { preview: null, chosen, edits: [] } });
	expect(text()).toContain("1 selected, 1 of them not shown");
});

test("in a narrow window it is a list by attribute, with the same edits", async () => {
	tenant.add({ name: "Bar", elements: { portrait: true } });
	tenant.add({ name: "Hotel", elements: { resident_city: true } });
	isNarrow = true;
	await open();
	expect(screen.queryByRole("table")).toBeNull();
	const photo = screen.getByText("Photo", { selector: "summary *" }).closest("details") ?? expect.fail();
	expect(photo.querySelector("summary")?.textContent).toBe("Photo 1");
	photo.open = true;
	fireEvent(photo, new Event("toggle"));
	fireEvent.click(await within(photo).findByRole("checkbox", { name: "Photo Hotel" }));
	expect(photo.querySelector("summary")?.textContent).toBe("Photo 2");
	fireEvent.click(within(photo).getByRole("button", { name: "Remove" }));
	expect(changes()).toEqual(["remove Photo, Bar"]);
});
