import type { Locator } from "@playwright/test";
import { expect } from "../fixtures";

/**
 * Pastes a text that the page itself takes up into the field, once it has the focus. Without the system's clipboard, so that
 * nothing is put into a field whose script is still on its way: it is pasted again until the page has taken it.
 */
export async function paste(field: Locator, text: string): Promise<void> {
	await expect(field).toBeFocused();
	const isTaken = () =>
		field.evaluate((element, pasted) => {
			const clipboardData = new DataTransfer();
			clipboardData.setData("text/plain", pasted);
			return !element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
		}, text);
	await expect.poll(isTaken).toBe(true);
}
