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

/** What this tab keeps of unsaved edits. */
const kept = (page: Page) =>
	page.evaluate(() =>
		Object.entries(sessionStorage)
			.flatMap(([key, text]) => (key.includes("draft") ? text : []))
			.join(),
	);

/** Leaves an unsaved edit and comes back. */
async function leaveEdit(page: Page, row: number, text: string) {
	await metadataEditor(page).value(row).fill(text);
	await expect.poll(() => kept(page)).toContain(text);
	await page.reload();
}

test("keeps an offered draft until it is decided on, whatever is typed beside it", async ({ page }) => {
	const editor = metadataEditor(page);
	await leaveEdit(page, 1, "left first");
	await expect(editor.button("Restore draft")).toBeVisible();
	await leaveEdit(page, 2, "typed beside it");

	await expect(editor.value(1)).toHaveValue("Phone");
	await editor.button("Restore draft").click();
	await expect(editor.value(2)).toHaveValue("typed beside it");
	await editor.value(2).fill("kept");
	await editor.button("Restore draft").click();
	await expect(editor.value(1)).toHaveValue("left first");
	await expect(editor.button("Restore draft")).toHaveCount(0);
	await editor.save.click();
	await expect.poll(() => token.metadata()).toEqual({ device_label: "left first", note: "kept" });
	await expect.poll(() => kept(page)).toBe("");
});

test("offers what was typed beside a draft when that takes its place", async ({ page }) => {
	const editor = metadataEditor(page);
	await leaveEdit(page, 1, "left first");
	await editor.value(2).fill("typed beside it");
	await editor.button("Restore draft").click();
	await expect(editor.value(1)).toHaveValue("left first");
	await expect(editor.value(2)).toHaveValue("kept");
	await expect(editor.button("Restore draft")).toBeFocused();
	await editor.button("Restore draft").click();
	await expect(editor.value(1)).toHaveValue("Phone");
	await expect(editor.value(2)).toHaveValue("typed beside it");
});

test("goes on with the focus behind a draft that is restored or discarded", async ({ page }) => {
	const editor = metadataEditor(page);
	await leaveEdit(page, 1, "left");
	await editor.button("Restore draft").focus();
	await page.keyboard.press("Enter");
	await expect(editor.value(1)).toHaveValue("left");
	await expect(editor.button("Rows")).toBeFocused();

	await leaveEdit(page, 1, "left again");
	await editor.button("Discard").focus();
	await page.keyboard.press("Enter");
	await expect(editor.button("Discard")).toHaveCount(0);
	await expect(editor.button("Rows")).toBeFocused();
});

test("leaves the cursor in the field from which the form is saved", async ({ page }) => {
	const editor = metadataEditor(page);
	await editor.value(2).fill("changed");
	await page.keyboard.press("ControlOrMeta+s");
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	await expect(editor.value(2)).toBeFocused();
	await page.keyboard.type(" more");
	await page.keyboard.press("ControlOrMeta+s");
	await expect.poll(() => token.metadata()).toEqual({ ...before, note: "changed more" });
	await expect(editor.value(2)).toBeFocused();
});

test("goes on with the focus at the button that saves after an undo", async ({ page }) => {
	const editor = metadataEditor(page);
	await editor.value(1).fill("changed");
	await editor.save.click();
	await editor.button("Undo").focus();
	await page.keyboard.press("Enter");
	await expect.poll(() => token.metadata()).toEqual(before);
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	await expect(editor.save).toBeFocused();
});

test("moves the focus into a conflict, and back to where it was when the editing goes on", async ({ page }) => {
	const editor = metadataEditor(page);
	await editor.value(1).fill("mine");
	await token.setMetadata({ ...before, device_label: "theirs" });
	await page.keyboard.press("ControlOrMeta+s");
	await expect(editor.dialog.getByRole("heading", { name: "Changed since you opened it" })).toBeFocused();
	await editor.dialog.getByRole("button", { name: "Keep editing" }).click();
	await expect(editor.value(1)).toBeFocused();
	await editor.save.click();
	await expect(editor.dialog.getByRole("heading", { name: "Changed since you opened it" })).toBeFocused();
	await page.keyboard.press("Escape");
	await expect(editor.save).toBeFocused();
	await expect(editor.value(1)).toHaveValue("mine");
});

test("goes on with the focus at the button that saves after a conflict is resolved, also one of an undo", async ({
	page,
}) => {
	const editor = metadataEditor(page);
	await editor.value(1).fill("mine");
	await token.setMetadata({ ...before, device_label: "theirs" });
	await page.keyboard.press("ControlOrMeta+s");
	await editor.dialog.getByRole("radio", { name: "Yours: mine" }).check();
	await page.keyboard.press("Enter");
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	await expect(editor.dialog).toBeHidden();
	await expect(editor.save).toBeFocused();

	await token.setMetadata({ ...before, device_label: "mine", added: "by an action" });
	await editor.button("Undo").click();
	await editor.dialog.getByRole("button", { name: "Keep editing" }).click();
	await expect(editor.save).toBeFocused();
});
