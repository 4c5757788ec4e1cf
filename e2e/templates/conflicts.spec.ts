import type { Page } from "@playwright/test";
import { elementsOf } from "../http/management";
import { changes, expect, nameBox, saveButton, tabPanel, test, tick, uniqueName, watchPosts } from "./templates-page";

const conflict = (page: Page) => page.getByText("Changed since you opened it");
const choice = (page: Page, field: string, start: string) =>
	page.getByRole("group", { name: field, exact: true }).getByRole("radio", { name: new RegExp(`^${start}: `) });

test("after a conflict the page says what a save then does: in the boxes, above the button, to the holder", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Added"), { portrait: true });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await tick(page, "City").check();
	await management.updateElements(id, { portrait: true, expiry_date: true });
	await saveButton(page).click();
	await expect(conflict(page)).toBeVisible();
	await expect(tick(page, "Expires on")).toBeChecked();
	await expect(changes(page)).toContainText("Adds City");
	await expect(changes(page)).not.toContainText("Expires on");
	await expect(tabPanel(page, "Holder")).toContainText("Expires on");
	await expect(page.getByText("3 of 21 requested")).toBeVisible();
	expect(elementsOf(await management.getTemplate(id))).toEqual({ portrait: true, expiry_date: true });
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	await expect(conflict(page)).toHaveCount(0);
	await expect(changes(page)).toContainText("No changes to save");
	await expect(tabPanel(page, "Holder")).toContainText("Expires on");
	expect(elementsOf(await management.getTemplate(id))).toEqual({
		portrait: true,
		expiry_date: true,
		resident_city: true,
	});
});

test("a colleague's rename and change of type outlive a save of attributes, and are told", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Before"), { portrait: true });
	const renamed = uniqueName("After");
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await tick(page, "City").check();
	await management.updateTemplate(id, { name: renamed, type: "other" });
	await saveButton(page).click();
	await expect(conflict(page)).toBeVisible();
	await expect(page.getByText(`Renames it to “${renamed}”`)).toBeVisible();
	await expect(page.getByText("Sets the type to “other”")).toBeVisible();
	await expect(nameBox(page)).toHaveValue(renamed);
	const posts = watchPosts(page);
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	expect(posts).toHaveLength(1);
	const stored = await management.getTemplate(id);
	expect(stored).toMatchObject({ name: renamed, type: "other" });
	expect(elementsOf(stored)).toEqual({ portrait: true, resident_city: true });
});

for (const [side, words] of [
	["opened", "Opened"],
	["theirs", "Theirs"],
	["yours", "Yours"],
] as const) {
	test(`two renames are a choice that nobody makes for the admin: ${side}`, async ({ page, signIn, management }) => {
		const names = { opened: uniqueName("Opened"), theirs: uniqueName("Theirs"), yours: uniqueName("Yours") };
		const { id } = await management.createTemplate(names.opened, { portrait: true });
		await signIn(page, "editor");
		await page.goto(`/templates/${id}`);
		await nameBox(page).fill(names.yours);
		await tick(page, "City").check();
		await management.updateTemplate(id, { name: names.theirs });
		await saveButton(page).click();
		await expect(conflict(page)).toBeVisible();
		for (const [start, name] of [
			["Opened", names.opened],
			["Theirs", names.theirs],
			["Yours", names.yours],
		] as const)
			await expect(page.getByRole("radio", { name: `${start}: “${name}”` })).not.toBeChecked();
		await saveButton(page).click();
		await expect(page.getByRole("alert").filter({ hasText: "Choose what to keep" })).toBeVisible();
		expect((await management.getTemplate(id)).name).toBe(names.theirs);

		await choice(page, "Name", words).check();
		await expect(nameBox(page)).toHaveValue(names[side]);
		await saveButton(page).click();
		await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
		await expect(page.getByRole("heading", { level: 1, name: names[side] })).toBeVisible();
		const stored = await management.getTemplate(id);
		expect(stored.name).toBe(names[side]);
		expect(elementsOf(stored)).toEqual({ portrait: true, resident_city: true });
	});
}

test("an element that both have touched is chosen as well, and typing a name is a choice of one's own", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Both"), { portrait: true, odd: { a: 1 } });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	const mine = uniqueName("Mine");
	await nameBox(page).fill(uniqueName("First"));
	await tick(page, "odd").uncheck();
	await management.updateTemplate(id, { name: uniqueName("Colleague") });
	await management.updateElements(id, { portrait: true, odd: { a: 2 } });
	await saveButton(page).click();
	await choice(page, "odd", "Theirs").check();
	await expect(tick(page, "odd")).toBeChecked();
	await nameBox(page).fill(mine);
	await expect(choice(page, "Name", "Yours")).toBeChecked();
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	const stored = await management.getTemplate(id);
	expect(stored.name).toBe(mine);
	expect(elementsOf(stored)).toEqual({ portrait: true, odd: { a: 2 } });
});

test("Undo takes back what was saved, whatever it was, and is checked for conflicts like any save", async ({
	page,
	signIn,
	management,
}) => {
	const name = uniqueName("Undo");
	const before = { portrait: true, nationality: false, odd: { nested: [1] } };
	const { id } = await management.createTemplate(name, before);
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await tick(page, "Nationality").check();
	await tick(page, "odd").uncheck();
	await nameBox(page).fill(`${name} changed`);
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	expect(elementsOf(await management.getTemplate(id))).toEqual({ portrait: true, nationality: true });
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(nameBox(page)).toHaveValue(name);
	await expect.poll(async () => elementsOf(await management.getTemplate(id))).toEqual(before);
	expect((await management.getTemplate(id)).name).toBe(name);
	await expect(tick(page, "Nationality")).toHaveAccessibleDescription(/listed as false/);

	await tick(page, "City").check();
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	await management.updateElements(id, { ...before, resident_city: true, given_name: true });
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(conflict(page)).toBeVisible();
	await expect(changes(page)).toContainText("Removes City");
	expect(elementsOf(await management.getTemplate(id))).toMatchObject({ resident_city: true });
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	expect(elementsOf(await management.getTemplate(id))).toEqual({ ...before, given_name: true });
});

test("the history names who changed what through this console, and grows with a save", async ({
	page,
	signIn,
	management,
	credentials,
}) => {
	const { id } = await management.createTemplate(uniqueName("History"), { portrait: true });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	const history = page.getByRole("region", { name: "History" });
	await expect(history).toContainText("No changes were made through this console yet.");
	await tick(page, "City").check();
	await tick(page, "Photo").uncheck();
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	const newest = history.getByRole("listitem").first();
	await expect(newest).toContainText(credentials.sign_ins.editor.email);
	await expect(newest).toContainText("Added City");
	await expect(newest).toContainText("Removed Photo");
	await page.reload();
	await expect(history.getByRole("listitem")).toHaveCount(1);
});

test("coming back with the browser's Back shows what was saved since the page was made", async ({
	page,
	signIn,
	management,
}) => {
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
	await expect(changes(page)).toContainText("No changes to save");
	await expect(page.getByText("2 of 21 requested")).toBeVisible();
	await expect(page.getByRole("region", { name: "History" })).toContainText("Added City");
	await tick(page, "Photo").uncheck();
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	expect(elementsOf(await management.getTemplate(id))).toEqual({ resident_city: true });
	await tick(page, "Photo").check();
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	await page.goBack();
	await expect(page.getByRole("row").filter({ hasText: name })).toContainText("2 attributes");
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("a conflict is settled by the same choices, and another click saves", async ({ page, signIn, management }) => {
		const names = { theirs: uniqueName("Theirs"), yours: uniqueName("Yours") };
		const { id } = await management.createTemplate(uniqueName("Plain conflict"), { portrait: true });
		await signIn(page, "editor");
		await page.goto(`/templates/${id}`);
		await nameBox(page).fill(names.yours);
		await tick(page, "City").check();
		await management.updateTemplate(id, { name: names.theirs });
		await management.updateElements(id, { portrait: true, expiry_date: true });
		await saveButton(page).click();
		await expect(conflict(page)).toBeVisible();
		await expect(tick(page, "Expires on")).toBeChecked();
		await expect(tick(page, "City")).toBeChecked();
		await saveButton(page).click();
		await expect(page.getByRole("alert").filter({ hasText: "Choose what to keep" })).toBeVisible();
		await choice(page, "Name", "Theirs").check();
		await saveButton(page).click();
		await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
		const stored = await management.getTemplate(id);
		expect(stored.name).toBe(names.theirs);
		expect(elementsOf(stored)).toEqual({ portrait: true, expiry_date: true, resident_city: true });
	});

	test("an advice is followed with its button, and what was typed stays", async ({ page, signIn }) => {
		await signIn(page, "editor");
		await page.goto("/templates/new");
		await nameBox(page).fill("Kept");
		await tick(page, "Date of birth").check();
		await page.getByRole("button", { name: "Create template" }).click();
		await expect(page).toHaveURL(/\/templates\/vct_/);
		await page.getByRole("button", { name: "Ask for Over 18 instead" }).click();
		await expect(tick(page, "Date of birth")).not.toBeChecked();
		await expect(tick(page, "Over 18")).toBeChecked();
		await expect(nameBox(page)).toHaveValue("Kept");
		await expect(changes(page)).toContainText("Adds Over 18");
	});
});
