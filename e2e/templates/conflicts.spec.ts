import type { Page } from "@playwright/test";
import { elementsOf } from "../http/management";
import { changes, expect, nameBox, saveButton, tabPanel, test, tick, uniqueName, watchPosts } from "./templates-page";

const conflict = (page: Page) => page.getByText("Changed since you opened it");
const choice = (page: Page, field: string, start: string) =>
	page
		.getByRole("group", { name: `You both ${field}. Keep which?`, exact: true })
		.getByRole("radio", { name: new RegExp(`^${start}: `) });

test("a conflict with another admin's changes is shown, resolved, saved and undone: each time the page lists what a save does", async ({
	page,
	signIn,
	management,
	credentials,
}) => {
	const names = { baseline: uniqueName("Opened"), theirs: uniqueName("Theirs"), yours: uniqueName("Yours") };
	const before = { portrait: true, family_name: true, odd: { a: 1 } };
	const { id } = await management.createTemplate(names.baseline, before);
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	const history = page.getByRole("region", { name: "History" });
	await expect(history).toContainText("No changes made here in the last 90 days.");

	await test.step("what both have changed is a choice, and the rest is merged", async () => {
		await nameBox(page).fill(names.yours);
		await tick(page, "Given names").check();
		await tick(page, "odd").uncheck();
		await management.updateTemplate(id, { name: names.theirs });
		await management.updateElements(id, { ...before, odd: { a: 2 }, resident_city: true });
		await saveButton(page).click();
		await expect(conflict(page)).toBeVisible();
		await expect(page.getByText("It was changed outside this console.")).toBeVisible();
		const prints = page
			.getByRole("status")
			.filter({ has: conflict(page) })
			.getByRole("img", { name: /^Asks for/ });
		expect(await prints.evaluateAll((all) => all.map((print) => print.getAttribute("aria-label")))).toEqual([
			"Asks for 2 of the 21, 1 sensitive, 1 other",
			"Asks for 3 of the 21, 1 sensitive, 1 other",
			"Asks for 3 of the 21, 1 sensitive",
		]);
		await expect(tick(page, "City")).toBeChecked();
		await expect(tick(page, "Given names")).toBeChecked();
		await expect(tabPanel(page, "Holder")).toContainText("City");
		for (const [start, name] of [
			["Opened", names.baseline],
			["Theirs", names.theirs],
			["Yours", names.yours],
		] as const)
			await expect(page.getByRole("radio", { name: `${start}: “${name}”` })).not.toBeChecked();
	});
	await test.step("nothing is saved before the conflict is resolved", async () => {
		await saveButton(page).click();
		await expect(page.getByRole("alert").filter({ hasText: "Choose what to keep" })).toBeVisible();
		expect((await management.getTemplate(id)).name).toBe(names.theirs);
		await choice(page, "changed “odd”", "Theirs").check();
		await expect(tick(page, "odd")).toBeChecked();
		await choice(page, "renamed it", "Theirs").check();
		await expect(nameBox(page)).toHaveValue(names.theirs);
		await expect(changes(page)).toContainText("Adds Given names");
		await expect(changes(page)).not.toContainText("City");
	});
	const after = { ...before, odd: { a: 2 }, resident_city: true, given_name: true };
	await test.step("it is saved as listed, in one request, and is in the history", async () => {
		const posts = watchPosts(page);
		await saveButton(page).click();
		await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
		expect(posts).toHaveLength(1);
		await expect(conflict(page)).toHaveCount(0);
		await expect(page.getByRole("heading", { level: 1, name: names.theirs })).toBeVisible();
		expect((await management.getTemplate(id)).name).toBe(names.theirs);
		expect(elementsOf(await management.getTemplate(id))).toEqual(after);
		const newest = history.getByRole("listitem").first();
		await expect(newest.getByTitle(credentials.sign_ins.editor.email)).toHaveText("Edda Torvik");
		await expect(newest).toContainText("Adds Given names");
	});
	await test.step("Undo is checked for conflicts like any save", async () => {
		await management.updateElements(id, { ...after, expiry_date: true });
		await page.getByRole("button", { name: "Undo" }).click();
		await expect(conflict(page)).toBeVisible();
		await expect(changes(page)).toContainText("Removes Given names");
		expect(elementsOf(await management.getTemplate(id))).toEqual({ ...after, expiry_date: true });
		await saveButton(page).click();
		await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
		const { given_name: _, ...undone } = after;
		expect(elementsOf(await management.getTemplate(id))).toEqual({ ...undone, expiry_date: true });
	});
	await page.reload();
	await expect(history.getByRole("listitem")).toHaveCount(2);
});

test("the browser's Back shows what was saved since the page was rendered", async ({ page, signIn, management }) => {
	const name = uniqueName("Back");
	const { id } = await management.createTemplate(name, { portrait: true });
	await signIn(page, "editor");
	await page.goto("/templates");
	await page.getByRole("link", { name }).click();
	await tick(page, "City").check();
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	await page.getByRole("link", { name: "Connection", exact: true }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Connection" })).toBeVisible();
	await page.goBack();
	await expect(tick(page, "City")).toBeChecked();
	await expect(changes(page)).toHaveText("Saved.");
	await expect(page.getByText("2 of 21 requested")).toBeVisible();
	await expect(page.getByRole("region", { name: "History" })).toContainText("Adds City");
	await tick(page, "Photo").uncheck();
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	expect(elementsOf(await management.getTemplate(id))).toEqual({ resident_city: true });
	await tick(page, "Photo").check();
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	await page.goBack();
	await expect(page.getByRole("row").filter({ hasText: name })).toContainText(/[A-Z][\w ]+, [A-Z]/);
});
