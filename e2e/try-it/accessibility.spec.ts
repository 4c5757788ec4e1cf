import type { Page } from "@playwright/test";
import { expectAccessible } from "../page/axe";
import { expect, test, tick } from "../templates/templates-page";
import { box, checkButton, openTryIt, result, select, simulate } from "./try-it-page";

test.beforeEach(async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
});

for (const licence of ["Wallet that sends more than asked", "Altered element", "Mandatory elements only"]) {
	test(`the tab with a result, all of it opened, has no fault: ${licence}`, async ({ page }) => {
		test.slow();
		await page.getByRole("checkbox", { name: "Select all attributes" }).check();
		await openTryIt(page);
		await simulate(page, licence);
		const closed = result(page).locator("details:not([open]) > summary");
		while ((await closed.count()) > 0) await closed.first().click();
		await expectTabAccessible(page);
	});
}

test("the tab as it comes, and with words at its fields, has no fault", async ({ page }) => {
	test.slow();
	await openTryIt(page);
	await expectTabAccessible(page);
	await select(page, "Session").selectOption("redirect");
	await box(page, "Response").fill("a1");
	await checkButton(page).click();
	await expect(page.getByRole("alert").filter({ hasText: "Nothing was checked" })).toBeVisible();
	await expectTabAccessible(page);
});

test("a simulation is run and read by keyboard alone", async ({ page }) => {
	await tick(page, "Photo").focus();
	await page.keyboard.press("Space");
	await page.getByRole("tab", { name: "Holder", exact: true }).focus();
	await page.keyboard.press("End");
	await expect(page.getByRole("tab", { name: "Try it", exact: true })).toBeFocused();
	await select(page, "Sample licence").focus();
	await page.keyboard.type("Under");
	await expect(select(page, "Sample licence").locator("option:checked")).toHaveText("Under 21");
	for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press("Tab");
	await expect(page.getByRole("button", { name: "Simulate", exact: true })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(result(page)).toBeFocused();
	await page.keyboard.press("Tab");
	await expect(result(page).getByRole("link", { name: "Download request" })).toBeFocused();
});

/** A box that is half under the bar of the form would be measured as half a box: from the top of the page. */
async function expectTabAccessible(page: Page): Promise<void> {
	await page.evaluate(() => scrollTo(0, 0));
	await expectAccessible(page);
}
