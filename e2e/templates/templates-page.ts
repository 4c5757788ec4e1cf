import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { test as base, expect } from "../fixtures";
import { type Management, managementOf } from "../http/management";

export const test = base.extend<{ management: Management }>({
	management: async ({ credentials, managementToken }, use) => use(managementOf(credentials, managementToken)),
});

export { expect };

export function uniqueName(purpose: string): string {
	return `${purpose} ${randomUUID().slice(0, 8)}`;
}

export const templateId = (page: Page): string => idIn(new URL(page.url()));

/** The id in the address of a template's page. */
export const idIn = (url: URL): string => url.pathname.split("/").at(-1) ?? "";

/** Ticks a box of a page that is read without a browser, or chooses a radio. */
export function setBox(field: HTMLInputElement): void {
	field.checked = true;
}

export const tick = (page: Page, label: string): Locator => page.getByRole("checkbox", { name: label, exact: true });
export const nameBox = (page: Page): Locator => page.getByRole("textbox", { name: "Name", exact: true });
export const authority = (page: Page): Locator => page.getByRole("textbox", { name: "Custom certificate authority" });
export const createButton = (page: Page): Locator => page.getByRole("button", { name: "Create template" });
export const saveButton = (page: Page): Locator => page.getByRole("button", { name: "Save changes" });

/** The open or closed panel with this title. */
const panel = (page: Page, title: string): Locator =>
	page
		.locator("details")
		.filter({ has: page.locator(":scope > summary").getByText(title, { exact: true }) })
		.last();

/** Opens a panel. @returns it */
export async function openPanel(page: Page, title: string): Promise<Locator> {
	const found = panel(page, title);
	if ((await found.getAttribute("open")) === null) await found.locator(":scope > summary").click();
	return found;
}

/** The panel of a tab beside the form, shown or not. */
export const tabPanel = (page: Page, title: string): Locator =>
	page.getByRole("tabpanel", { name: title, exact: true, includeHidden: true });

/** Selects a tab. @returns its panel */
export async function openTab(page: Page, title: string): Promise<Locator> {
	await page.getByRole("tab", { name: title, exact: true }).click();
	return tabPanel(page, title);
}

/** The values of all ticked attribute boxes, sorted. */
export async function tickedNames(page: Page): Promise<string[]> {
	return page
		.locator('input[name="attribute"]:checked')
		.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value).sort());
}

/** The list of what a save would change, above its button. */
export const changes = (page: Page): Locator => page.getByRole("region", { name: "Changes" });

/** Waits until the form is hydrated. */
export async function untilHydrated(page: Page): Promise<void> {
	await expect(page.locator("form[data-early-guard]")).toHaveCount(0);
}

/** Where the page marks what does not follow edits: visible once there are some, until it is hydrated. */
export const asOpened = (within: Page | Locator): Locator => within.locator(".as-opened");

/** The bodies of all POST requests that the page sends from now on. */
export function watchPosts(page: Page): string[] {
	const posts: string[] = [];
	page.on("request", (request) => {
		if (request.method() === "POST") posts.push(request.postData() ?? "");
	});
	return posts;
}

/** Creates templates that request the city, numbered in order of creation. @returns their names */
export async function createMany({ createTemplate }: Management, purpose: string, count: number): Promise<string[]> {
	const names = Array.from({ length: count }, (_, index) => `${purpose} ${String(index).padStart(2, "0")}`);
	for (const name of names) await createTemplate(name, { resident_city: true });
	return names;
}
