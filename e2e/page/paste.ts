import type { Locator } from "@playwright/test";
import { expect } from "../fixtures";

/**
 * Pastes a text that the page itself takes up into the field, once that has the focus. An event that a script makes puts
 * nothing in by itself: until the page's own script is there and has taken the text, it is pasted again.
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
