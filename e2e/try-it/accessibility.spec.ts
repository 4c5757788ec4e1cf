import type { Page } from "@playwright/test";
import { expectAccessible } from "../page/axe";
import { expect, test, tick, uniqueName } from "../templates/templates-page";
import { box, checkButton, openTryIt, result, select, simulate } from "./try-it-page";

// A rejected licence has every part of a result. A verified one is in wallet/snippet.spec.ts.
const LICENCES = process.env.LONG
	? ["Altered attribute", "Wallet that sends more than asked", "Mandatory attributes only"]
	: ["Altered attribute"];

test("the tab has no violation with errors at its fields, and with a completely expanded result", async ({
	page,
	signIn,
	management,
}) => {
	test.slow();
	await signIn(page, "editor");
	await page.goto("/templates/new?preset=identity");
	if (process.env.LONG) await page.getByRole("checkbox", { name: "Select all attributes" }).check();
	await openTryIt(page);
	if (process.env.LONG) await expectTabAccessible(page);
	await select(page, "Session").selectOption("redirect");
	await box(page, "Response").fill("a1");
	await checkButton(page).click();
	await expect(page.getByRole("alert").filter({ hasText: "Nothing was checked" })).toBeVisible();
	// The page around the tab is checked with the result.
	await expectTabAccessible(page, process.env.LONG ? "html" : ".tabs");
	for (const licence of LICENCES) {
		await simulate(page, licence);
		await result(page)
			.locator("details")
			.evaluateAll((all) => {
				for (const details of all as HTMLDetailsElement[]) details.open = true;
			});
		await expectTabAccessible(page);
	}
	const { id } = await management.createTemplate(uniqueName("Wide"), { portrait: true, family_name: true });
	await page.goto(`/templates/${id}/try-it`);
	await simulate(page, "Altered attribute");
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

/** Checks from the top of the page: a box half covered by the save bar would be measured as too small. */
async function expectTabAccessible(page: Page, within = "html"): Promise<void> {
	await page.evaluate(() => scrollTo(0, 0));
	await expectAccessible(page, { within });
}
