import type { Cookie, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { type Management, managementOf } from "../http/management";
import { expectAccessible } from "../page/axe";
import { metadataEditor } from "../refresh-tokens/metadata-editor";
import { tokensOf } from "../refresh-tokens/sample-tokens";
import { fetchManagementToken } from "../running-app/credentials";
import { type SecondApp, startSecondApp } from "../running-app/second-app";
import { fillIn } from "../sign-in/authorize";
import { rootCertificate } from "../templates/root-certificate";

// A tenant of its own: nobody else adds to what is counted. The tests go on from what the ones before have left.

const DAY_MS = 24 * 3600 * 1000;
/** 18 of the 21. */
const ALMOST_ALL = [
	...["family_name", "given_name", "birth_date", "issue_date", "expiry_date", "issuing_country", "issuing_authority"],
	...["portrait", "driving_privileges", "resident_address", "portrait_capture_date", "age_in_years", "age_birth_year"],
	...["issuing_jurisdiction", "nationality", "resident_city", "resident_state", "resident_postal_code"],
];

let app: SecondApp;
let management: Management;
let managementToken: string;
const sessions = new Map<string, Cookie[]>();
test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
	app = await startSecondApp();
	managementToken = await fetchManagementToken(app.credentials);
	management = managementOf(app.credentials, managementToken);
	for (const who of ["editor", "viewer"] as const) {
		const { email, password } = app.credentials.sign_ins[who];
		const page = await browser.newPage();
		await page.goto(`${app.credentials.address}/sessions`);
		await page.getByRole("button", { name: "Sign in" }).click();
		await fillIn(page, email, password);
		await expect(page.getByRole("heading", { level: 1, name: "Your sessions" })).toBeVisible();
		sessions.set(who, await page.context().cookies());
		await page.close();
	}
});
test.afterAll(() => app?.stop());
test.beforeEach(({ context }) => context.addCookies(sessions.get("editor") ?? []));

const open = (page: Page, path = "/") => page.goto(app.credentials.address + path);
const block = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const headings = (page: Page) => page.getByRole("heading", { level: 2 });

test("a tenant without templates: what to do first, and for a viewer only what a viewer may do", async ({
	page,
	openContext,
}) => {
	for (const { id } of await management.listTemplates()) await management.deleteTemplate(id);
	await open(page);
	await expect(headings(page)).toHaveText([
		...["Needs attention", "Connection", "Beginning", "Refresh tokens", "Recent changes"],
	]);
	await expect(block(page, "Needs attention")).toContainText("Nothing needs attention.");
	await expect(block(page, "Connection")).toContainText("Not checked yet.");
	await expect(block(page, "Refresh tokens")).toContainText("You have opened none yet.");
	await expect(block(page, "Recent changes")).toContainText("Nothing was written yet.");
	await expectAccessible(page);

	const viewer = await openContext();
	await viewer.addCookies(sessions.get("viewer") ?? []);
	const theirs = await viewer.newPage();
	await open(theirs);
	await expect(block(theirs, "Beginning").getByRole("link")).toHaveText([
		"Find a refresh token",
		"Check the connection",
	]);

	await block(page, "Beginning").getByRole("link", { name: "New template" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "New template" })).toBeVisible();
});

test("every count of templates leads to as many as it counts, and advice to the template it is about", async ({
	page,
}) => {
	const asking = (names: string[]) => Object.fromEntries(names.map((name) => [name, true]));
	await management.createTemplate("Everything", asking(ALMOST_ALL));
	await management.createTemplate("Club", { birth_date: true });
	await management.createTemplate("Bar", { birth_date: true, age_over_18: true, portrait: false });
	await management.createTemplate("Nothing to say", { family_name: true, given_name: true });
	await open(page);
	const templates = block(page, "Templates");
	await expect(templates.getByRole("link")).toHaveText([
		"All templates",
		"Asks for almost everything1",
		"Asks for the date of birth and no age limit2",
		"Lists an attribute as false1",
		/^Everything\d notes$/,
		/^(Club|Bar)\d notes?$/,
		/^(Club|Bar)\d notes?$/,
	]);
	await templates.getByRole("link", { name: "Asks for the date of birth and no age limit 2" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
	await expect(page.getByText("2 found in all 4 templates.")).toBeVisible();
	const rows = page.getByRole("table").getByRole("rowheader");
	await expect(rows).toHaveText(["Club", "Everything"]);
	await page.getByRole("link", { name: "Show all" }).click();
	await expect(rows).toHaveCount(4);
	await page.goBack();
	await expect(rows).toHaveCount(2);

	await open(page);
	await templates.getByRole("link", { name: /^Everything / }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Everything" })).toBeVisible();
});

test("certificate authorities that have expired or soon will are named, and one that is good for longer is not", async ({
	page,
}) => {
	const create = (name: string, days: number) =>
		management.createTemplate(
			name,
			{ family_name: true },
			rootCertificate(new Date(Date.now() + days * DAY_MS + 60_000)),
		);
	await create("Long", 61);
	await create("Soon", 20);
	await open(page);
	const attention = block(page, "Needs attention");
	await expect(attention.getByRole("listitem")).toHaveText(["expires in 20 days Certificate authoritySoon"]);
	await create("Expired", -3);
	await page.reload();
	await expect(attention.getByRole("listitem")).toHaveText([
		/^expired 3 days ago Certificate authorityExpiredand 1 more$/,
	]);
	await attention.getByRole("link", { name: "and 1 more" }).click();
	await expect(page.getByRole("table").getByRole("rowheader")).toHaveText(["Expired", "Soon"]);
	await open(page);
	await attention.getByRole("link", { name: "Expired" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Expired" })).toBeVisible();
});

test("tokens that were opened stand with what asked for a look then, and what was written to them in words", async ({
	page,
}) => {
	const [user] = await tokensOf(app.credentials, managementToken, "jose.nunez@example.org");
	const [web] = (await tokensOf(app.credentials, managementToken, "layla.haddad@example.org")).slice(0, 1);
	for (const token of [web, user]) {
		await open(page, `/refresh-tokens/${token?.id}`);
		await expect(page.getByRole("heading", { level: 1, name: "Refresh token" })).toBeVisible();
	}
	const editor = metadataEditor(page);
	await editor.button("Add row").click();
	await editor.key(1).fill("fleet");
	await editor.value(1).fill("north");
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved" })).toBeVisible();

	await open(page);
	const tokens = block(page, "Refresh tokens").getByRole("listitem");
	await expect(tokens).toHaveCount(2);
	await expect(tokens.first()).toContainText(user?.id ?? "");
	await expect(tokens.first()).toContainText("device changed");
	await expect(tokens.last()).not.toContainText("device changed");
	await expect(block(page, "Refresh tokens")).toContainText("As each was when you last opened it here.");
	const change = block(page, "Recent changes").getByRole("listitem").first();
	await expect(change).toContainText(/editor@example\.com saved the metadata of refresh token .*: 1 added$/);
	await change.getByRole("link").click();
	await expect(page).toHaveURL(new RegExp(`/refresh-tokens/${user?.id}$`));
});

test("changes to templates are told by their names, newest first, by whom and how many", async ({ page }) => {
	const { id } = await management.createTemplate("Before", { family_name: true });
	await open(page, `/templates/${id}`);
	await page.getByRole("textbox", { name: "Name", exact: true }).fill("After");
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	await page.getByRole("checkbox", { name: "City", exact: true }).check();
	await page.getByRole("button", { name: "Save changes" }).click();
	await expect(page.getByText("Adds City")).toHaveCount(0);
	await open(page);
	const changes = block(page, "Recent changes");
	await expect(changes.getByRole("listitem").nth(0)).toContainText("editor@example.com saved template After: 1 added");
	await expect(changes.getByRole("listitem").nth(1)).toContainText("editor@example.com renamed template After");
	await changes.getByRole("link", { name: "All activity" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();
});

test("the last check of the connection is told to everybody, whoever made it", async ({ page, openContext }) => {
	await open(page, "/connection");
	await page.getByRole("button", { name: "Check connection" }).click();
	await expect(page.getByText("Everything works.")).toBeVisible();
	const viewer = await openContext();
	await viewer.addCookies(sessions.get("viewer") ?? []);
	const theirs = await viewer.newPage();
	await open(theirs);
	await expect(block(theirs, "Connection")).toContainText(/works checked (just now|\d+ minutes? ago)/);
	await expect(block(theirs, "Connection")).toContainText("None failed in the last 24 hours");
	await expect(block(theirs, "Recent changes")).toContainText("editor@example.com saved template After");
});

test("the page is whole without scripts, and has no accessibility violation", async ({ page, openContext }) => {
	test.slow();
	const plain = await openContext({ javaScriptEnabled: false });
	await plain.addCookies(sessions.get("editor") ?? []);
	const bare = await plain.newPage();
	await open(bare);
	await expect(headings(bare)).toHaveText([
		...["Needs attention", "Connection", "Templates", "Refresh tokens", "Recent changes"],
	]);
	await expect(block(bare, "Templates")).toContainText("Asks for almost everything");
	await expect(block(bare, "Needs attention")).toContainText("expired 3 days ago");
	await open(page);
	await expectAccessible(page);
	await open(page, "/templates?show=birth-date&pages=2");
	await expectAccessible(page);
	await open(page, "/api-calls?answer=failed");
	await expectAccessible(page);
});
