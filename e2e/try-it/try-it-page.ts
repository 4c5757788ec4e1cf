import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { openTab, untilHydrated } from "../templates/templates-page";

/** The result of a simulation, a check, or a request to a wallet. */
export const result = (page: Page): Locator => page.getByRole("region", { name: "Result", exact: true });

/** The result's heading: its verdict. */
export const verdict = (page: Page): Locator => result(page).getByRole("heading", { level: 3 });

export const simulateButton = (page: Page): Locator => page.getByRole("button", { name: "Simulate", exact: true });
export const checkButton = (page: Page): Locator => page.getByRole("button", { name: "Check response", exact: true });
export const select = (page: Page, label: string): Locator => page.getByRole("combobox", { name: label, exact: true });
export const box = (page: Page, label: string): Locator => page.getByRole("textbox", { name: label, exact: true });

/** Opens the tab on a page with scripts. */
export async function openTryIt(page: Page): Promise<Locator> {
	await untilHydrated(page);
	return openTab(page, "Try it");
}

/** The links of the chain that are open, with the words of their heads. */
export const openLinks = (page: Page): Promise<string[]> =>
	result(page).locator(".chain > li > details[open] > summary").allTextContents();

/** Runs a simulation, and waits until its result has replaced an earlier one. */
export async function simulate(page: Page, licence: string, rules: "iso" | "browser" = "iso"): Promise<void> {
	await select(page, "Sample licence").selectOption(licence);
	await select(page, "Rules").selectOption(rules);
	const responded = page.waitForResponse((response) => new URL(response.url()).pathname === "/templates/try-it");
	await simulateButton(page).click();
	await responded;
	await result(page).waitFor();
}

/** The names of the elements in the result's table, each with the words of its cells. */
export async function rowsOf(page: Page): Promise<Record<string, string[]>> {
	const rows = await result(page)
		.locator("tr")
		.evaluateAll((all) =>
			all.flatMap((row) => {
				const name = row.querySelector("th[scope=row] code")?.textContent;
				return name ? [[name, [...row.querySelectorAll("td")].map((cell) => cell.textContent)]] : [];
			}),
		);
	return Object.fromEntries(rows);
}

/** Downloads a file of the result. @returns its bytes */
export async function downloaded(page: Page, name: string): Promise<Buffer> {
	const download = page.waitForEvent("download");
	await result(page).getByRole("link", { name, exact: true }).click();
	return readFile(await (await download).path());
}

/** A value of the session that the result shows, by its name. */
export async function sessionText(page: Page, name: string): Promise<string> {
	const term = result(page)
		.locator("dt")
		.filter({ hasText: new RegExp(`^${name.replace(/[()]/g, "\\$&")}`) });
	return (await term.locator("xpath=following-sibling::dd[1]//code").textContent()) ?? "";
}
