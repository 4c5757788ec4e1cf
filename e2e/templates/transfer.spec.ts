import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { elementsOf } from "../http/management";
import {
	createButton,
	expect,
	nameBox,
	openPanel,
	saveButton,
	templateId,
	test,
	tick,
	uniqueName,
} from "./templates-page";

const importBox = (page: Page) => page.getByRole("textbox", { name: "Template as JSON" });

test("a template is downloaded as JSON, and the JSON fills the form of a new one", async ({
	page,
	signIn,
	management,
}) => {
	const name = uniqueName("Ex “port”");
	const stored = { portrait: true, age_over_21: true, odd_element: true };
	const { id } = await management.createTemplate(name, stored);
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	const [download] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("link", { name: "Download as JSON" }).click(),
	]);
	expect(download.suggestedFilename()).toMatch(/^ex-port-[0-9a-f]{8}-vct_\d{16}\.json$/);
	const file = await download.path();
	expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ name, type: "mdl", dialect: "simplified/1.0" });

	await page.goto("/templates/new");
	await openPanel(page, "Import a template");
	await page.getByLabel("Read the JSON from a file").setInputFiles(file);
	await expect(importBox(page)).toHaveValue(/odd_element/);
	const posts: string[] = [];
	page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
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

test("an import that is no template is refused with a reason and changes nothing", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await nameBox(page).fill("Kept");
	await openPanel(page, "Import a template");
	await importBox(page).fill('{"presentation":{"org.iso.18013.5.1.mDL":{"org.iso.18013.5.1":{"portrait":"yes"}}}}');
	await page.getByRole("button", { name: "Fill the form" }).click();
	await expect(page.getByRole("alert").filter({ hasText: "Nothing was filled in" })).toContainText("portrait");
	await expect(nameBox(page)).toHaveValue("Kept");
	await expect(page.getByText("0 of 21 requested")).toBeVisible();
});

test("the dialog that deletes offers the template as JSON first, and says what stops working", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Kept as JSON"), { portrait: true });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await page.getByRole("button", { name: "Delete template" }).click();
	const dialog = page.getByRole("dialog");
	await expect(dialog).toContainText("Applications that start verifications with this identifier stop working.");
	const [download] = await Promise.all([
		page.waitForEvent("download"),
		dialog.getByRole("link", { name: "Download it as JSON first" }).click(),
	]);
	expect(JSON.parse(await readFile(await download.path(), "utf8")).presentation).toBeTruthy();
	await dialog.getByRole("button", { name: "Delete template" }).click();
	await expect(page).toHaveURL("/templates");
	expect((await management.getTemplateResponse(id)).status).toBe(404);
});

test("nobody who is signed out gets a template as JSON or a further page of the list", async ({
	playwright,
	baseURL,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Private"), { portrait: true });
	const stranger = await playwright.request.newContext();
	for (const path of [`/templates/${id}/json`, "/templates/rows?from=x"]) {
		const answer = await stranger.get(`${baseURL}${path}`);
		expect(answer.status(), path).toBe(401);
		expect(await answer.text()).not.toContain("portrait");
	}
	await stranger.dispose();
});

test("a download leaves nothing, so nobody is asked about unsaved edits", async ({ page, signIn, management }) => {
	const { id } = await management.createTemplate(uniqueName("Download"), { portrait: true });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await tick(page, "City").check();
	await expect(page.getByText("Adds City")).toBeVisible();
	const [download] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("link", { name: "Download as JSON" }).click(),
	]);
	expect(await readFile(await download.path(), "utf8")).not.toContain("resident_city");
	await expect(saveButton(page)).toBeVisible();
});

test.describe("without JavaScript", () => {
	test.use({ javaScriptEnabled: false });

	test("an import fills the form, and only the form", async ({ page, signIn, management }) => {
		const name = uniqueName("Plain import");
		const presentation = { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { given_name: true, odd_element: true } } };
		await signIn(page, "editor");
		await page.goto("/templates/new");
		await openPanel(page, "Import a template");
		await importBox(page).fill(JSON.stringify({ name, presentation }));
		await page.getByRole("button", { name: "Fill the form" }).click();
		await expect(page.getByText("Nothing is sent yet.")).toBeVisible();
		await expect(nameBox(page)).toHaveValue(name);
		await expect(tick(page, "Given names")).toBeChecked();
		await createButton(page).click();
		await expect(page).toHaveURL(/\/templates\/vct_/);
		const created = await management.getTemplate(templateId(page));
		expect(elementsOf(created)).toEqual({ given_name: true, odd_element: true });
	});
});
