import { expect, test } from "../fixtures";
import { tokenOf, tokensOf } from "./sample-tokens";

test("finds a user's tokens as an e-mail address is typed, and keeps the search in the address", async ({
	page,
	signIn,
}) => {
	await signIn(page, "viewer");
	await page.goto("/refresh-tokens");
	const box = page.getByRole("searchbox", { name: "User or refresh token", exact: true });
	await box.pressSequentially("priya.raman");
	const table = page.getByRole("table");
	await expect(table.getByRole("row")).toHaveCount(3);
	await expect(page).toHaveURL(/\?q=priya\.raman$/);
	await expect(table).toContainText("Chrome on Android");
	await expect(table).toContainText(/\d+ keys?/);
	await page.setViewportSize({ width: 800, height: 720 });
	const overfull = await table
		.getByRole("cell")
		.evaluateAll(
			(cells) =>
				cells.filter((cell) => cell.scrollWidth > cell.clientWidth && getComputedStyle(cell).overflow !== "hidden")
					.length,
		);
	expect(overfull, "cells whose text runs into the next column").toBe(0);
	await page.reload();
	await expect(table.getByRole("row")).toHaveCount(3);
	await table.getByRole("rowheader").filter({ hasText: "mobile" }).getByRole("link").click();
	await expect(page.getByRole("heading", { level: 1, name: "Refresh token", exact: true })).toBeVisible();
});

test("offers the users to choose from where several match", async ({ page, signIn }) => {
	await signIn(page, "viewer");
	await page.goto("/refresh-tokens?q=m");
	const users = page.getByRole("list", { name: "Users found" });
	await users.getByRole("link", { name: "maximiliana.hohenberg@example.org" }).click();
	await expect(page.getByRole("table").getByRole("rowheader")).toHaveCount(1);
});

test("finds by user id and by token id, and says what was searched in vain", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const { id, userId } = await tokenOf(credentials, managementToken, "layla.haddad@example.org");
	await signIn(page, "viewer");
	await page.goto("/refresh-tokens");
	const box = page.getByRole("searchbox", { name: "User or refresh token", exact: true });
	await box.fill(userId);
	await box.press("Enter");
	await expect(page.getByRole("table").getByRole("rowheader")).toContainText(id);
	await box.fill("nobody@nowhere.example");
	await box.press("Enter");
	await expect(page.getByText("No refresh token and no user for “nobody@nowhere.example”.")).toBeVisible();
	await box.fill(id);
	await box.press("Enter");
	await expect(page).toHaveURL(new RegExp(`/refresh-tokens/${id}$`));
});

test("shows every field of a token, and says what is not known", async ({
	page,
	signIn,
	credentials,
	managementToken,
	allowBrowserError,
}) => {
	allowBrowserError(/404/);
	const legacy = await tokenOf(credentials, managementToken, "sam+license@example.com");
	await signIn(page, "viewer");
	await page.goto(`/refresh-tokens/${legacy.id}`);
	await expect(page.getByRole("region", { name: "About this token" })).toContainText("Session—");
	await expect(page.getByRole("region", { name: "Device" })).toContainText("not said");
	await expect(page.getByRole("region", { name: "Access" })).toBeVisible();
	await expect(page.getByRole("region", { name: "Metadata" })).toContainText("This token has no metadata.");
	await page.goto("/refresh-tokens/dcr_0000000000000000");
	await expect(page.getByText("No refresh token with this identifier")).toBeVisible();
});

test("says that a revocation was requested as long as the service still shows the token, and then that it is gone", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const { id, revoke } = await tokenOf(credentials, managementToken, "sam+license@example.com");
	await signIn(page, "editor");
	await page.goto(`/refresh-tokens/${id}?revocation=requested`);
	await expect(page.getByRole("main")).toContainText("Until then the token is still listed");
	await expect(page.getByRole("region", { name: "Metadata", exact: true })).toBeVisible();
	await expect(page.getByRole("main").getByRole("button", { name: /Revoke|Save|Add|Clear/ })).toHaveCount(0);
	await revoke();
	await expect(page.getByText("The service no longer shows this token.")).toBeVisible();
	await expect(page.getByText("No refresh token with this identifier")).toBeVisible();
});

test("flags that a token is used on another device than it was issued on", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const tokens = await tokensOf(credentials, managementToken, "jose.nunez@example.org");
	await signIn(page, "viewer");
	await page.goto(`/refresh-tokens/${tokens[0]?.id}`);
	const device = page.getByRole("region", { name: "Device" });
	await expect(device).toContainText("Safari on iPhone");
	await expect(device).toContainText("Safari on macOS differs from issue");
});

test("revokes a token after a dialog that names it, its application and its user", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const { id, userId } = await tokenOf(credentials, managementToken, "olena.shevchuk@example.com");
	await signIn(page, "editor");
	await page.goto(`/refresh-tokens/${id}`);
	await page.getByRole("button", { name: "Revoke token", exact: true }).click();
	const dialog = page.getByRole("dialog");
	await expect(dialog).toContainText(id);
	await expect(dialog).toContainText("olena.shevchuk@example.com");
	await expect(dialog).toContainText("Partner Portal");
	await dialog.getByRole("button", { name: "Revoke token" }).click();
	await expect(page.getByText("Revocation requested")).toBeVisible();
	await expect(page.getByText("No refresh token with this identifier")).toBeVisible();
	await page.getByRole("link", { name: "Tokens of this user" }).click();
	await expect(page).toHaveURL(`/refresh-tokens?user=${encodeURIComponent(userId)}`);
	await expect(page.getByText("No refresh tokens", { exact: true })).toBeVisible();
});

test("revokes the selected tokens of a user after a page that lists them", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const [other, chosen] = await tokensOf(credentials, managementToken, "priya.raman@example.com");
	await signIn(page, "editor");
	await page.goto(`/refresh-tokens?user=${encodeURIComponent(chosen?.userId ?? "")}`);
	await page.getByRole("checkbox", { name: new RegExp(`${chosen?.id}$`) }).check();
	await page.getByRole("button", { name: "Revoke selected" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Revoke refresh tokens" })).toBeVisible();
	await expect(page.getByRole("main")).toContainText("One token of priya.raman@example.com.");
	await expect(page.getByRole("list", { name: "Tokens to revoke" }).getByRole("listitem")).toContainText([
		chosen?.id ?? "",
	]);
	await page.getByRole("button", { name: "Revoke 1 token" }).click();
	await expect(page.getByText("Revocation requested: 1 token.")).toBeVisible();
	await expect(page.getByRole("table")).toContainText(other?.id ?? "");
	await expect(page.getByRole("table")).not.toContainText(chosen?.id ?? "");
});

test("lists the tokens that this admin opened last, with their user and application", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const { id } = await tokenOf(credentials, managementToken, "layla.haddad@example.org");
	await signIn(page, "viewer");
	await page.goto(`/refresh-tokens/${id}`);
	await page.goto("/refresh-tokens");
	const opened = page.getByRole("region", { name: "Recently opened by you" });
	const row = opened.getByRole("row").filter({ hasText: id });
	await expect(row).toContainText("layla.haddad@example.org");
	await expect(row).toContainText("Storefront");
	await opened.getByRole("link", { name: id }).click();
	await expect(page).toHaveURL(new RegExp(`/refresh-tokens/${id}$`));
});

test("filters a user's tokens by application, in the address and without scripts", async ({
	openContext,
	signIn,
	credentials,
	managementToken,
}) => {
	const { userId } = await tokenOf(credentials, managementToken, credentials.sign_ins.user.email);
	const page = await (await openContext({ javaScriptEnabled: false })).newPage();
	await signIn(page, "viewer");
	await page.goto(`/refresh-tokens?user=${encodeURIComponent(userId)}`);
	const applications = page.getByRole("table").getByRole("rowheader");
	await expect(applications.filter({ hasText: "Storefront" })).not.toHaveCount(0);
	const select = page.getByRole("combobox", { name: "Application", exact: true });
	await select.selectOption("Partner Portal");
	await page.getByRole("button", { name: "Filter" }).click();
	await expect(page).toHaveURL(/\?user=.+&client=\w+$/);
	await expect(applications.filter({ hasText: "Partner Portal" })).not.toHaveCount(0);
	await expect(applications.filter({ hasNotText: "Partner Portal" })).toHaveCount(0);
	await expect(select.getByRole("option", { name: "Partner Portal", selected: true })).toBeAttached();

	await select.selectOption("Identity Console");
	await page.getByRole("button", { name: "Filter" }).click();
	await expect(page.getByRole("main")).toContainText("mina.park@example.org has none of Identity Console now.");
	await page.getByRole("link", { name: "All applications" }).click();
	await expect(applications.filter({ hasText: "Storefront" })).not.toHaveCount(0);
	await expect(select).toHaveValue("");
});
