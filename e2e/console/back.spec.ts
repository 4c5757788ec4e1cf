import type { Page } from "@playwright/test";
import { expect, test, uniqueName } from "../templates/templates-page";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

test("Back and Forward restore a list's search and its scroll position", async ({ page, signIn, management }) => {
	const purpose = uniqueName("Back");
	const names = Array.from({ length: 12 }, (_, index) => `${purpose} ${String(index).padStart(2, "0")}`);
	for (const name of names) await management.createTemplate(name, { portrait: true });
	await signIn(page, "viewer");
	await page.setViewportSize({ width: 1280, height: 400 });
	await page.goto("/templates", { waitUntil: "networkidle" });
	const search = page.getByRole("main").getByRole("searchbox");
	await search.fill(purpose);
	await expect(page).toHaveURL(/q=Back/);
	const last = page.getByRole("link", { name: names[0], exact: true });
	await last.scrollIntoViewIfNeeded();
	await last.evaluate((link) => link.scrollIntoView({ block: "center" }));
	const place = await scrolled(page);
	expect(place).toBeGreaterThan(0);
	await last.click();
	await expect(heading(page, names[0] ?? "")).toBeVisible();
	await expect.poll(() => scrolled(page)).toBe(0);

	await page.goBack();
	await expect(heading(page, "Templates")).toBeAttached();
	await expect(search).toHaveValue(purpose);
	await expect(page.getByRole("row").filter({ hasText: purpose })).toHaveCount(names.length);
	await expect.poll(() => scrolled(page)).toBe(place);
	await expect(last).toBeInViewport();

	await page.goForward();
	await expect(heading(page, names[0] ?? "")).toBeVisible();
	await page.goBack();
	await expect.poll(() => scrolled(page)).toBe(place);
});
