import { expect, type Page } from "@playwright/test";
import type { SampleToken } from "./sample-tokens";

/** The pages of a bulk edit, by role and name. */
export function bulkEdit(page: Page) {
	const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
	return {
		button,
		title: page.getByRole("heading", { level: 1 }),
		key: page.getByRole("textbox", { name: "Key", exact: true }),
		value: page.getByRole("textbox", { name: "Value", exact: true }),
		operation: (name: string) => page.getByRole("radio", { name, exact: true }),
		tokens: page.getByRole("list", { name: "Tokens", exact: true }).getByRole("listitem"),
		token: ({ id }: SampleToken) =>
			page.getByRole("list", { name: "Tokens", exact: true }).getByRole("listitem").filter({ hasText: id }),
		progress: page.getByRole("progressbar", { name: "Tokens worked on" }),
		status: page.locator("form").getByRole("status"),

		/** Selects tokens in their user's list, and opens the form of their metadata. */
		async select(tokens: readonly SampleToken[]) {
			await page.goto(`/refresh-tokens?user=${encodeURIComponent(tokens[0]?.userId ?? "")}`);
			for (const { id } of tokens) await page.getByRole("checkbox", { name: new RegExp(`${id}$`) }).check();
			await button("Edit metadata…").click();
			await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit metadata of several tokens");
		},

		async preview() {
			await button("Preview changes").click();
			await expect(page.getByRole("heading", { level: 1 })).toHaveText("Preview of a bulk edit");
		},
	};
}
