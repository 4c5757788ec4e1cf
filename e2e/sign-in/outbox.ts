import type { Page } from "@playwright/test";
import { expect } from "../fixtures";
import type { Visitor } from "../http/visitor";

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

/** The latest message at the outbox that matches. @param admin an editor who is signed in to the service */
export async function messageAt(admin: Visitor, pattern: RegExp, address = ""): Promise<string> {
	const page = await admin.open(`${address}/outbox`);
	const messages = [...page.document.querySelectorAll("li")].map(({ textContent }) => textContent ?? "");
	const found = messages.find((message) => pattern.test(message));
	if (!found) throw new Error(`No message like ${pattern} at ${page.url}.`);
	return found;
}

/** The link in the latest message to an address that holds one. @param admin an editor who is signed in to the service */
export async function linkTo(admin: Visitor, email: string, address = ""): Promise<string> {
	const message = await messageAt(admin, new RegExp(`Email to ${email}\\s[^]*\\?ticket=`), address);
	return /https?:\/\/\S+\?ticket=[\w-]+/.exec(message)?.[0] ?? "";
}
