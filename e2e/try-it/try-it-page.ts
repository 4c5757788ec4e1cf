import type { Locator, Page } from "@playwright/test";
import { openTab, untilLive } from "../templates/templates-page";

/** What became of a simulation, a check, or a wallet that was asked. */
export const result = (page: Page): Locator => page.getByRole("region", { name: "Result", exact: true });

/** The heading that says it in a word. */
export const verdict = (page: Page): Locator => result(page).getByRole("heading", { level: 3 });

export const simulateButton = (page: Page): Locator => page.getByRole("button", { name: "Simulate", exact: true });
export const checkButton = (page: Page): Locator => page.getByRole("button", { name: "Check response", exact: true });
export const licence = (page: Page): Locator => page.getByRole("combobox", { name: "Sample licence", exact: true });
export const responseBox = (page: Page): Locator => page.getByRole("textbox", { name: "Response", exact: true });

/** Opens the tab on a page with scripts. */
export async function openTryIt(page: Page): Promise<Locator> {
	await untilLive(page);
	return openTab(page, "Try it");
}
