import { within } from "@testing-library/dom";
import { expect, test } from "../fixtures";
import type { VisitedPage } from "../http/visitor";
import { type SampleToken, tokenOf, tokensOf } from "./sample-tokens";

test("finds a user's tokens as an e-mail address is typed, by part of it, by user id and by token id, and keeps the search in the URL", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	const { id, userId } = await tokenOf(credentials, managementToken, "layla.haddad@example.org");
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
	await page.goBack();

	await test.step("a link to the search is one to an empty search", async () => {
		await page.setViewportSize({ width: 1280, height: 720 });
		const link = page.getByRole("navigation").getByRole("link", { name: "Refresh tokens", exact: true });
		const start = page.getByRole("heading", { name: "Recently opened by you" });
		await link.click();
		await expect(start).toBeVisible();
		await box.pressSequentially("layla");
		await expect(start).toBeHidden();
		await link.click();
		await expect(start).toBeVisible();
		await expect(box).toHaveValue("");
	});

	await test.step("users to choose from where several match", async () => {
		await box.fill("m");
		await box.press("Enter");
		const users = page.getByRole("region", { name: "Users found" });
		await users.getByRole("link", { name: "maximiliana.hohenberg@example.org", exact: true }).click();
		await expect(table.getByRole("rowheader")).toHaveCount(1);
	});

	await test.step("by user id and by token id, and without a result", async () => {
		await box.fill(userId);
		await box.press("Enter");
		await expect(table.getByRole("rowheader")).toContainText(id);
		await box.fill("nobody@nowhere.example");
		await box.press("Enter");
		await expect(page.getByText("No user, token or session matches “nobody@nowhere.example”.")).toBeVisible();
		await box.fill(id);
		await expect(page).toHaveURL(new RegExp(`/refresh-tokens/${id}$`));
	});
});

test("shows every field of a token, unknown values, and that it is used on another device than it was issued on", async ({
	visit,
	credentials,
	managementToken,
}) => {
	const viewer = await visit("viewer");
	const regionsOf = async (token: SampleToken) => {
		const page = await viewer.open(`/refresh-tokens/${token.id}`);
		return (name: string) => page.getByRole("region", { name }).textContent;
	};
	const legacy = await regionsOf(await tokenOf(credentials, managementToken, "sam+license@example.com"));
	expect(legacy("About this token")).toContain("Session—");
	expect(legacy("Device")).toContain("not reported");
	expect(legacy("Access")).not.toBe("");
	expect(legacy("Metadata")).toContain("This token has no metadata.");
	const others = await tokensOf(credentials, managementToken, "jose.nunez@example.org");
	const devices = await Promise.all(others.map(async (token) => (await regionsOf(token))("Device")));
	expect(devices.join("\n")).toMatch(/Safari on iPhone\s*Safari on macOS\s*differs from issue/);

	const missing = await viewer.open("/refresh-tokens/dcr_0000000000000000");
	expect(missing.status).toBe(404);
	missing.getByText("No refresh token with this ID");
});

test("an address claims no revocation: the token is shown with its buttons, and once it is gone nothing was requested here", async ({
	page,
	signIn,
	credentials,
	managementToken,
	allowBrowserError,
}) => {
	allowBrowserError(/404 \(Not Found\).*\/refresh-tokens\//);
	const { id, revoke } = await tokenOf(credentials, managementToken, "sam+license@example.com");
	await signIn(page, "editor");
	await page.goto(`/refresh-tokens/${id}?end=requested`);
	await expect(page.getByRole("region", { name: "Metadata", exact: true })).toBeVisible();
	await expect(page.getByRole("main").getByRole("button", { name: /Revoke|Save|Clear/ })).not.toHaveCount(0);
	await expect(page.getByText(/requested/i)).toHaveCount(0);
	await revoke();
	await page.reload();
	await expect(page.getByText("No refresh token with this ID")).toBeVisible();
	await expect(page.getByText(/requested/i)).toHaveCount(0);
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
	await expect(page.getByText("No refresh token with this ID")).toBeVisible();
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
	visit,
	credentials,
	managementToken,
}) => {
	const { id } = await tokenOf(credentials, managementToken, "layla.haddad@example.org");
	const viewer = await visit("viewer");
	await viewer.open(`/refresh-tokens/${id}`);
	const opened = (await viewer.open("/refresh-tokens")).getByRole("region", { name: "Recently opened by you" });
	const row = within(opened)
		.getAllByRole("row")
		.find(({ textContent }) => textContent?.includes(id));
	expect(row?.textContent).toContain("layla.haddad@example.org");
	expect(row?.textContent).toContain("Storefront");
	const link = within(opened).getByRole<HTMLAnchorElement>("link", { name: new RegExp(id) });
	expect(new URL(link.href).pathname).toBe(`/refresh-tokens/${id}`);
});

test("filters a user's tokens by application, by the URL and without scripts", async ({
	visit,
	credentials,
	managementToken,
}) => {
	const { userId } = await tokenOf(credentials, managementToken, credentials.sign_ins.user.email);
	const viewer = await visit("viewer");
	const all = await viewer.open(`/refresh-tokens?user=${encodeURIComponent(userId)}`);
	const selectOn = (page: VisitedPage) => page.getByRole<HTMLSelectElement>("combobox", { name: "Application" });
	const applications = (page: VisitedPage) =>
		within(page.getByRole("table"))
			.getAllByRole("rowheader")
			.map(({ textContent }) => textContent ?? "");
	const filter = (page: VisitedPage, name: string) => {
		const option = [...selectOn(page).options].find(({ text }) => text === name);
		return viewer.press(page, "Filter", { client: option?.value ?? "" });
	};
	expect(applications(all).join()).toContain("Storefront");
	const portal = await filter(all, "Partner Portal");
	expect(portal.url.search).toMatch(/^\?user=.+&client=\w+$/);
	expect(applications(portal).length).toBeGreaterThan(0);
	for (const application of applications(portal)) expect(application).toContain("Partner Portal");
	expect(selectOn(portal).options[selectOn(portal).selectedIndex]?.text).toBe("Partner Portal");

	const none = await filter(portal, "Identity Console");
	expect(none.getByRole("main").textContent).toContain("mina.park@example.org has none of Identity Console now.");
	const again = await viewer.open(none.getByRole<HTMLAnchorElement>("link", { name: "All applications" }).href);
	expect(applications(again).join()).toContain("Storefront");
	expect(selectOn(again).value).toBe("");
});
