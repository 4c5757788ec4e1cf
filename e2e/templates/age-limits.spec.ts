import type { Locator } from "@playwright/test";
import { elementsOf } from "../http/management";
import {
	changes,
	createButton,
	expect,
	nameBox,
	openTab,
	saveButton,
	tabPanel,
	templateId,
	test,
	tick,
	uniqueName,
} from "./templates-page";

// "Over 18" and "Over 21" are not of the 21 attributes, and stand at hand among them.

const labelsIn = (group: Locator) =>
	group
		.getByRole("checkbox")
		.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).labels?.[0]?.textContent ?? ""));

test("“Over 18” and “Over 21” come first under Age, one click each, and are in all that the page says and sends", async ({
	page,
	signIn,
	management,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	const age = page.getByRole("group", { name: "Age", exact: true });
	expect((await labelsIn(age)).filter((label) => !label.startsWith("Select all")).slice(0, 2)).toEqual([
		"Over 18",
		"Over 21",
	]);
	await nameBox(page).fill(uniqueName("Of age"));
	await tick(page, "Over 18").check();
	await expect(page.getByText("0 of 21 requested, 1 more")).toBeVisible();
	await expect(tabPanel(page, "Holder")).toContainText("Over 18");
	await expect(changes(page)).toContainText("asking for Over 18.");
	const request = await openTab(page, "Request");
	await expect(request.getByRole("region", { name: "JSON" })).toContainText('"age_over_18": true');
	await createButton(page).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	const id = templateId(page);
	expect(elementsOf(await management.getTemplate(id))).toEqual({ age_over_18: true });

	await page.reload();
	await expect(tick(page, "Over 18")).toBeChecked();
	await tick(page, "Over 21").check();
	await tick(page, "Over 18").uncheck();
	await expect(changes(page)).toContainText("Adds Over 21");
	await expect(changes(page)).toContainText("Removes Over 18");
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	expect(elementsOf(await management.getTemplate(id))).toEqual({ age_over_21: true });
});

test("select all stays the catalogue's: it neither ticks nor clears them, unless a filter shows them", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await tick(page, "Over 21").check();
	await tick(page, "Select all: Age").check();
	await expect(page.getByText("3 of 21 requested, 1 more")).toBeVisible();
	await expect(tick(page, "Over 18")).not.toBeChecked();
	await tick(page, "Select all: Age").uncheck();
	await expect(tick(page, "Over 21")).toBeChecked();
	await tick(page, "Select all attributes").check();
	await expect(page.getByText("21 of 21 requested, 1 more")).toBeVisible();
	await expect(tick(page, "Over 18")).not.toBeChecked();
	await page.getByRole("searchbox", { name: "Filter attributes" }).fill("age_over_18");
	await expect(tick(page, "Select all: Age")).toHaveAccessibleDescription("only the 1 shown");
	await tick(page, "Select all: Age").check();
	await expect(tick(page, "Over 18")).toBeChecked();
});

test("they outlive a draft, and a colleague's removal of one is a conflict like any other", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Limits"), { age_over_18: true, age_over_21: false });
	page.on("dialog", (dialog) => dialog.accept());
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await expect(tick(page, "Over 21")).toHaveAccessibleDescription(/listed as false/);
	await tick(page, "Over 21").check();
	await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).toContain("age_over_21");
	await management.updateElements(id, { portrait: true, age_over_21: false });
	await page.reload();
	await page.getByRole("button", { name: "Restore draft" }).click();
	await expect(page.getByText("Changed since you opened it")).toBeVisible();
	await expect(page.getByText("Removes Over 18")).toBeVisible();
	await expect(tick(page, "Over 18")).not.toBeChecked();
	await expect(tick(page, "Over 21")).toBeChecked();
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	expect(elementsOf(await management.getTemplate(id))).toEqual({ portrait: true, age_over_21: true });
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("they are posted like every other box, and a stored false stays", async ({ page, signIn, management }) => {
		const { id } = await management.createTemplate(uniqueName("Plain limits"), { age_over_21: false, portrait: true });
		await signIn(page, "editor");
		await page.goto(`/templates/${id}`);
		await tick(page, "Over 18").check();
		await saveButton(page).click();
		await expect(page.getByText("Saved.")).toBeVisible();
		expect(elementsOf(await management.getTemplate(id))).toEqual({
			age_over_21: false,
			portrait: true,
			age_over_18: true,
		});
	});
});
