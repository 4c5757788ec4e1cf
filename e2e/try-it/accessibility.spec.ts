import { expectAccessible } from "../page/axe";
import { expect, test, tick } from "../templates/templates-page";
import { box, checkButton, openTryIt, result, select, simulate } from "./try-it-page";

test("the tab with a result, with all of it opened, and with faults", async ({ page, signIn }) => {
	test.setTimeout(120_000);
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await page.getByRole("checkbox", { name: "Select all attributes" }).check();
	await openTryIt(page);
	await expectAccessible(page);
	for (const licence of ["Wallet that sends more than asked", "Altered element", "Mandatory elements only"]) {
		await simulate(page, licence);
		const closed = result(page).locator("details:not([open]) > summary");
		while ((await closed.count()) > 0) await closed.first().click();
		// A box that is half under the bar of the form would be measured as half a box.
		await page.evaluate(() => scrollTo(0, 0));
		await expectAccessible(page);
	}
	await select(page, "Session").selectOption("redirect");
	await box(page, "Response").fill("a1");
	await checkButton(page).click();
	await expect(page.getByRole("alert").filter({ hasText: "Nothing was checked" })).toBeVisible();
	await expectAccessible(page);
});

test("a simulation is run and read by keyboard alone", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
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
