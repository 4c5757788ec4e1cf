import { expect, test } from "../fixtures";

const user = "amara.okafor@example.com";

test("a token's row is one line from 1280 px on and a card at 320 px, and no width is exceeded", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto(`/refresh-tokens?${new URLSearchParams({ q: user })}`);
	const rows = page.getByRole("row").filter({ has: page.getByRole("rowheader") });
	const changed = rows.filter({ hasText: "Chrome on Windows" });
	await expect(changed).toContainText("device changed");
	await expect(rows.filter({ hasText: "Chrome on Android" })).not.toContainText("device changed");
	for (const width of [1920, 1280, 1024, 768, 320]) {
		await page.setViewportSize({ width, height: 800 });
		expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width);
		const { height } = (await changed.boundingBox()) ?? { height: 0 };
		if (width >= 1280) expect(height, `${width} px`).toBeLessThanOrEqual(44);
	}
	await page.setViewportSize({ width: 1280, height: 800 });
	await changed.getByRole("link").click();
	const head = page.getByRole("main").locator("p").filter({ hasText: user }).first();
	await expect(head).toContainText("device changed");
	await page.goBack();
	await page.setViewportSize({ width: 320, height: 800 });
	const left = async (column: RegExp) => (await changed.getByRole("cell", { name: column }).boundingBox())?.x;
	expect(await left(/Chrome on Windows/)).toBe(await left(/months ago/));
	await expect(changed.getByRole("cell", { name: /^\d+ keys?$/ })).toBeVisible();
});

test("all tokens of a page are selected at once, and revoking names them", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto(`/refresh-tokens?${new URLSearchParams({ q: user })}`);
	const all = page.getByRole("checkbox", { name: "Select all: tokens on this page" });
	await all.check();
	await expect(page.getByRole("status").filter({ hasText: "2 selected" })).toBeVisible();
	await page.getByRole("checkbox", { name: /^Select Storefront/ }).uncheck();
	await expect(page.getByRole("status").filter({ hasText: "1 selected" })).toBeVisible();
	await expect(all).toHaveJSProperty("indeterminate", true);
	await page.getByRole("button", { name: "Revoke selected" }).click();
	await expect(page.getByRole("main")).toContainText("Licence Wallet");
	await expect(page.getByRole("main")).not.toContainText("Storefront");
	await page.goBack();
	await expect(page.getByRole("status").filter({ hasText: "1 selected" })).toBeVisible();
	await page.getByRole("button", { name: "Clear selection" }).click();
	await expect(page.getByRole("button", { name: "Revoke selected" })).toBeHidden();
});
