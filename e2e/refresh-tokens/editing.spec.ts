import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { metadataEditor } from "./metadata-editor";
import { type SampleToken, tokenOf } from "./sample-tokens";

let token: SampleToken;
const before = { device_label: "Phone", note: "kept" };

test.beforeEach(async ({ page, signIn, credentials, managementToken }) => {
	token = await tokenOf(credentials, managementToken, "yuki.tanaka@example.com");
	await token.setMetadata(before);
	await signIn(page, "editor");
	await page.goto(`/refresh-tokens/${token.id}`);
	page.on("dialog", (dialog) => dialog.accept());
});

/** The draft of unsaved edits that this tab stores. */
const draft = (page: Page) =>
	page.evaluate(() =>
		Object.entries(sessionStorage)
			.flatMap(([key, text]) => (key.includes("draft") ? text : []))
			.join(),
	);

test("a restored draft moves the focus to the form, and still detects what changed since", async ({ page }) => {
	const editor = metadataEditor(page);
	await editor.value(1).fill("left");
	await expect.poll(() => draft(page)).toContain("left");
	await page.reload();
	await expect(editor.value(1)).toHaveValue("Phone");
	await token.setMetadata({ ...before, device_label: "theirs" });
	await editor.button("Restore draft").focus();
	await page.keyboard.press("Enter");
	await expect(editor.value(1)).toHaveValue("left");
	await expect(editor.button("Rows")).toBeFocused();
	await editor.save.click();
	await expect(editor.dialog).toContainText("Changed since you opened it");
	await editor.dialog.getByRole("radio", { name: "Yours: left" }).check();
	await editor.dialog.getByRole("button", { name: "Save with these choices" }).click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	await expect.poll(() => draft(page)).toBe("");
});

test("the focus stays in the field when a form is saved, moves into a conflict and back, and to the save button after a resolved conflict or an undo", async ({
	page,
}) => {
	const editor = metadataEditor(page);
	const saved = editor.status.filter({ hasText: "Saved." });
	const heading = editor.dialog.getByRole("heading", { name: "Changed since you opened it" });

	await test.step("a save by Ctrl+S leaves the cursor in its field", async () => {
		await editor.value(2).fill("changed");
		await page.keyboard.press("ControlOrMeta+s");
		await expect(saved).toBeVisible();
		await expect(editor.value(2)).toBeFocused();
		await page.keyboard.type(" more");
		await page.keyboard.press("ControlOrMeta+s");
		await expect.poll(() => token.metadata()).toEqual({ ...before, note: "changed more" });
		await expect(editor.value(2)).toBeFocused();
	});

	await test.step("an undo moves the focus to the save button", async () => {
		await editor.button("Undo").focus();
		await page.keyboard.press("Enter");
		await expect.poll(() => token.metadata()).toEqual({ ...before, note: "changed" });
		await expect(saved).toBeVisible();
		await expect(editor.save).toBeFocused();
	});

	await test.step("a conflict takes the focus and returns it to where it was", async () => {
		await editor.value(1).fill("mine");
		await token.setMetadata({ note: "changed", device_label: "theirs" });
		await page.keyboard.press("ControlOrMeta+s");
		await expect(heading).toBeFocused();
		await editor.dialog.getByRole("button", { name: "Keep editing" }).click();
		await expect(editor.value(1)).toBeFocused();
		await editor.save.click();
		await expect(heading).toBeFocused();
		await page.keyboard.press("Escape");
		await expect(editor.save).toBeFocused();
		await expect(editor.value(1)).toHaveValue("mine");
	});

	await test.step("a resolved conflict moves the focus to the save button, also one of an undo", async () => {
		await editor.value(1).focus();
		await page.keyboard.press("ControlOrMeta+s");
		await editor.dialog.getByRole("radio", { name: "Yours: mine" }).check();
		await page.keyboard.press("Enter");
		await expect(saved).toBeVisible();
		await expect(editor.dialog).toBeHidden();
		await expect(editor.save).toBeFocused();
		await token.setMetadata({ note: "changed", device_label: "mine", added: "by an action" });
		await editor.button("Undo").click();
		await editor.dialog.getByRole("button", { name: "Keep editing" }).click();
		await expect(editor.save).toBeFocused();
	});
});
