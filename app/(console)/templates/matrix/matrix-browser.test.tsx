import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import * as actionForm from "@/app/_forms/action-form";
import { Queries } from "@/app/_forms/queries";
import { startTemplateTenant, type TemplateTenant } from "@/app/_testing/template-tenant";
import { router } from "@/lib/testing/next-navigation";
import { CHOSEN_TEMPLATES_MAX, readListQuery } from "../_list/list-query";
import { readTemplates } from "../_list/read-templates";
import { columnOf, type MatrixRow, withCell } from "./matrix";
import { MatrixBrowser } from "./matrix-browser";
import * as previewAction from "./preview-action";

type MatrixResult = previewAction.MatrixResult;

/** What a form without scripts was answered with. */
let answered: MatrixResult;
const { useActionForm } = actionForm;
let previewMatrixAction: MockInstance<typeof previewAction.previewMatrixAction>;

/** Whether the window is too narrow for the table. */
let isNarrow: boolean;
let tenant: TemplateTenant;
beforeEach(async () => {
	tenant = await startTemplateTenant();
	isNarrow = false;
	answered = {};
	previewMatrixAction = vi.spyOn(previewAction, "previewMatrixAction").mockResolvedValue({});
	vi.spyOn(actionForm, "useActionForm").mockImplementation((action, start, ...more) =>
		useActionForm(action, { ...start, ...answered }, ...more),
	);
	vi.stubGlobal("matchMedia", () => ({ matches: isNarrow, addEventListener() {}, removeEventListener() {} }));
});
afterEach(async () => {
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
	await tenant.stop();
});

type Start = ComponentProps<typeof MatrixBrowser>["start"];
type Opened = { canWrite?: boolean; start?: Partial<Start> };

async function open(search = "", { canWrite = true, start = {} }: Opened = {}) {
	window.history.replaceState(null, "", `/templates/matrix${search}`);
	const query = readListQuery(Object.fromEntries(new URLSearchParams(search)), "matrix");
	const loaded = await readTemplates(query.from, query.pages);
	const none: Start = { preview: null, chosen: [], edits: [] };
	const page = (now: Partial<Start>) => (
		<MatrixBrowser loaded={loaded} query={query} canWrite={canWrite} start={{ ...none, ...now }} />
	);
	const { rerender } = render(page(start), { wrapper: Queries });
	return { readAgain: (now: Partial<Start>) => rerender(page(now)) };
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
/** Where the focus is: not on the page's body after a press that removes its button. */
const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;

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
	expect(focused()).toBe("Remove change: remove Photo, Hotel");
	expect(cell("City Hotel").checked).toBe(false);
	fireEvent.change(screen.getByRole("searchbox"), { target: { value: "" } });
	expect(cell("City Bar").checked).toBe(true);
	press("Preview changes");
	const [, form] = previewMatrixAction.mock.calls[0] ?? [];
	expect(form?.getAll("row").map((row) => String(row).split(" ")[0])).toEqual([a, b]);
	expect([...(form?.keys() ?? [])]).toEqual(["scripted", "row", "row"]);
	press("Discard");
	expect(focused()).toBe("Preview changes");
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
	fireEvent.change(screen.getByRole("searchbox"), { target: { value: "none of them" } });
	expect(text()).not.toContain("puts first");
	fireEvent.change(screen.getByRole("searchbox"), { target: { value: "" } });
	sortBy("Date of birth");
	expect(text()).toContain("Date of birth: 27 of the 57 ask for it.");
	expect(text()).toContain("Date of birth 27, sensitiveAge in years 0Year of birth");
	expect(screen.getByRole("columnheader", { name: /^Date of birth/ }).getAttribute("aria-sort")).toBe("descending");
	press("Select the 27");
	expect(text()).toContain("27 selected, 2 of them not shown");
	press("Replace by Over 18");
	expect(text()).toContain("54 changes in 27 templates");
	expect(text()).toContain("Date of birth: 0 of the 57 ask for it with your edits.");
	expect(focused()).toBe("Date of birth: 0 of the 57 ask for it with your edits.");
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
	// It would press the first button of the form.
	expect(fireEvent.keyDown(cell("Over 21 Top"), { key: "Enter" })).toBe(false);
	key("ArrowDown");
	expect(focused()).toBe(cell("Over 21 Bottom").getAttribute("aria-labelledby"));
	expect(screen.getAllByRole("checkbox").every((box) => box.tabIndex === 0)).toBe(true);
});

const NONE = "-".repeat(23);
const withMark = ({ place }: { place: number }, mark: string) => NONE.slice(0, place) + mark + NONE.slice(place + 1);

/** Edits that add an attribute to templates which request nothing, or remove the only one that they request. */
function editsOf(ids: readonly string[], name: string, tick: boolean): Start["edits"] {
	const column = columnOf(name) ?? expect.fail();
	const cells = tick ? NONE : withMark(column, "r");
	const rows = ids.map((id): MatrixRow => ({ id, name: id, print: { cells, others: 0 } }));
	return [...withCell(new Map(), rows, column, tick)];
}

/** Whether the browser asks before the page is left. */
function asks(): boolean {
	const event = new Event("beforeunload", { cancelable: true });
	window.dispatchEvent(event);
	return event.defaultPrevented;
}

/** Lets the next preview wait. @returns what answers it */
function holdPreview(): (result: MatrixResult) => Promise<void> {
	const { promise, resolve } = Promise.withResolvers<MatrixResult>();
	previewMatrixAction.mockReturnValueOnce(promise);
	return async (result) => act(async () => resolve(result));
}

test("what is changed while the preview is under way is kept, said and previewed again; leaving asks meanwhile", async () => {
	const push = vi.spyOn(router, "push");
	tenant.add({ name: "Bar", elements: { portrait: true } });
	await open();
	fireEvent.click(cell("City Bar"));
	previewMatrixAction.mockRejectedValueOnce(new TypeError("Failed to fetch"));
	press("Preview changes");
	expect((await screen.findByRole("alert")).textContent).toContain("Nothing was changed.");
	const first = holdPreview();
	press("Preview changes");
	fireEvent.click(cell("Over 18 Bar"));
	expect(asks()).toBe(true);
	await first({ preview: "p1" });
	expect(push).not.toHaveBeenCalled();
	expect(window.location.search).toBe("");
	expect(text()).toContain("You have changed cells meanwhile");
	expect(changes()).toEqual(["add Over 18, Bar", "add City, Bar"]);
	const second = holdPreview();
	press("Preview changes");
	await second({ preview: "p2" });
	expect(push.mock.calls).toEqual([["/templates/bulk/p2"]]);
	expect(window.location.search).toBe("?changes=p2");
	expect(text()).not.toContain("You have changed cells meanwhile");
});

test("a form without scripts that was refused keeps what was ticked and cleared, by the templates' names", async () => {
	const id = tenant.add({ name: "Bar", elements: { portrait: true, odd: 1 } });
	const [photo, city] = ["portrait", "resident_city"].map((name) => columnOf(name) ?? expect.fail());
	if (!photo || !city) return;
	answered = {
		problem: { title: "The tenant is busy", message: "" },
		edits: [
			[id, withMark(photo, "s"), withMark(city, "r")],
			["vct_kiosk", NONE, withMark(city, "r")],
		],
	};
	await open("", { start: { edits: editsOf(["vct_kiosk", "vct_other"], "nationality", true) } });
	expect(text()).toContain("The tenant is busy");
	expect([cell("Photo Bar").checked, cell("City Bar").checked]).toEqual([false, true]);
	expect(changes().toSorted()).toEqual(["add City, Bar", "add City, vct_kiosk", "remove Photo, Bar"]);
	expect(text()).not.toContain("would ask for nothing");
});

test("the edits of a preview come with what was ticked before the page was read for it, and no reading takes them away", async () => {
	const id = tenant.add({ name: "Bar", elements: { portrait: true } });
	const { readAgain } = await open("?changes=p");
	fireEvent.click(cell("City Bar"));
	// Until the page is read for it, the address says which.
	expect(window.location.search).toBe("?changes=p");
	readAgain({
		preview: "p",
		edits: [...editsOf([id], "nationality", true), ...editsOf(["vct_hotel"], "portrait", false)],
	});
	expect(changes().toSorted()).toEqual([`add City, ${id}`, `add Nationality, ${id}`, "remove Photo, vct_hotel"]);
	expect(window.location.search).toBe("");
	press(`Remove change: add Nationality, ${id}`);
	readAgain({});
	readAgain({ preview: "p", edits: editsOf([id], "nationality", true) });
	expect(changes().toSorted()).toEqual([`add City, ${id}`, "remove Photo, vct_hotel"]);
});

test("the address leads to the edits of a preview while it is searched and sorted, until they are changed", async () => {
	const id = tenant.add({ name: "Bar", elements: { portrait: true } });
	await open("?changes=p", { start: { preview: "p", edits: editsOf([id], "resident_city", true) } });
	sortBy("Name");
	expect(window.location.search).toBe("?sort=name&changes=p");
	expect(screen.getByRole("link", { name: "Matrix" }).getAttribute("href")).toBe(
		"/templates/matrix?sort=name&changes=p",
	);
	expect(screen.getByRole("link", { name: "List" }).getAttribute("href")).toBe("/templates?sort=name");
	fireEvent.click(cell("Over 18 Bar"));
	expect(window.location.search).toBe("?sort=name");
});

test("two selected rows are compared, others wait for two, and too many are not sent; an export does not ask, a comparison does", async () => {
	const [a, b] = ["Bar", "Hotel"].map((name) => tenant.add({ name, elements: { portrait: true } }));
	await open();
	fireEvent.click(cell("City Bar"));
	fireEvent.click(cell("Select Bar"));
	expect(text()).toContain("1 selected · choose two to compare");
	expect(screen.queryByRole("link", { name: "Compare selected" })).toBeNull();
	fireEvent.click(cell("Select Hotel"));
	const compare = screen.getByRole("link", { name: "Compare selected" });
	expect(compare.className).toBe("button");
	expect(compare.getAttribute("href")).toBe(`/templates/compare?a=${a}&b=${b}`);
	expect(text()).not.toContain("choose two");
	// What the browser does after it was sent: jsdom loads no pages.
	const sent = (button: string) => {
		let isSent = false;
		const stop = (event: Event) => {
			isSent = !event.defaultPrevented;
			event.preventDefault();
		};
		window.addEventListener("submit", stop, { once: true });
		press(button);
		window.removeEventListener("submit", stop);
		return isSent;
	};
	expect([sent("Export"), asks(), asks()]).toEqual([true, false, true]);
	fireEvent.click(compare);
	expect(screen.getByRole("dialog", { name: "Leave?" }).textContent).toContain("Your edits of the matrix are lost.");
});

test("more than can be changed or exported at once is said, and not sent", async () => {
	const ids = Array.from({ length: CHOSEN_TEMPLATES_MAX + 1 }, (_, index) => `vct_${index}`);
	await open("?from=1", { start: { chosen: ids, edits: editsOf(ids, "resident_city", true) } });
	expect(text()).toContain("101 selected, 101 of them not shown · at most 100 at once");
	expect(document.querySelectorAll("input[type=hidden]:is([name=template], [name=row])")).toHaveLength(0);
	const submit = new SubmitEvent("submit", {
		cancelable: true,
		bubbles: true,
		submitter: screen.getByRole("button", { name: "Export" }),
	});
	fireEvent(document.querySelector("#chosen") ?? expect.fail(), submit);
	expect(submit.defaultPrevented).toBe(true);
	press("Preview changes");
	expect(previewMatrixAction).not.toHaveBeenCalled();
	expect(text()).toContain("101 templates are too many");
});

test("of many templates with edits, each that would ask for nothing is named; what else is loaded keeps the edits without a question", async () => {
	const ids = Array.from({ length: 30 }, (_, index) => `vct_${index}`);
	const empty = editsOf(["vct_last"], "portrait", false);
	tenant.add({ name: "Bar", elements: { portrait: true } });
	await open("", { start: { edits: [...editsOf(ids, "resident_city", true), ...empty] } });
	const items = within(screen.getByRole("list", { name: "Changes" })).getAllByRole("listitem");
	expect(items.slice(-2).map(({ textContent }) => textContent)).toEqual([
		"vct_last− Photo ×would ask for nothing",
		"and 10 more templates",
	]);
	const link = document.body.appendChild(document.createElement("a"));
	const isAsked = (href: string) => {
		link.href = href;
		link.addEventListener("click", (event) => event.preventDefault(), { once: true });
		fireEvent.click(link);
		return screen.queryByRole("dialog") !== null;
	};
	expect([isAsked("/templates/matrix?from=next"), isAsked("/templates")]).toEqual([false, true]);
	link.remove();
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
	await open("", { start: { chosen } });
	expect(text()).toContain("2 selected, 2 of them not shown");
	cleanup();
	await open("?pages=2", { start: { chosen } });
	expect(text()).toContain("1 selected, 1 of them not shown");
});

test("in a narrow window it is a list by attribute, with the same edits", async () => {
	tenant.add({ name: "Bar", elements: { portrait: true } });
	tenant.add({ name: "Hotel", elements: { resident_city: true } });
	isNarrow = true;
	await open();
	expect(screen.queryByRole("table")).toBeNull();
	const photo = screen.getByText("Photo", { selector: "summary *" }).closest("details") ?? expect.fail();
	expect(photo.querySelector("summary")?.textContent).toBe("Photo 1, sensitive");
	photo.open = true;
	fireEvent(photo, new Event("toggle"));
	fireEvent.click(await within(photo).findByRole("checkbox", { name: "Photo Hotel" }));
	expect(photo.querySelector("summary")?.textContent).toBe("Photo 2, sensitive");
	fireEvent.click(within(photo).getByRole("button", { name: "Remove" }));
	expect(changes()).toEqual(["remove Photo, Bar"]);
});
