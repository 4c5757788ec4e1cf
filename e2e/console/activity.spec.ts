import { randomUUID } from "node:crypto";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import type { VisitedPage, Visitor } from "../http/visitor";
import { expectAccessible } from "../page/axe";
import { expectReachableScrollers } from "../page/scrollers";

/** The text of each write's entry, expanded or not. */
const entriesOf = (page: VisitedPage) =>
	[...page.document.querySelectorAll("main li > details")].map(({ textContent }) => textContent);

/** Adds City to a template by its form. */
async function addCity(editor: Visitor, id: string): Promise<void> {
	const form = await editor.open(`/templates/${id}`);
	form.getByRole<HTMLInputElement>("checkbox", { name: "City" }).checked = true;
	(await editor.press(form, "Save changes")).getByText("Saved.");
}

test("what an editor does is listed with its outcome, filtered in the URL, and exported", async ({
	visit,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const name = `Trail ${randomUUID()}`;
	const { id } = await management.createTemplate(name, { portrait: true });
	const editor = await visit("editor");
	await addCity(editor, id);

	const all = await editor.open("/activity");
	const operation = all.getByRole("option", { name: "Change template" }) as HTMLOptionElement;
	const shown: VisitedPage = await editor.press(all, "Filter", { subject: id, operation: operation.value });
	expect(shown.url.searchParams.get("subject")).toBe(id);
	expect(shown.getByRole<HTMLInputElement>("textbox", { name: "Name or ID" }).value).toBe(id);
	const [entry, ...others] = entriesOf(shown);
	expect(others).toEqual([]);
	expect(entry).toContain(`Edda Torvik changed ${name}: +\u00a0City`);
	for (const more of ["Adds City", "Done", "editor@example.com", id]) expect(entry).toContain(more);

	const csv = await editor.open(`/activity/export?subject=${id}`);
	expect(csv.headers.get("content-disposition")).toMatch(/attachment; filename="activity-.*\.csv"/);
	expect(csv.headers.get("cache-control")).toContain("no-store");
	expect(csv.html.split("\r\n")).toHaveLength(3);
	const json = await editor.open(`/activity/export?format=json&subject=${id}`);
	expect(JSON.parse(json.html)).toMatchObject([
		{ target: id, name, person_name: "Edda Torvik", outcome: "done", operation: "Change template" },
	]);
});

test("a rename and a deletion are listed by name, with old and new values, for viewers too, and found by name and by day", async ({
	visit,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const [before, after] = [`Age check 21+ ${randomUUID()}`, `Age check B ${randomUUID()}`];
	const { id } = await management.createTemplate(before, { age_over_21: true });
	const editor = await visit("editor");
	const form = await editor.open(`/templates/${id}`);
	const renamed = await editor.press(form, "Save changes", { name: after });
	await editor.press(renamed, "Delete template");

	const viewer = await visit("viewer");
	const entries = entriesOf(await viewer.open(`/activity?subject=${id}`));
	expect(entries).toEqual([
		expect.stringMatching(`^Edda Torvik deleted ${after}`),
		expect.stringContaining(`Edda Torvik renamed ${before} to ${after}`),
	]);
	expect(entries[1]).toContain(`Renames it to “${after}” (was “${before}”)`);
	expect(entriesOf(await viewer.open(`/activity?${new URLSearchParams({ subject: after })}`))).toHaveLength(2);
	const overview = await viewer.open("/?wait=yes");
	expect(overview.getByRole("main").textContent).toContain(`Edda Torvik deleted ${after}`);
	expect(overview.getByRole("main").textContent).not.toContain(id);

	const today = new Date().toISOString().slice(0, 10);
	const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
	const all = await viewer.open("/activity");
	const ofToday = await viewer.press(all, "Filter", { subject: id, since: today, until: today });
	expect(ofToday.url.searchParams.get("since")).toBe(today);
	expect(entriesOf(ofToday)).toHaveLength(2);
	ofToday.getByRole("heading", { level: 2, name: "Today" });
	const none = await viewer.press(all, "Filter", { subject: id, since: tomorrow });
	none.getByText("Nothing matches");
	none.getByRole("link", { name: "Show all activity" });
	const file = JSON.parse((await viewer.open(`/activity/export?format=json&subject=${id}&until=${today}`)).html);
	expect(file).toMatchObject([{ name: after }, { values: [{ part: "name", before, after }] }]);
});

test("the activity, calls, log and sessions pages have no accessibility violation and fit, their controls are 24 px high, and the filter's fields are in one line", async ({
	page,
	signIn,
	visit,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const { id } = await management.createTemplate(`Target ${randomUUID()}`, { portrait: true });
	await addCity(await visit("editor"), id);
	await signIn(page, "editor");
	const entry = (await (await visit("editor")).open("/log")).document.querySelector("a[href^='/log/']");
	const entryPath = entry?.getAttribute("href") ?? "";
	for (const path of [`/activity?subject=${id}`, "/api-calls", "/log", entryPath, "/your-sessions"]) {
		await page.goto(path);
		for (const width of path === "/your-sessions" ? [] : [1280, 320]) {
			await page.setViewportSize({ width, height: 800 });
			const targets = page.getByRole("main").locator("a, button, input, select").filter({ visible: true });
			// A link within a sentence is as high as its line.
			const heights = await targets.evaluateAll((all) =>
				all
					.filter((one) => one.closest("td, th") || getComputedStyle(one).display !== "inline")
					.map((one) => one.getBoundingClientRect().height),
			);
			expect(heights.length).toBeGreaterThan(1);
			expect(Math.min(...heights), `${path} at ${width} px`).toBeGreaterThanOrEqual(24);
		}
		await page.setViewportSize({ width: 1280, height: 800 });
		await expectAccessible(page);
		await expectReachableScrollers(page);
	}
	if (process.env.LONG) {
		await page.goto("/activity?subject=nothing");
		await expectAccessible(page);
	}
	await page.goto("/activity");
	const form = page.getByRole("search").getByRole("button", { name: "Filter" }).locator("xpath=ancestor::form");
	for (const parts of [form.locator("label"), form.locator("input, select, button")]) {
		const tops = await parts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
		expect(new Set(tops).size, String(tops)).toBe(1);
	}
});

test("the export requires a session", async ({ credentials }) => {
	for (const cookie of ["", "console.session.5000=garbage"]) {
		const response = await fetch(`${credentials.address}/activity/export`, { headers: { cookie } });
		expect(response.status).toBe(401);
	}
});
