import { expect, test } from "../fixtures";
import { tokensOf } from "./sample-tokens";

// No test revokes this user's token.
const user = "jose.nunez@example.org";

test("a token's row is one line from 1280 px on and a card at 320 px, and nothing overflows", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto(`/refresh-tokens?${new URLSearchParams({ q: user })}`);
	const rows = page.getByRole("row").filter({ has: page.getByRole("rowheader") });
	const changed = rows.filter({ hasText: "Safari on macOS" });
	await expect(changed.getByText("changed", { exact: true })).toBeVisible();
	for (const width of process.env.LONG ? [1920, 1280, 1024, 768, 320] : [1280, 768, 320]) {
		await page.setViewportSize({ width, height: 800 });
		expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width);
		const { height } = (await changed.boundingBox()) ?? { height: 0 };
		if (width >= 1280) expect(height, `${width} px`).toBeLessThanOrEqual(44);
	}
	await changed.getByRole("button", { name: /^Actions for Licence Wallet/ }).click();
	const menu = page.getByRole("list", { name: /^Actions for Licence Wallet/ });
	await expect(menu.getByRole("link")).toHaveText(["Open", "Revoke…"]);
	await menu.getByRole("button", { name: "Copy token ID" }).press("Escape");
	await page.setViewportSize({ width: 1280, height: 800 });
	await changed.getByRole("cell", { name: /^15 days ago/ }).click();
	const head = page.getByRole("main").locator("p").filter({ hasText: user }).first();
	await expect(head).toContainText("device changed");
	await page.goBack();
	await page.setViewportSize({ width: 320, height: 800 });
	const left = async (column: RegExp) => (await changed.getByRole("cell", { name: column }).boundingBox())?.x;
	expect(await left(/Safari on macOS/)).toBe(await left(/^15 days ago/));
	await expect(changed.getByRole("cell", { name: /^\d+ keys?$/ })).toBeVisible();
	await page.goto("/refresh-tokens?q=yuki.tanaka%40example.com");
	await expect(rows).toContainText("Licence Wallet");
	await expect(rows.getByText("changed", { exact: true })).toHaveCount(0);
});

test("all tokens of a page are selected at once, and revoking names them", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	// A user whose tokens no other test revokes.
	const tokens = await tokensOf(credentials, managementToken, credentials.sign_ins.user.email);
	const [first, second] = tokens.map(({ id }) => id);
	await signIn(page, "editor");
	await page.goto(`/refresh-tokens?${new URLSearchParams({ user: tokens[0]?.userId ?? "" })}`);
	const all = page.getByRole("checkbox", { name: "Select all: tokens on this page" });
	await all.check();
	await expect(page.getByRole("status").filter({ hasText: `${tokens.length} selected` })).toBeVisible();
	await page.getByRole("checkbox", { name: new RegExp(`${first}$`) }).uncheck();
	await expect(page.getByRole("status").filter({ hasText: `${tokens.length - 1} selected` })).toBeVisible();
	await expect(all).toHaveJSProperty("indeterminate", true);
	await page.getByRole("button", { name: "Revoke selected" }).click();
	await expect(page.getByRole("main")).toContainText(second ?? "");
	await expect(page.getByRole("main")).not.toContainText(first ?? "");
	await page.goBack();
	await expect(page.getByRole("status").filter({ hasText: `${tokens.length - 1} selected` })).toBeVisible();
	await page.getByRole("button", { name: "Clear selection" }).click();
	await expect(page.getByRole("button", { name: "Revoke selected" })).toBeHidden();
});
