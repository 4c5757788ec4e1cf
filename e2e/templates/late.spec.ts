import type { Page } from "@playwright/test";
import { elementsOf } from "../http/management";
import { holdBack } from "../page/hold-back";
import {
	asOpened,
	authority,
	changes,
	createButton,
	expect,
	nameBox,
	openPanel,
	openTab,
	saveButton,
	templateId,
	test,
	tick,
	uniqueName,
	untilHydrated,
} from "./templates-page";

const missing = (page: Page, what: string) =>
	page.getByRole("alert").filter({ hasText: `${what} could not be loaded.` });

/** Aborts every request for a script from now on. @returns their count, and `allow`, which lets later ones through */
async function abortScripts(page: Page): Promise<{ count: number; allow: () => Promise<void> }> {
	const lost = { count: 0, allow: () => page.unroute("**/_next/static/**/*.js") };
	await page.route("**/_next/static/**/*.js", (route) => {
		lost.count += 1;
		return route.abort();
	});
	return lost;
}

test.beforeEach(({ allowBrowserError }) => allowBrowserError(/ERR_FAILED/));

test("where the inspector and the import fail to load the form reports it and keeps everything; “Try again” loads and runs both, and without them it creates and saves", async ({
	page,
	signIn,
	management,
}) => {
	const presentation = { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { given_name: true } } };
	await signIn(page, "editor");
	await page.goto("/templates/new", { waitUntil: "networkidle" });
	const lost = await abortScripts(page);
	const name = uniqueName("No import");
	await nameBox(page).fill(name);
	await authority(page).fill("not a certificate");
	await openPanel(page, "Import a template");
	await page.getByRole("textbox", { name: "Template as JSON" }).fill(JSON.stringify({ presentation }));
	await page.getByRole("button", { name: "Fill the form" }).click();
	await expect(missing(page, "The certificate inspector")).toBeVisible();
	await expect(missing(page, "The import")).toBeVisible();
	expect(lost.count).toBeGreaterThan(1);
	await expect(nameBox(page)).toHaveValue(name);
	await lost.allow();
	const tryAgain = (what: string) => missing(page, what).getByRole("button", { name: "Try again" }).press("Enter");
	const focused = () => page.evaluate(() => document.activeElement?.tagName);
	await tryAgain("The certificate inspector");
	await expect(page.getByText("This is not a certificate in PEM")).toBeVisible();
	await expect(missing(page, "The certificate inspector")).toHaveCount(0);
	expect(await focused()).not.toBe("BODY");
	await tryAgain("The import");
	await expect(page.getByText("Nothing is sent yet.")).toBeVisible();
	await expect(tick(page, "Given names")).toBeChecked();
	await expect(nameBox(page)).toHaveValue(name);
	expect(await focused()).not.toBe("BODY");
	await createButton(page).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);

	await test.step("without any further script a template is created and saved, also with a certificate that was not inspected", async () => {
		const certificate = "not a certificate";
		await page.goto("/templates/new", { waitUntil: "networkidle" });
		await abortScripts(page);
		await authority(page).fill(certificate);
		await nameBox(page).fill(uniqueName("No scripts"));
		await tick(page, "Photo").check();
		await expect(missing(page, "The certificate inspector")).toBeVisible();
		await createButton(page).click();
		await expect(page).toHaveURL(/\/templates\/vct_/);
		await tick(page, "City").check();
		await expect(changes(page)).toContainText("Adds City");
		await saveButton(page).click();
		await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
		const stored = await management.getTemplate(templateId(page));
		expect(elementsOf(stored)).toEqual({ portrait: true, resident_city: true });
		expect(stored.custom_certificate_authority).toBe(certificate);
	});
});

test("where no script loads the native form saves, and what can't be updated is marked “as opened”", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Native"), { portrait: true });
	await signIn(page, "editor");
	const lost = await abortScripts(page);
	await page.goto(`/templates/${id}`);
	expect(lost.count).toBeGreaterThan(0);
	await expect(asOpened(changes(page))).toBeHidden();
	await tick(page, "City").check();
	await expect(page.getByText("1 of 21 requested")).toBeVisible();
	await expect(asOpened(page.getByRole("region", { name: "Attributes to request" }))).toBeVisible();
	await expect(asOpened(changes(page))).toBeVisible();
	for (const title of ["Holder", "Advice", "Request"]) {
		const shown = await openTab(page, title);
		await expect(asOpened(shown)).toBeVisible();
	}
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	expect(elementsOf(await management.getTemplate(id))).toEqual({ portrait: true, resident_city: true });
	await lost.allow();
	await page.goto(`/templates/${id}`);
	await untilHydrated(page);
	await expect(asOpened(changes(page))).toBeHidden();
});

test("what was typed, ticked and chosen before hydration is kept, in every part of the page", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Early"), { portrait: true, nationality: false });
	await signIn(page, "editor");
	let isHeld = true;
	const held: (() => Promise<void>)[] = [];
	await page.route("**/_next/static/**/*.js", (route) =>
		isHeld ? held.push(() => route.continue()) : route.continue(),
	);
	await page.goto(`/templates/${id}`, { waitUntil: "commit" });
	const name = uniqueName("Early name");
	await expect(page.getByRole("tabpanel")).toHaveCount(1);
	await openTab(page, "Advice");
	await expect(page.getByRole("tabpanel")).toHaveCount(1);
	await expect(page.getByRole("tabpanel", { name: "Advice" })).toContainText("Is the photo compared with the person?");
	await nameBox(page).fill(name);
	await tick(page, "Photo").uncheck();
	await tick(page, "City").check();
	await page.getByRole("searchbox", { name: "Filter attributes" }).fill("resident");
	await expect(asOpened(changes(page))).toBeVisible();
	isHeld = false;
	await Promise.all(held.map((release) => release()));
	await untilHydrated(page);
	await expect(page.getByRole("tab", { selected: true })).toHaveAccessibleName("Advice");
	await expect(page.getByRole("tabpanel", { name: "Advice" })).toBeVisible();
	await openTab(page, "Holder");
	await expect(page.getByRole("tabpanel")).toHaveCount(1);
	await expect(nameBox(page)).toHaveValue(name);
	await expect(page.getByText("5 attributes match “resident”.")).toBeVisible();
	await expect(tick(page, "Photo")).toBeHidden();
	await expect(changes(page)).toContainText(`Renames it to “${name}”`);
	await expect(changes(page)).toContainText("Adds City");
	await expect(changes(page)).toContainText("Removes Photo");
	await expect(page.getByText("1 of 21 requested")).toBeVisible();
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	expect(elementsOf(await management.getTemplate(id))).toEqual({ nationality: false, resident_city: true });
});

test("leaving prompts for what was ticked before hydration, not for what was undone, and not while it is being saved", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Early leave"), { portrait: true });
	const prompts: string[] = [];
	page.on("dialog", (dialog) => {
		prompts.push(dialog.type());
		void dialog.dismiss();
	});
	await signIn(page, "editor");
	await holdBack(page, ({ pathname }) => pathname.endsWith(".js"));
	const connection = page.getByRole("link", { name: "Connection", exact: true });
	await page.goto("/connections/new", { waitUntil: "commit" });
	for (const text of ["acme", ""]) await nameBox(page).fill(text);
	await connection.click({ noWaitAfter: true });
	await expect(page).toHaveURL(/\/connection$/);
	expect(prompts).toEqual([]);
	await page.goto(`/templates/${id}`, { waitUntil: "commit" });
	await page.getByRole("searchbox", { name: "Filter attributes" }).fill("city");
	await tick(page, "City").check();
	await connection.click({ noWaitAfter: true });
	await expect.poll(() => prompts).toEqual(["beforeunload"]);
	await expect(tick(page, "City")).toBeChecked();
	await saveButton(page).click();
	await expect
		.poll(async () => elementsOf(await management.getTemplate(id)))
		.toEqual({
			portrait: true,
			resident_city: true,
		});
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	await page.getByRole("searchbox", { name: "Filter attributes" }).fill("city");
	await connection.click();
	await expect(page).toHaveURL("/connection");
	expect(prompts).toHaveLength(1);
});
