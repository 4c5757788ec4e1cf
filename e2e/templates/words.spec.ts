import type { Page } from "@playwright/test";
import { elementsOf } from "../http/management";
import {
	changes,
	createButton,
	expect,
	nameBox,
	openPanel,
	openTab,
	panel,
	saveButton,
	tabPanel,
	templateId,
	test,
	tick,
	uniqueName,
	watchPosts,
} from "./templates-page";

const filter = (page: Page) => page.getByRole("searchbox", { name: "Filter attributes" });
const authority = (page: Page) => page.getByRole("textbox", { name: "Custom certificate authority" });
const requestText = async (page: Page, title: string) =>
	(await (await openPanel(page, title)).locator("pre").textContent()) ?? "";
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

test("Enter in the filter filters: it neither creates nor saves a template", async ({ page, signIn, management }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await nameBox(page).fill(uniqueName("Enter"));
	await tick(page, "Photo").check();
	const posts = watchPosts(page);
	await filter(page).fill("postal");
	await filter(page).press("Enter");
	await expect(tick(page, "Photo")).toBeHidden();
	await expect(page).toHaveURL(/\/templates\/new$/);
	const { id, updated_at } = await management.createTemplate(uniqueName("Enter"), { portrait: true });
	await filter(page).fill("");
	await tick(page, "Photo").uncheck();
	await nameBox(page).fill("");
	await page.goto(`/templates/${id}`);
	await tick(page, "City").check();
	await filter(page).fill("city");
	await filter(page).press("Enter");
	await expect(changes(page)).toContainText("Adds City");
	expect(posts).toEqual([]);
	expect((await management.getTemplate(id)).updated_at).toBe(updated_at);
});

test("saving without a change sends nothing, by button and by key, and says so", async ({
	page,
	signIn,
	management,
}) => {
	const { id, updated_at } = await management.createTemplate(uniqueName("Unchanged"), { portrait: true });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	const posts = watchPosts(page);
	await saveButton(page).click();
	await expect(page.getByText("Nothing to save: nothing was changed.")).toBeVisible();
	await nameBox(page).press("ControlOrMeta+s");
	await expect(nameBox(page)).toBeFocused();
	await tick(page, "City").check();
	await tick(page, "City").uncheck();
	await saveButton(page).click();
	await expect(page.getByText("Nothing to save: nothing was changed.")).toBeVisible();
	expect(posts).toEqual([]);
	expect((await management.getTemplate(id)).updated_at).toBe(updated_at);
	await page.goto(`/activity?subject=${id}`);
	await expect(page.getByText("Change template", { exact: true }).locator("visible=true")).toHaveCount(0);
});

test("an update sends what changed and nothing else, as the page shows it", async ({ page, signIn, management }) => {
	const { id } = await management.createTemplate(uniqueName("Only"), { portrait: true });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await openTab(page, "Request");
	await expect(panel(page, "JSON")).toContainText("saving sends nothing");
	await tick(page, "City").check();
	await expect.poll(async () => Object.keys(JSON.parse(await requestText(page, "JSON")))).toEqual(["presentation"]);
	await tick(page, "City").uncheck();
	const name = uniqueName("Renamed");
	await nameBox(page).fill(name);
	await expect.poll(async () => JSON.parse(await requestText(page, "JSON"))).toEqual({ name });
});

test("a pasted private key stays nowhere: not in the field, the draft, the JSON or the command", async ({
	page,
	signIn,
}) => {
	const secret = "MHcCAQEEIFsecretsecretsecret";
	const certificate = "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUexample\n-----END CERTIFICATE-----\n";
	await signIn(page, "editor");
	await page.goto("/templates/new");
	const bodies: string[] = [];
	page.on("request", (request) => bodies.push(request.postData() ?? ""));
	await nameBox(page).fill(uniqueName("Key"));
	await tick(page, "Photo").check();
	await authority(page).fill(`${certificate}-----BEGIN EC PRIVATE KEY-----\n${secret}\n-----END EC PRIVATE KEY-----\n`);
	await expect(page.getByText("This holds a private key.", { exact: true })).toBeVisible();
	await expect(authority(page)).toHaveValue(certificate);
	await openTab(page, "Request");
	await expect.poll(() => requestText(page, "JSON")).toContain("MIIBszCCAVmgAwIBAgIUexample");
	await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).toContain("portrait");
	const everywhere = async () =>
		[
			await requestText(page, "JSON"),
			await requestText(page, "cURL"),
			await page.content(),
			await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])),
			...bodies,
		].join("\n");
	expect(await everywhere()).not.toContain(secret);
	await createButton(page).click();
	await expect(page.getByRole("alert").filter({ hasText: "private key" })).toBeVisible();
	expect(await everywhere()).not.toContain(secret);
	await page.getByRole("button", { name: "Keep what is left" }).click();
	await expect(authority(page)).toBeFocused();
	await createButton(page).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	expect(bodies.join()).not.toContain(secret);
});

test("a filter opens what it finds, says how many, and its “Select all” means what is shown", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await expect(tick(page, "Licence number")).toBeHidden();
	await filter(page).fill("number");
	await expect(tick(page, "Licence number")).toBeVisible();
	await expect(page.getByText("2 attributes match “number”.")).toBeVisible();
	await filter(page).fill("resident_state");
	await expect(page.getByText("1 attribute matches “resident_state”.")).toBeVisible();
	await expect(tick(page, "Select all: Address")).toHaveAccessibleDescription("only the 1 shown");
	await tick(page, "Select all: Address").check();
	await page.getByRole("button", { name: "Clear filter" }).click();
	await expect(filter(page)).toBeFocused();
	await expect(tick(page, "State / province")).toBeChecked();
	await expect(tick(page, "City")).not.toBeChecked();
	await expect(page.getByText("1 of 21 requested")).toBeVisible();
	await filter(page).fill("no such attribute");
	await expect(page.getByText("No attribute matches “no such attribute”.")).toBeVisible();
	await expect(tick(page, "Select all attributes")).toBeDisabled();
});

test("one counter counts all that is asked for, whichever part of the page is read", async ({
	page,
	signIn,
	management,
}) => {
	const stored = { portrait: true, age_over_21: true, odd: true, nationality: false };
	const { id } = await management.createTemplate(uniqueName("Counter"), stored);
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await expect(page.getByText(/\d requested|\d of \d+ requested/)).toHaveText(["1 of 21 requested, 2 more"]);
	await tick(page, "Nationality").check();
	await expect(page.getByText(/\d requested|\d of \d+ requested/)).toHaveText(["2 of 21 requested, 2 more"]);
});

test("the focus stays where the work is: after an advice, a preset's question, a save by key", async ({
	page,
	signIn,
	management,
}) => {
	const { id } = await management.createTemplate(uniqueName("Focus"), { portrait: true, birth_date: true });
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await openTab(page, "Advice");
	await page.getByRole("button", { name: "Ask for Over 18 instead" }).press("Enter");
	await expect(tick(page, "Over 18")).toBeChecked();
	await expect(page.getByRole("button", { name: "Leave out the photo" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(tabPanel(page, "Advice")).toContainText("Nothing to advise against.");
	expect(await focused(page)).not.toBe("BODY");
	await page.getByRole("link", { name: "Name check" }).press("Enter");
	await page.getByRole("button", { name: "Use this preset" }).press("Enter");
	await expect(page.getByRole("link", { name: "Name check" })).toBeFocused();
	await tick(page, "City").focus();
	await page.keyboard.press("Space");
	await page.keyboard.press("ControlOrMeta+s");
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	await expect(tick(page, "City")).toBeFocused();
});

test("an opened request panel stays open when the last tick goes", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await tick(page, "Photo").check();
	await openTab(page, "Request");
	const dcql = await openPanel(page, "DCQL query");
	await expect(dcql.locator("pre")).toContainText("portrait");
	await tick(page, "Photo").uncheck();
	await expect(dcql.getByText("Nothing is ticked.")).toBeVisible();
	await tick(page, "Photo").check();
	await expect(dcql.locator("pre")).toBeVisible();
});

test("a duplicate and an import keep a stored false and a value of its own, and show them", async ({
	page,
	signIn,
	management,
}) => {
	const name = uniqueName("Whole");
	const stored = { portrait: true, nationality: false, odd: { a: 1 } };
	const { id } = await management.createTemplate(name, stored);
	await signIn(page, "editor");
	await page.goto(`/templates/${id}`);
	await page.getByRole("link", { name: "Duplicate" }).click();
	await expect(nameBox(page)).toHaveValue(`${name} (copy)`);
	await expect(tick(page, "Nationality")).toHaveAccessibleDescription(/listed as false/);
	await createButton(page).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	expect(elementsOf(await management.getTemplate(templateId(page)))).toEqual(stored);

	await page.goto("/templates/new");
	await openPanel(page, "Import a template");
	const presentation = { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": stored } };
	await page
		.getByRole("textbox", { name: "Template as JSON" })
		.fill(JSON.stringify({ name: uniqueName("Imported"), presentation }));
	await page.getByRole("button", { name: "Fill the form" }).click();
	await expect(page.getByText("Nationality: listed as false, and stays so until you tick it.")).toBeVisible();
	await expect(page.getByText("odd: has a value of its own, which is sent as it is.")).toBeVisible();
	await createButton(page).click();
	await expect(page).toHaveURL(/\/templates\/vct_/);
	expect(elementsOf(await management.getTemplate(templateId(page)))).toEqual(stored);
});

test("“Template created.” goes with the next save, and does not come back on reload", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await nameBox(page).fill(uniqueName("Created"));
	await tick(page, "Photo").check();
	await createButton(page).click();
	await expect(page.getByText("Template created.")).toBeVisible();
	await tick(page, "City").check();
	await saveButton(page).click();
	await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
	await expect(page.getByText("Template created.")).toHaveCount(0);
	await page.reload();
	await expect(tick(page, "City")).toBeChecked();
	await expect(page.getByText("Template created.")).toHaveCount(0);
});

test("a chosen preset is not advised against until it is edited", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	const advice = await openTab(page, "Advice");
	await page.getByRole("link", { name: "Identity check" }).click();
	await expect(page.getByText("Based on preset “Identity check”.")).toBeVisible();
	await expect(advice).toContainText("Nothing to advise against.");
	await tick(page, "City").check();
	await expect(advice).toContainText("Is the photo compared with the person?");
	await tick(page, "City").uncheck();
	await expect(advice).toContainText("Nothing to advise against.");
	await page.getByRole("link", { name: "All mandatory" }).click();
	await expect(advice).toContainText("Is the photo compared with the person?");
});
