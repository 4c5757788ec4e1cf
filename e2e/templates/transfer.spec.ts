import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { elementsOf } from "../http/management";
import {
	changes,
	createButton,
	expect,
	nameBox,
	openPanel,
	templateId,
	test,
	tick,
	uniqueName,
	watchPosts,
} from "./templates-page";

const importBox = (page: Page) => page.getByRole("textbox", { name: "Template as JSON" });

test("a template is downloaded as JSON, without leaving the page, and the JSON fills the form of a new one", async ({
	page,
	signIn,
	management,
}) => {
	const name = uniqueName("Ex “port”");
	const stored = { portrait: true, age_over_21: true, odd_element: true };
	const { id } = await management.createTemplate(name, stored);
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await tick(page, "City").check();
	await expect(changes(page)).toContainText("Adds City");
	await openPanel(page, "More");
	// No prompt about unsaved edits: it would be dismissed, and nothing downloaded.
	const [download] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("link", { name: "Download as JSON" }).click(),
	]);
	expect(download.suggestedFilename()).toMatch(/^ex-port-[0-9a-f]{8}-vct_\d{16}\.json$/);
	const file = await download.path();
	const text = await readFile(file, "utf8");
	expect(JSON.parse(text)).toMatchObject({ name, type: "mdl", dialect: "simplified/1.0" });
	expect(text).not.toContain("resident_city");
	await tick(page, "City").uncheck();

	await page.goto("/templates/new");
	await openPanel(page, "Import a template");
	await page.getByLabel("Read the JSON from a file").setInputFiles(file);
	await expect(importBox(page)).toHaveValue(/odd_element/);
	const posts = watchPosts(page);
	await page.getByRole("button", { name: "Fill the form" }).click();
	await expect(page.getByText("The form is filled in. Nothing is sent yet.")).toBeVisible();
	expect(posts).toEqual([]);
	await expect(nameBox(page)).toHaveValue(name);
	await expect(tick(page, "Photo")).toBeChecked();
	await expect(tick(page, "Over 21")).toBeChecked();
	await nameBox(page).fill(`${name} again`);
	await createButton(page).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	expect(elementsOf(await management.getTemplate(templateId(page)))).toEqual(stored);
});
