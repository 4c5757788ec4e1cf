import type { Page } from "@playwright/test";
import { expect } from "../fixtures";

/**
 * The link in the latest message to an address, as the outbox shows it.
 * @param page of an editor who is signed in to the service
 */
export async function linkInOutbox(page: Page, email: string, address = ""): Promise<string> {
	await page.goto(`${address}/outbox`);
	const message = page
		.getByRole("listitem")
		.filter({ hasText: `Email to ${email}` })
		.filter({ hasText: "?ticket=" });
	await expect(message.first()).toBeVisible();
	return /https?:\/\/\S+\?ticket=[\w-]+/.exec((await message.first().textContent()) ?? "")?.[0] ?? "";
}
