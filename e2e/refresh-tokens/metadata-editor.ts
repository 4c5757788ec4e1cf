import type { Page } from "@playwright/test";

/** The metadata editor of a token's page, by role and name. */
export function metadataEditor(page: Page) {
	const region = page.getByRole("region", { name: "Metadata", exact: true });
	const button = (name: string) => region.getByRole("button", { name, exact: true });
	return {
		region,
		button,
		key: (row: number) => region.getByRole("textbox", { name: `Key, row ${row}`, exact: true }),
		value: (row: number) => region.getByRole("textbox", { name: `Value, row ${row}`, exact: true }),
		keys: region.getByRole("textbox", { name: /^Key, row \d+$/ }),
		save: button("Save metadata"),
		status: region.getByRole("status"),
		dialog: page.getByRole("dialog"),
	};
}
