import type { Page } from "@playwright/test";

/** Signs out as an admin does: by the menu of the account. */
export async function signOut(page: Page): Promise<void> {
	await page.getByText("Account", { exact: true }).click();
	await page.getByRole("button", { name: "Sign out" }).click();
}
