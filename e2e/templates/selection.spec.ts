import type { Locator } from "@playwright/test";
import { within } from "@testing-library/dom";
import { elementsOf } from "../http/management";
import { expectAccessible } from "../page/axe";
import { holdBack } from "../page/hold-back";
import { expect, test, uniqueName } from "./templates-page";

const almostAll = Object.fromEntries(
	[
		...["family_name", "given_name", "birth_date", "issue_date", "expiry_date", "issuing_country", "issuing_authority"],
		...["portrait", "driving_privileges", "resident_address", "resident_city", "resident_state"],
		...[
			"resident_postal_code",
			"resident_country",
			"nationality",
			"age_in_years",
			"age_birth_year",
			"issuing_jurisdiction",
		],
	].map((name) => [name, true]),
);

test("rows selected before hydration stay selected; the action bar stays visible, shifts no row and compares two", async ({
	page,
	signIn,
	management,
}) => {
	const purpose = uniqueName("Long list");
	for (let index = 0; index < 30; index += 1)
		await management.createTemplate(`${purpose} ${index}`, { portrait: true });
	await signIn(page, "viewer");
	await page.setViewportSize({ width: 1280, height: 600 });
	const { release } = await holdBack(page, (url) => url.pathname.endsWith(".js"));
	await page.goto(`/templates?${new URLSearchParams({ q: purpose })}`, { waitUntil: "commit" });
	const boxes = page.getByRole("checkbox", { name: `Select ${purpose}` });
	const compare = page.getByRole("button", { name: "Compare selected" });
	const bar = page.getByRole("status").filter({ hasText: "selected" });
	await expect(boxes).toHaveCount(30);
	await expect(compare).toBeHidden();
	const before = await boxes.first().boundingBox();
	await boxes.first().check();
	await expect(compare).toBeInViewport({ ratio: 1 });
	expect(await boxes.first().boundingBox()).toEqual(before);
	release();
	await expect(bar).toHaveText("1 selected · choose two to compare");
	await expect(boxes.first()).toBeChecked();
	expect(await boxes.first().boundingBox()).toEqual(before);

	await boxes.last().scrollIntoViewIfNeeded();
	await expect(page.getByRole("columnheader", { name: "Asks for" })).toBeInViewport({ ratio: 1 });
	const heights = await page
		.getByRole("row")
		.filter({ hasText: purpose })
		.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
	expect(heights.filter((height) => height < 36 || height > 44)).toEqual([]);

	await test.step("a selected row is distinguishable with forced colours too", async () => {
		const outline = (row: Locator) => row.evaluate((element) => getComputedStyle(element).outlineStyle);
		await page.emulateMedia({ forcedColors: "active" });
		const rows = page.getByRole("row").filter({ hasText: purpose });
		expect([await outline(rows.first()), await outline(rows.last())]).toEqual(["solid", "none"]);
		await page.emulateMedia({ forcedColors: "none" });
	});
	await test.step("a row opens its template, by its cells too, and in a tab of its own; its box and its menu do not", async () => {
		const row = page.getByRole("row").filter({ hasText: purpose }).nth(3);
		const name = (await row.getByRole("rowheader").textContent()) ?? "";
		const cell = row.getByRole("cell", { name: /Photo/ });
		const opened = page.context().waitForEvent("page");
		await cell.click({ button: "middle" });
		await expect((await opened).getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
		await row.getByRole("button", { name: `Actions for ${name}` }).click();
		await expect(page.getByRole("list", { name: `Actions for ${name}` }).getByRole("link")).toHaveText([
			"Open",
			"Compare",
			"Download as JSON",
		]);
		await page.keyboard.press("Escape");
		await expect(page.getByRole("list", { name: `Actions for ${name}` })).toBeHidden();
		await expect(page).toHaveURL(/templates\?q=/);
		await cell.click();
		await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
		await page.goBack();
		await boxes.first().check();
	});
	await test.step("what a search hides stays selected and is compared", async () => {
		await page.getByRole("searchbox").fill(`${purpose} 7`);
		await expect(bar).toContainText("1 selected, 1 of them not shown");
		await boxes.first().check();
		await expect(bar).toHaveText("2 selected, 1 of them not shown");
		await compare.click();
		await expect(page.getByText("Both ask for the same.")).toBeVisible();
		await expect(page.getByRole("columnheader").filter({ hasText: purpose })).toHaveCount(2);
	});
	await test.step("Back restores the list, where all are selected and cleared", async () => {
		await page.goBack();
		await page.getByRole("searchbox").fill(purpose);
		await expect(boxes).toHaveCount(30);
		const all = page.getByRole("checkbox", { name: "Select all" });
		await all.check();
		await expect(bar).toContainText("30 selected");
		await page.getByRole("button", { name: "Clear selection" }).click();
		await expect(compare).toBeHidden();
		await expect(all).not.toBeChecked();
		await expect(all).toBeFocused();
	});
});

test("a name of 255 characters leaves the other columns visible, and 18 attributes are almost everything", async ({
	page,
	signIn,
	management,
}) => {
	const purpose = uniqueName("Wide");
	const long = `${purpose} ${"W".repeat(254 - purpose.length)}`;
	await management.createTemplate(long, almostAll);
	const { age_in_years: _, ...fewer } = almostAll;
	await management.createTemplate(`${purpose} short`, fewer);
	await signIn(page, "viewer");
	await page.setViewportSize({ width: 1280, height: 720 });
	await page.goto(`/templates?${new URLSearchParams({ q: purpose })}`);
	const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: long, exact: true }) });
	await expect(row.getByText("asks for almost everything")).toBeInViewport({ ratio: 1 });
	await expect(row.getByRole("time")).toBeInViewport({ ratio: 1 });
	// No badge of a cell overlaps another.
	const ends = await row.getByRole("cell", { name: /18 attributes/ }).evaluate((cell) =>
		[...cell.querySelectorAll(".badge")].map((one) => {
			const { left, right, top } = one.getBoundingClientRect();
			return { left, right, top, cut: one.scrollWidth > one.clientWidth + 1 };
		}),
	);
	expect(ends.length).toBeGreaterThan(3);
	for (const [index, { left, top, cut }] of ends.entries()) {
		expect(cut).toBe(false);
		const before = ends[index - 1];
		if (before?.top === top) expect(left).toBeGreaterThanOrEqual(before.right);
	}
	expect((await row.boundingBox())?.height).toBeLessThanOrEqual(44);
	const other = page.getByRole("row").filter({ hasText: `${purpose} short` });
	await expect(other).toContainText("17 attributes");
	await expect(other).not.toContainText("almost everything");
});

test("an attribute is removed from several templates after a preview of each, and what other admins change meanwhile is reported and not overwritten", async ({
	page,
	signIn,
	management,
}) => {
	const purpose = uniqueName("Bulk");
	const add = async (name: string, elements: Record<string, unknown>) =>
		(await management.createTemplate(`${purpose} ${name}`, elements)).id;
	const a = await add("a", { portrait: true, resident_city: true });
	const only = await add("only", { resident_city: true });
	const without = await add("without", { portrait: true });
	const gone = await add("gone", { portrait: true, resident_city: true });
	await signIn(page, "editor");
	await page.goto(`/templates?${new URLSearchParams({ q: purpose })}`);
	await page.getByRole("checkbox", { name: /^Select all/ }).check();
	await expect(page.getByRole("status").filter({ hasText: "4 selected" })).toBeVisible();

	await test.step("an export is one file, and leaves the selection unchanged", async () => {
		const [file] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("button", { name: "Export" }).click(),
		]);
		expect(file.suggestedFilename()).toBe("templates-4.json");
		await expect(page.getByRole("progressbar", { name: "Loading" })).toBeHidden();
		await expect(page.getByRole("status").filter({ hasText: "4 selected" })).toBeVisible();
	});
	const entry = (id: string) =>
		page.getByRole("list", { name: "Templates", exact: true }).getByRole("listitem").filter({ hasText: id });
	const status = page.getByRole("main").getByRole("status");
	await test.step("the preview lists the change of each", async () => {
		await page.getByRole("button", { name: "Remove an attribute…" }).click();
		await page
			.getByRole("combobox", { name: "Attribute" })
			.selectOption({ label: "City (requested in 3 of 4 templates)" });
		await page.getByRole("button", { name: "Preview changes" }).click();
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Remove City from 2 templates");
		await expect(entry(a)).toContainText("leaves Photo");
		await expect(entry(only)).toContainText("Left out: nothing would be left to ask for");
		await expect(entry(without)).toContainText("Not requested there");
		await expectAccessible(page, { within: "main" });
	});
	await test.step("each is read again before it is written", async () => {
		await management.deleteTemplate(gone);
		await management.updateElements(a, { portrait: true, resident_city: true, nationality: true });
		await page.getByRole("button", { name: "Remove City from 2 templates" }).click();
		await expect(status).toHaveText(/^Finished: 1 changed, 1 gone/);
		await expect(entry(gone)).toContainText("No longer there");
		expect(elementsOf(await management.getTemplate(a))).toEqual({ portrait: true, nationality: true });
		await page.reload();
		await expect(entry(a)).toContainText("Changed.");
	});
});

test("templates are deleted without scripts after a preview, a changed one stays, and a viewer has no such action", async ({
	visit,
	management,
}) => {
	const purpose = uniqueName("Deleted");
	const [one, two] = [
		await management.createTemplate(`${purpose} one`, { portrait: true }),
		await management.createTemplate(`${purpose} two`, { portrait: true }),
	];
	const [editor, viewer] = [await visit("editor"), await visit("viewer")];
	const list = await viewer.open(`/templates?${new URLSearchParams({ q: purpose })}`);
	expect(list.queryByRole("button", { name: "Delete…" })).toBeNull();
	list.getByRole("button", { name: "Export" });
	const path = `/templates/bulk?${new URLSearchParams([
		["operation", "delete"],
		["template", one.id],
		["template", two.id],
	])}`;
	(await viewer.open(path)).getByText("Changing templates needs the editor role.");

	const preview = await editor.open(path);
	expect((await viewer.open(preview.url)).status).toBe(404);
	const templates = within(preview.getByRole("list", { name: "Templates" }));
	expect(templates.getAllByText("Would be deleted")).toHaveLength(2);
	await management.updateElements(two.id, { resident_city: true });
	const ended = await editor.press(preview, "Delete 2 templates");
	expect(within(ended.getByRole("main")).getByRole("status").textContent).toBe(
		"Finished: 1 deleted, 1 changed since the preview.",
	);
	ended.getByText("Not deleted: it has changed since the preview");
	const again = await editor.press(ended, "Preview the remaining one again");
	await editor.press(again, "Delete 1 template");
	const left = await editor.open(`/templates?${new URLSearchParams({ q: purpose })}`);
	left.getByText("No template matches");
});
