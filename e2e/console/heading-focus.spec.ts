import type { Page } from "@playwright/test";
import { expectAccessible } from "../page/axe";
import { expect, test, uniqueName } from "../templates/templates-page";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

test("with the keyboard, following a link focuses the heading, and Back the link that was followed; a focus that is still in the page stays, a full page load begins at the top, and a deletion ends at the list's heading", async ({
	page,
	signIn,
	management,
}) => {
	const name = uniqueName("Focus");
	await management.createTemplate(name, { portrait: true });
	await signIn(page, "editor");
	// Before hydration a link causes a full page load.
	await page.goto("/templates", { waitUntil: "networkidle" });
	await expect(heading(page, "Templates")).toBeVisible();
	await expect(page.locator("body")).toBeFocused();

	await link(page, "New template").press("Enter");
	await expect(heading(page, "New template")).toBeFocused();
	await page.keyboard.press("Tab");
	await expect(heading(page, "New template")).not.toBeFocused();
	await page.goBack();
	await expect(link(page, "New template")).toBeFocused();
	await link(page, name).press("Enter");
	await expect(heading(page, name)).toBeFocused();
	await page.goBack();
	await expect(link(page, name)).toBeFocused();
	await page.goForward();
	await expect(heading(page, name)).toBeFocused();
	await expect(heading(page, name)).toHaveCSS("outline-style", "none");
	// Only the focus differs from the page after a full load.
	if (process.env.LONG) await expectAccessible(page);

	await page.getByRole("button", { name: "Delete template" }).press("Enter");
	await page.getByRole("dialog").getByRole("button", { name: "Delete template" }).press("Enter");
	await expect(page.getByText(`Template “${name}” deleted.`)).toBeVisible();
	await expect(heading(page, "Templates")).toBeFocused();

	await link(page, "Connection").press("Enter");
	await expect(heading(page, "Connection")).toBeVisible();
	await expect(link(page, "Connection")).toBeFocused();
});
