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
	await expect(editor.conflict).toContainText("Changed since you opened it");
	await editor.conflict.getByRole("radio", { name: "Yours: left" }).check();
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	await expect.poll(() => draft(page)).toBe("");
});

test("the focus stays in the field when a form is saved, moves to a conflict, and to the save button after an undo", async ({
	page,
}) => {
	const editor = metadataEditor(page);
	const saved = editor.status.filter({ hasText: "Saved." });

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

	await test.step("a conflict takes the focus, and leaves what was typed", async () => {
		await editor.value(1).fill("mine");
		await token.setMetadata({ note: "changed", device_label: "theirs" });
		await page.keyboard.press("ControlOrMeta+s");
		await expect(editor.conflict).toBeFocused();
		await expect(editor.value(1)).toHaveValue("mine");
	});

	await test.step("a conflict is resolved by keys alone, and is gone once it is saved", async () => {
		await editor.conflict.getByRole("radio", { name: "Yours: mine" }).check();
		await page.keyboard.press("ControlOrMeta+s");
		await expect(saved).toBeVisible();
		await expect(editor.conflict).toHaveCount(0);
		expect(await token.metadata()).toEqual({ note: "changed", device_label: "mine" });
	});

	await test.step("a conflict of an undo takes the focus as well", async () => {
		await token.setMetadata({ note: "changed", device_label: "mine", added: "by an action" });
		await editor.button("Undo").click();
		await expect(editor.conflict).toBeFocused();
	});
});
