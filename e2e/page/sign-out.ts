import type { Page } from "@playwright/test";

/** Signs out by the account menu. */
export async function signOut(page: Page): Promise<void> {
	await page.getByText("Account", { exact: true }).click();
	await page.getByRole("button", { name: "Sign out", exact: true }).click();
}
