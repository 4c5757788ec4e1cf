import { expect, type Page } from "@playwright/test";

/** Counts what a pointer presses on the documents that the page loads from now on. @returns the number so far */
export async function countClicks(page: Page): Promise<() => number> {
	let count = 0;
	await page.exposeFunction("countClick", () => {
		count += 1;
	});
	await page.addInitScript(() => {
		addEventListener("pointerdown", ({ isTrusted }) => isTrusted && void window.countClick(), true);
	});
	return () => {
		expect(count, "clicks are counted").toBeGreaterThan(0);
		return count;
	};
}

declare global {
	interface Window {
		countClick: () => Promise<void>;
	}
}
