import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { signOut } from "../page/sign-out";
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

test("unsaved edits are offered after a reload and after signing in again, never applied by themselves, and go with the sign-out", async ({
	page,
	signIn,
}) => {
	const editor = metadataEditor(page);
	const conflict = editor.dialog.getByRole("radio", { name: "Yours: left" });

	await test.step("a restored draft leaves the focus behind it, and still notices what changed since", async () => {
		await leaveEdit(page, 1, "left");
		await expect(editor.value(1)).toHaveValue("Phone");
		await token.setMetadata({ ...before, device_label: "theirs" });
		await editor.button("Restore draft").focus();
		await page.keyboard.press("Enter");
		await expect(editor.value(1)).toHaveValue("left");
		await expect(editor.button("Rows")).toBeFocused();
		await editor.save.click();
		await expect(editor.dialog).toContainText("Changed since you opened it");
		await conflict.check();
		await editor.dialog.getByRole("button", { name: "Save with these choices" }).click();
		await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
		await expect.poll(() => kept(page)).toBe("");
	});

	await test.step("what was typed beside a draft is a second one", async () => {
		await leaveEdit(page, 1, "left first");
		await leaveEdit(page, 2, "typed beside it");
		await editor.button("Restore draft").first().click();
		await expect(editor.value(1)).toHaveValue("left first");
		await expect(editor.value(2)).toHaveValue("kept");
		await editor.button("Restore draft").click();
		await expect(editor.value(2)).toHaveValue("typed beside it");
	});

	await test.step("a discarded draft leaves the focus behind it, and is not offered again", async () => {
		await editor.value(2).fill("kept");
		await leaveEdit(page, 1, "left again");
		await editor.button("Discard").focus();
		await page.keyboard.press("Enter");
		await expect(editor.button("Discard")).toHaveCount(0);
		await expect(editor.button("Rows")).toBeFocused();
		await expect.poll(() => kept(page)).toBe("");
	});

	await test.step("who signs in again is offered it, and the sign-out forgets it", async () => {
		await editor.value(1).fill("not saved");
		await expect.poll(() => kept(page)).toContain("not saved");
		await page.context().clearCookies();
		await page.reload();
		await expect(page).toHaveURL(/\/sign-in/);
		await signIn(page, "editor");
		await page.goto(`/refresh-tokens/${token.id}`);
		await expect(editor.value(1)).toHaveValue("left");
		await editor.button("Restore draft").click();
		await expect(editor.value(1)).toHaveValue("not saved");
		expect(await kept(page)).toContain("not saved");
		await signOut(page);
		await expect(page).toHaveURL(/\/sign-in/);
		expect(await kept(page)).toBe("");
	});
});

test("the focus stays where a form is saved from, goes into a conflict and back, and to the button that saves after it or an undo", async ({
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

	await test.step("an undo goes on at the button that saves", async () => {
		await editor.button("Undo").focus();
		await page.keyboard.press("Enter");
		await expect.poll(() => token.metadata()).toEqual({ ...before, note: "changed" });
		await expect(saved).toBeVisible();
		await expect(editor.save).toBeFocused();
	});

	await test.step("a conflict takes the focus and gives it back to where it was", async () => {
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

	await test.step("a conflict that is resolved goes on at the button that saves, also one of an undo", async () => {
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
