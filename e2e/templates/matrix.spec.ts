import type { Page } from "@playwright/test";
import { elementsOf } from "../http/management";
import { expectAccessible } from "../page/axe";
import { holdBack } from "../page/hold-back";
import { expect, test, uniqueName } from "./templates-page";

const cell = (page: Page, attribute: string, template: string) =>
	page.getByRole("checkbox", { name: `${attribute} ${template}`, exact: true });

test("cells of several templates are changed together: in chips, previewed, written to each and undone; leaving asks; without scripts as a form", async ({
	page,
	signIn,
	visit,
	management,
}) => {
	const purpose = uniqueName("Matrix");
	const [bar, hotel] = [`${purpose} bar`, `${purpose} hotel`];
	const { id: barId } = await management.createTemplate(bar, { birth_date: true, nationality: false });
	const { id: hotelId } = await management.createTemplate(hotel, { birth_date: true, portrait: true, odd: 1 });
	const elements = async (id: string) => elementsOf(await management.getTemplate(id));
	await signIn(page, "editor");
	const { release } = await holdBack(page, (url) => url.pathname.endsWith(".js"));
	await page.goto(`/templates/matrix?${new URLSearchParams({ q: purpose })}`, { waitUntil: "commit" });
	await cell(page, "City", bar).check();
	release();
	const changes = page.getByRole("list", { name: "Changes" });
	const status = page.getByRole("status").filter({ hasText: /changes? in|No changes/ });
	await expect(changes).toHaveText(new RegExp(`${bar}\\+ City`));

	await test.step("Back begins without edits: where they were, another template may be", async () => {
		await page.goto("/templates");
		const { id } = await management.createTemplate(`${purpose} kiosk`, { portrait: true });
		await page.goBack();
		await expect(page.getByRole("row").filter({ hasText: `${purpose} kiosk` })).toBeVisible();
		await cell(page, "City", bar).check();
		await expect(status).toHaveText("1 change in 1 template");
		await management.deleteTemplate(id);
	});
	await test.step("each cell is in the order of Tab, arrow keys go on from it, and the head stays in sight", async () => {
		await cell(page, "City", bar).focus();
		await page.keyboard.press("Tab");
		await expect(cell(page, "State / province", bar)).toBeFocused();
		await page.keyboard.press("ArrowUp");
		await expect(cell(page, "State / province", hotel)).toBeFocused();
		await page.keyboard.press("ArrowLeft");
		await page.keyboard.press("Space");
		await expect(status).toHaveText("2 changes in 2 templates");
		await expect(page.getByRole("columnheader", { name: /^City/ })).toBeInViewport({ ratio: 1 });
		// Scrolled to the side, nothing passes over the names and their head.
		await page.setViewportSize({ width: 800, height: 800 });
		await page.getByRole("region", { name: "Matrix" }).evaluate((region) => region.scrollTo(200, 0));
		const nameHead = await page.getByRole("columnheader", { name: "Name", exact: true }).boundingBox();
		const group = await page.getByRole("columnheader", { name: /^Age limits/ }).boundingBox();
		const shown = ([x, y]: [number, number]) => document.elementFromPoint(x, y)?.closest("th, td")?.textContent;
		const beside: [number, number] = [(nameHead?.x ?? 0) + (nameHead?.width ?? 0) - 2, (group?.y ?? 0) + 5];
		expect(await page.evaluate(shown, beside)).toBe("Equal requests together");
		await page.setViewportSize({ width: 1280, height: 800 });
		await expectAccessible(page, { within: "main" });
	});
	await test.step("a column's head puts an age limit in the place of the date of birth", async () => {
		await page.getByRole("link", { name: "Date of birth", exact: true }).click();
		await page.getByRole("button", { name: "Replace by Over 18" }).click();
		await page.getByRole("button", { name: `Remove change: add City, ${hotel}` }).click();
		await expect(status).toHaveText("5 changes in 2 templates");
		await expect(cell(page, "Over 18", hotel)).toBeChecked();
	});
	await test.step("leaving asks first; a search and the other way to look keep or ask", async () => {
		await page.getByRole("searchbox").fill(`${purpose} hotel`);
		await expect(page.getByRole("row").filter({ hasText: bar })).toHaveCount(0);
		await expect(status).toHaveText("5 changes in 2 templates");
		await page.getByRole("link", { name: "List", exact: true }).click();
		await page.getByRole("dialog", { name: "Leave?" }).getByRole("button", { name: "Stay" }).click();
	});
	await test.step("where it is narrow, it is a list by attribute, with the same edits", async () => {
		await page.setViewportSize({ width: 320, height: 700 });
		await page
			.locator("summary")
			.filter({ hasText: /^Over 18/ })
			.click();
		const over18 = page.getByRole("group").filter({ hasText: hotel });
		await expect(over18.getByRole("checkbox", { name: hotel })).toBeChecked();
		const box = over18.getByRole("checkbox", { name: hotel });
		expect((await box.boundingBox())?.x).toBe((await over18.boundingBox())?.x);
		await page.locator("summary").filter({ hasText: "Select templates" }).click();
		await page.getByRole("checkbox", { name: `Select ${hotel}` }).check();
		await expect(page.getByRole("status").filter({ hasText: "1 selected" })).toBeVisible();
		await page.getByRole("button", { name: "Clear selection" }).click();
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
		await expectAccessible(page, { within: "main" });
		// The width of a sheet of A4.
		await page.setViewportSize({ width: 718, height: 1000 });
		await page.emulateMedia({ media: "print" });
		const table = await page.getByRole("table").boundingBox();
		expect((table?.x ?? 0) + (table?.width ?? 1000)).toBeLessThanOrEqual(718);
		await page.emulateMedia({ media: null });
		await page.setViewportSize({ width: 1280, height: 800 });
	});
	const entry = (id: string) =>
		page.getByRole("list", { name: "Templates", exact: true }).getByRole("listitem").filter({ hasText: id });
	await test.step("the preview tells each template's changes, and goes back to the edits", async () => {
		await page.getByRole("button", { name: "Preview changes" }).click();
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Change 2 templates");
		await expect(entry(barId)).toContainText(/Over 18.*Date of birth.*City.*asks for Over 18, City/);
		const sortAndReload = async () => {
			await page.goBack();
			await page.getByRole("link", { name: "Asks for", exact: true }).click();
			await expect(page).toHaveURL(/sort=.*changes=/);
			// After Back the page is read anew: where that is cut off by a reload, another one takes its place.
			await Promise.all([page.waitForEvent("load"), page.evaluate(() => void window.location.reload())]);
		};
		for (const back of [() => page.goBack(), sortAndReload, () => page.getByRole("link", { name: "Cancel" }).click()]) {
			await back();
			await expect(status).toHaveText("5 changes in 2 templates");
			await page.getByRole("button", { name: "Preview changes" }).click();
			await expect(page.getByRole("heading", { level: 1 })).toHaveText("Change 2 templates");
		}
	});
	const finished = page.getByRole("main").getByRole("status");
	await test.step("others' changes since are kept, each template has its result, and Undo restores", async () => {
		await management.updateElements(hotelId, { birth_date: true, portrait: true, odd: 1, sex: true });
		await page.getByRole("button", { name: "Change 2 templates" }).click();
		await expect(finished).toHaveText("Finished: 2 changed.");
		expect(await elements(barId)).toEqual({ age_over_18: true, nationality: false, resident_city: true });
		expect(await elements(hotelId)).toEqual({ age_over_18: true, portrait: true, odd: 1, sex: true });
		await page.getByRole("button", { name: "Undo", exact: true }).click();
		await page.getByRole("button", { name: "Undo the changes of 2 templates" }).click();
		await expect(finished).toHaveText("Finished: 2 changed.");
		expect(await elements(barId)).toEqual({ birth_date: true, nationality: false });
		expect(await elements(hotelId)).toEqual({ birth_date: true, portrait: true, odd: 1, sex: true });
	});

	await test.step("without scripts it is a form, sorted by links, whose buttons change the rows of the page", async () => {
		const plain = uniqueName("Plain matrix");
		const { id } = await management.createTemplate(`${plain} bar`, { birth_date: true });
		await management.createTemplate(`${plain} hotel`, { portrait: true });
		const editor = await visit("editor");
		const form = await editor.open(`/templates/matrix?${new URLSearchParams({ q: plain, sort: "-birth_date" })}`);
		const fields = form.document.querySelectorAll("main input");
		expect(fields.length).toBeLessThan(900);
		const box = form.document.querySelector<HTMLInputElement>(`input[value="${id} resident_city"]`);
		if (!box) throw new Error("The matrix has no such cell.");
		box.checked = true;
		const preview = await editor.press(form, "Replace by Over 21");
		expect(preview.getByRole("heading", { level: 1 }).textContent).toBe("Change 1 template");
		const ended = await editor.press(preview, "Change 1 template");
		ended.getByText("Finished: 1 changed.");
		expect(elementsOf(await management.getTemplate(id))).toEqual({ age_over_21: true, resident_city: true });
		const nothing = await editor.press(await editor.open("/templates/matrix"), "Preview changes");
		nothing.getByText("Nothing was changed");
		const viewer = await visit("viewer");
		const read = await viewer.open(form.url);
		expect(read.queryByText("Preview changes")).toBeNull();
		expect([...read.document.querySelectorAll<HTMLInputElement>("input.cell")].every(({ disabled }) => disabled)).toBe(
			true,
		);
	});
});
