import type { Locator } from "@playwright/test";
import { expect } from "../fixtures";

/**
 * Pastes a text into a field whose page handles the event, once the field has the focus. A synthetic event inserts nothing
 * by itself: the text is pasted again until the hydrated page handles it.
 */
export async function paste(field: Locator, text: string): Promise<void> {
	await expect(field).toBeFocused();
	const isHandled = () =>
		field.evaluate((element, pasted) => {
			const clipboardData = new DataTransfer();
			clipboardData.setData("text/plain", pasted);
			return !element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
		}, text);
	await expect.poll(isHandled).toBe(true);
}
