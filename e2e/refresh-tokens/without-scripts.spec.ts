import { expect, test } from "../fixtures";
import { metadataEditor } from "./metadata-editor";
import { type SampleToken, tokenOf } from "./sample-tokens";

test.use({ javaScriptEnabled: false });
let token: SampleToken;

test.beforeEach(async ({ page, signIn, credentials, managementToken }) => {
	token = await tokenOf(credentials, managementToken, "jose.nunez@example.org");
	await token.setMetadata({ device_label: "Phone", note: "one\r\ntwo", trusted: "yes" });
	await signIn(page, "editor");
});

test("finds a token and saves its metadata without scripts, with everything typed kept on the way", async ({
	page,
}) => {
	await page.goto("/refresh-tokens");
	await page.getByRole("searchbox", { name: "User or refresh token", exact: true }).fill(token.id);
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(new RegExp(`/refresh-tokens/${token.id}$`));

	const editor = metadataEditor(page);
	await editor.value(1).fill("typed first");
	await editor.button("Add row").click();
	await expect(editor.key(4)).toBeFocused();
	await editor.key(4).fill("__proto__");
	await editor.value(4).fill("😀");
	await editor.button("Remove trusted").click();
	await expect(editor.keys).toHaveCount(3);
	await expect(editor.value(1)).toHaveValue("typed first");
	await editor.save.click();

	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	expect(JSON.stringify(await token.metadata())).toBe(
		JSON.stringify(JSON.parse('{"device_label":"typed first","note":"one\\r\\ntwo","__proto__":"😀"}')),
	);
});

test("saves, never removes, when Enter is pressed without scripts", async ({ page }) => {
	await page.goto(`/refresh-tokens/${token.id}`);
	const editor = metadataEditor(page);
	await editor.value(1).fill("by Enter");
	await page.keyboard.press("Enter");
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	expect(await token.metadata()).toEqual({ device_label: "by Enter", note: "one\r\ntwo", trusted: "yes" });
});

test("shows errors and conflicts without scripts and loses nothing", async ({ page }) => {
	await page.goto(`/refresh-tokens/${token.id}`);
	const editor = metadataEditor(page);
	await editor.value(1).fill("x".repeat(256));
	await editor.save.click();
	await expect(editor.region.getByRole("alert")).toContainText("The value has 256 characters");
	await expect(editor.value(1)).toHaveValue("x".repeat(256));

	await editor.value(1).fill("mine");
	await token.setMetadata({ device_label: "theirs", note: "one\r\ntwo", trusted: "yes" });
	await editor.save.click();
	await editor.dialog.getByRole("radio", { name: "Yours: mine" }).check();
	await editor.dialog.getByRole("button", { name: "Save with these choices" }).click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	expect(await token.metadata()).toEqual({ device_label: "mine", note: "one\r\ntwo", trusted: "yes" });
});

test("shows what both did where they touched different keys, and saves both, without scripts", async ({ page }) => {
	await page.goto(`/refresh-tokens/${token.id}`);
	const editor = metadataEditor(page);
	await editor.value(1).fill("mine");
	await token.setMetadata({ device_label: "Phone", note: "one\r\ntwo", trusted: "no" });
	await editor.save.click();
	await expect(editor.dialog.getByRole("list", { name: "Theirs:" })).toContainText("Changes trusted from yes to no");
	await expect(editor.dialog.getByRole("list", { name: "Yours:" })).toContainText("Changes device_label");
	await editor.dialog.getByRole("button", { name: "Save with these choices" }).click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	expect(await token.metadata()).toEqual({ device_label: "mine", note: "one\r\ntwo", trusted: "no" });
});
