import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures";
import { paste } from "../page/paste";
import { metadataEditor } from "./metadata-editor";
import { type SampleToken, tokensOf } from "./sample-tokens";

// The editor's messages and the effects of a save are tested in
// app/(console)/_metadata/metadata-editor.test.tsx and metadata-views.test.tsx.

let token: SampleToken;
let other: SampleToken;

test.beforeEach(async ({ page, signIn, credentials, managementToken }) => {
	[token, other] = (await tokensOf(credentials, managementToken, "amara.okafor@example.com")) as [
		SampleToken,
		SampleToken,
	];
	await token.setMetadata({ device_label: "Work laptop", cost_centre: "CC-4120", trusted: "yes" });
	await signIn(page, "editor");
});

/** Whether nothing covers the middle of an element. */
const isOnTop = (element: Locator) =>
	element.evaluate((of) => {
		const { x, y, width, height } = of.getBoundingClientRect();
		return of.contains(document.elementFromPoint(x + width / 2, y + height / 2));
	});

test("edits, suggests, saves, clears after a dialog and undoes, with the focus at the next control", async ({
	page,
}) => {
	await other.setMetadata({ deviceName: "Phone", owner: "Amara", trusted: "no" });
	await page.goto(`/refresh-tokens/${token.id}`);
	const editor = metadataEditor(page);

	await test.step("a removed row moves the focus to the next and is restored where it was", async () => {
		await editor.button("Remove cost_centre").click();
		await expect(editor.key(2)).toHaveValue("trusted");
		await expect(editor.key(2)).toBeFocused();
		await editor.button("Restore cost_centre").click();
		await expect(editor.key(2)).toHaveValue("cost_centre");
		await expect(editor.status.filter({ hasText: "No changes to save" })).toBeVisible();
	});

	await test.step("the keys of the user's other tokens are suggested, and one click uses a suggestion", async () => {
		const suggestions = editor.region.getByRole("group", { name: "Keys on other tokens of this user" });
		await editor.button("Add row").click();
		await expect(suggestions.getByRole("button")).toHaveText(["deviceName", "owner"]);
		await expect(editor.key(4)).toBeFocused();
		await page.keyboard.type("device_name");
		await editor.button("Use deviceName").click();
		await expect(editor.key(4)).toHaveValue("deviceName");
		await expect(editor.key(4)).toBeFocused();
		await editor.button("Add row").click();
		await editor.button("Use owner as a key").click();
		await expect(editor.key(5)).toHaveValue("owner");
		await expect(editor.value(5)).toBeFocused();
		await editor.button("Remove deviceName").click();
		await editor.button("Remove owner").click();
	});

	await test.step("pasted lines are one key, or fill rows, as chosen in a preview", async () => {
		const preview = page.getByRole("region", { name: "Fill rows from what you pasted?" });
		await editor.button("Add row").click();
		await paste(editor.key(4), "note=changed\nCOST=4120");
		await expect(preview.getByRole("heading")).toBeFocused();
		await preview.getByRole("button", { name: "Paste as one key" }).click();
		await expect(editor.key(4)).toHaveValue("note=changed COST=4120");
		await expect(editor.key(4)).toBeFocused();
		await editor.key(4).fill("");
		await paste(editor.key(4), Array.from({ length: 30 }, (_, index) => `K${index}=${index}`).join("\n"));
		for (const name of ["Cancel", "Merge into the rows"]) {
			const button = preview.getByRole("button", { name });
			await expect(button).toBeInViewport({ ratio: 1 });
			// A click would scroll it out from under the bar of the save button.
			expect(await isOnTop(button), name).toBe(true);
		}
		await preview.getByRole("button", { name: "Cancel" }).click();
		await paste(editor.key(4), "note=changed\nCOST=4120");
		await preview.getByRole("button", { name: "Merge into the rows" }).click();
		await expect(editor.button("Add row")).toBeFocused();
		await expect(editor.value(4)).toHaveValue("changed");
		await editor.button("Remove note").click();
		await editor.button("Remove COST").click();
	});

	await test.step("an error links to its row", async () => {
		await editor.key(2).fill("");
		await editor.save.click();
		await editor.region.getByRole("alert").getByRole("link", { name: "Row 2: This value needs a key." }).click();
		await expect(editor.key(2)).toBeFocused();
	});

	await test.step("one save replaces the whole map", async () => {
		await editor.value(1).fill("Laptop of the desk 🖥️");
		await editor.key(2).fill("__proto__");
		await editor.button("Remove trusted").click();
		await editor.button("Add row").click();
		await editor.key(3).fill("constructor");
		await editor.save.click();
		await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
		expect(JSON.stringify(await token.metadata())).toBe(
			'{"device_label":"Laptop of the desk 🖥️","__proto__":"CC-4120","constructor":""}',
		);
		await page.reload();
		await expect(editor.key(2)).toHaveValue("__proto__");
		await expect(editor.value(3)).toHaveAttribute("placeholder", '""');
	});

	await test.step("clearing prompts first, with the focus on Cancel, and is undone", async () => {
		await editor.button("Clear all metadata").click();
		await expect(editor.dialog).toContainText(/All 3 keys of the refresh token dcr_\w+ of amara\.okafor@example\.com/);
		await expect(editor.dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
		await page.keyboard.press("Enter");
		await expect(editor.dialog).toBeHidden();
		expect(Object.keys((await token.metadata()) ?? {})).toHaveLength(3);
		await editor.button("Clear all metadata").click();
		await editor.dialog.getByRole("button", { name: "Clear all metadata" }).click();
		await expect(editor.status.filter({ hasText: "All metadata cleared." })).toBeVisible();
		await expect(editor.keys).toHaveCount(0);
		expect(await token.metadata()).toBeNull();
		await editor.button("Undo").click();
		await expect(editor.keys).toHaveCount(3);
		await expect.poll(async () => Object.keys((await token.metadata()) ?? {})).toHaveLength(3);
	});
});

test("Back shows a token and its list as they were saved, and the next save is no conflict", async ({ page }) => {
	const editor = metadataEditor(page);
	const row = page.getByRole("row").filter({ hasText: token.id });
	await page.goto(`/refresh-tokens?user=${encodeURIComponent(token.userId)}`);
	await expect(row).toContainText("3 keys");
	await row.getByRole("link").click();
	await editor.value(1).fill("first");
	await editor.button("Remove trusted").click();
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	await page.getByRole("link", { name: "Activity", exact: true }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();

	await page.goBack();
	await expect(editor.value(1)).toHaveValue("first");
	await expect(editor.keys).toHaveCount(2);
	await expect(editor.status.filter({ hasText: "Saved. The tenant now holds 2 keys." })).toBeVisible();
	await editor.value(1).fill("second");
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	await expect(editor.dialog).toHaveCount(0);
	expect(await token.metadata()).toEqual({ device_label: "second", cost_centre: "CC-4120" });

	await page.goBack();
	await expect(row).toContainText("2 keys");
});

test("works with the keyboard alone", async ({ page }) => {
	await page.goto(`/refresh-tokens/${token.id}`);
	const editor = metadataEditor(page);
	await editor.key(1).focus();
	await page.keyboard.press("ControlOrMeta+a");
	await page.keyboard.type("renamed");
	for (const _ of Array(6)) await page.keyboard.press("Enter");
	await expect(editor.key(4)).toBeFocused();
	await page.keyboard.type("typed");
	await page.keyboard.press("Enter");
	await page.keyboard.type("by hand");
	await page.keyboard.press("ControlOrMeta+s");
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	expect(await token.metadata()).toEqual({
		renamed: "Work laptop",
		cost_centre: "CC-4120",
		trusted: "yes",
		typed: "by hand",
	});
});
