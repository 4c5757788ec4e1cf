import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { elementsOf, managementOf } from "../http/management";
import { signOut } from "../page/sign-out";
import { type SecondApp, startSecondApp } from "../running-app/second-app";
import { fillIn } from "../sign-in/authorize";

// Sessions end here, and one that others go on with must not.
test.use({ reuseSessions: false });

/** A form on which one attribute was ticked and is not saved yet. */
async function openEdited(page: Page, address: string, id: string): Promise<void> {
	await page.goto(`${address}/templates/${id}`);
	await page.getByRole("checkbox", { name: "City", exact: true }).check();
	await expect(page.getByText("Adds City")).toBeVisible();
}

const save = (page: Page) => page.getByRole("button", { name: "Save changes" });

test("a session that ends while editing: sign in beside the page, and save what was typed", async ({
	page,
	context,
	signIn,
	openContext,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const { id } = await management.createTemplate(`Ended ${randomUUID()}`, { portrait: true });
	await signIn(page, "editor");
	await openEdited(page, credentials.address, id);
	const copy = await openContext({ storageState: await context.storageState() });
	const elsewhere = await copy.newPage();
	await elsewhere.goto("/");
	await signOut(elsewhere);
	await expect(elsewhere).toHaveURL(/\/sign-in$/);

	await save(page).click();
	await expect(page.getByRole("alert").filter({ hasText: "Signed out" })).toBeVisible();
	expect(elementsOf(await management.getTemplate(id))).toEqual({ portrait: true });
	const opened = context.waitForEvent("page");
	await page.getByRole("link", { name: /Sign in again/ }).click();
	await signIn(await opened, "editor");
	await expect(page.getByRole("checkbox", { name: "City", exact: true })).toBeChecked();
	await save(page).click();
	await expect(page.getByText("Saved.")).toBeVisible();
	expect(elementsOf(await management.getTemplate(id))).toEqual({ portrait: true, resident_city: true });
});

test("a page from before an update of the console says so and keeps what was typed", async ({
	page,
	signIn,
	credentials,
	managementToken,
	allowBrowserError,
}) => {
	allowBrowserError(/404|409/);
	const management = managementOf(credentials, managementToken);
	const { id } = await management.createTemplate(`Outdated ${randomUUID()}`, { portrait: true });
	await signIn(page, "editor");
	await openEdited(page, credentials.address, id);
	// The identifiers of actions change with every build.
	await page.route("**/templates/**", (route) =>
		route.request().method() === "POST"
			? route.continue({ headers: { ...route.request().headers(), "next-action": "00".repeat(21) } })
			: route.continue(),
	);
	await save(page).click();
	await expect(page.getByRole("alert").filter({ hasText: "This page is out of date" })).toBeVisible();
	await expect(page.getByRole("checkbox", { name: "City", exact: true })).toBeChecked();
	expect(elementsOf(await management.getTemplate(id))).toEqual({ portrait: true });
});

test("a console that does not answer leaves the form as it is, and says that nothing is confirmed", async ({
	page,
	signIn,
	credentials,
	managementToken,
	allowBrowserError,
}) => {
	allowBrowserError(/ERR_CONNECTION/);
	const management = managementOf(credentials, managementToken);
	const { id } = await management.createTemplate(`Silent ${randomUUID()}`, { portrait: true });
	await signIn(page, "editor");
	await openEdited(page, credentials.address, id);
	await page.route("**/templates/**", (route) => route.abort("connectionreset"));
	await save(page).click();
	await expect(page.getByRole("alert").filter({ hasText: "Not confirmed" })).toBeVisible();
	await expect(page.getByRole("checkbox", { name: "City", exact: true })).toBeChecked();
	await page.unroute("**/templates/**");
	await save(page).click();
	await expect(page.getByText("Saved.")).toBeVisible();
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
		const { address, sign_ins } = app.credentials;
		await page.goto(`${address}/templates/new`);
		await page.getByRole("button", { name: "Sign in" }).click();
		await fillIn(page, sign_ins.editor.email, sign_ins.editor.password);
		await page.getByRole("textbox", { name: "Name", exact: true }).fill("Limited");
		await page.getByRole("checkbox", { name: "Photo", exact: true }).check();
		// Other pages use up what the tenant allows.
		const beside = await page.context().newPage();
		const isRefused = async () => {
			await beside.goto(`${address}/templates`);
			return beside.getByText("Too many requests", { exact: true }).isVisible();
		};
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
