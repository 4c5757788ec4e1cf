import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { elementsOf, managementOf } from "../http/management";
import { Visitor } from "../http/visitor";
import { type SecondApp, startSecondApp } from "../running-app/second-app";

// Sessions end here, so none is shared with other tests.
test.use({ reuseSessions: false });

const tick = (page: Page, label: string) => page.getByRole("checkbox", { name: label, exact: true });
const save = (page: Page) => page.getByRole("button", { name: "Save changes" });
const alert = (page: Page, title: string) => page.getByRole("alert").filter({ hasText: title });

test("a failed save is reported and leaves the form unchanged: no response, an ended session, with a sign-in in another tab before it is saved, and a page from before an update", async ({
	page,
	context,
	signIn,
	visit,
	credentials,
	managementToken,
	allowBrowserError,
}) => {
	allowBrowserError(/ERR_CONNECTION|404|409/);
	const management = managementOf(credentials, managementToken);
	const { id } = await management.createTemplate(`Faults ${randomUUID()}`, { portrait: true });
	const stored = async () => elementsOf(await management.getTemplate(id));
	const editor = await visit("editor");
	await context.addCookies(editor.cookies());
	await page.goto(`/templates/${id}`);
	await tick(page, "City").check();
	await expect(page.getByRole("region", { name: "Changes" })).toContainText("Adds City");

	await test.step("a console that does not respond: nothing is confirmed", async () => {
		await page.route("**/templates/**", (route) => route.abort("connectionreset"));
		await save(page).click();
		await expect(alert(page, "Not confirmed")).toBeVisible();
		await expect(tick(page, "City")).toBeChecked();
		await page.unroute("**/templates/**");
	});

	await test.step("an ended session: sign in in another tab, and save what was typed", async () => {
		const home = await editor.open("/");
		await editor.press(home, "Sign out");
		await save(page).click();
		await expect(alert(page, "Signed out")).toBeVisible();
		expect(await stored()).toEqual({ portrait: true });
		const opened = context.waitForEvent("page");
		await page.getByRole("link", { name: /Sign in again/ }).click();
		await signIn(await opened, "editor");
		await expect(tick(page, "City")).toBeChecked();
		await save(page).click();
		await expect(page.getByText("Saved.")).toBeVisible();
		expect(await stored()).toEqual({ portrait: true, resident_city: true });
	});

	await test.step("a page from before an update of the console is reported as out of date", async () => {
		await tick(page, "Postal code").check();
		// The identifiers of actions change with every build.
		await page.route("**/templates/**", (route) =>
			route.request().method() === "POST"
				? route.continue({ headers: { ...route.request().headers(), "next-action": "00".repeat(21) } })
				: route.continue(),
		);
		await save(page).click();
		await expect(alert(page, "This page is out of date")).toBeVisible();
		await expect(tick(page, "Postal code")).toBeChecked();
		expect(await stored()).toEqual({ portrait: true, resident_city: true });
	});
});

test.describe("a tenant that allows two requests, and one more every four seconds", () => {
	let app: SecondApp;
	test.beforeAll(async () => {
		app = await startSecondApp({ RATE_LIMIT: "", RATE_LIMIT_BURST: "2", RATE_LIMIT_PER_SECOND: "0.25" });
	});
	test.afterAll(() => app?.stop());

	test("the button counts down, is enabled again by itself, and creates one template with what was typed", async ({
		page,
	}) => {
		const { address } = app.credentials;
		const editor = new Visitor(address);
		await editor.signIn(app.credentials, "editor", "/templates/new");
		await page.context().addCookies(editor.cookies());
		await page.goto(`${address}/templates/new`);
		await page.getByRole("textbox", { name: "Name", exact: true }).fill("Limited");
		await page.getByRole("checkbox", { name: "Photo", exact: true }).check();
		// Other pages use up the rate limit.
		const isRefused = async () => (await editor.open("/templates")).queryAllByText("Too many requests").length > 0;
		await expect.poll(isRefused, { intervals: [1], timeout: 30_000 }).toBe(true);
		const create = page.getByRole("button", { name: "Create template" });
		await create.click();
		await expect(page.getByRole("alert").filter({ hasText: "Too many requests" })).toBeVisible();
		await expect(create).toBeDisabled();
		await expect(create).toBeEnabled();
		await expect(page.getByText("You can try again now.")).toBeVisible();
		await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Limited");
		await create.click();
		await expect(page).toHaveURL(/\/templates\/vct_/);
	});
});
