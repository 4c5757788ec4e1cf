import { expect, test } from "../fixtures";
import { expectAccessible } from "../page/axe";
import { holdBack } from "../page/hold-back";
import { metadataEditor } from "./metadata-editor";
import { type SampleToken, tokenOf } from "./sample-tokens";

let token: SampleToken;

test.beforeEach(async ({ page, signIn, credentials, managementToken }) => {
	token = await tokenOf(credentials, managementToken, "priya.raman@example.com");
	await token.setMetadata({ device_label: "Phone", note: "kept" });
	await signIn(page, "editor");
});

test("what needs scripts is shown only once they are there; then nothing moves, and what was typed is taken up", async ({
	page,
}) => {
	const { release } = await holdBack(page, ({ pathname }) => pathname.endsWith(".js"));
	await page.goto(`/refresh-tokens/${token.id}`, { waitUntil: "commit" });
	const editor = metadataEditor(page);
	await expect(editor.value(2)).toBeVisible();
	for (const name of ["Rows", "JSON", "Export", "Copy id"]) {
		await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
	}
	const before = await editor.key(1).boundingBox();
	await editor.value(1).fill("typed before they came");
	release();
	await editor.button("JSON").click();
	await expect(editor.region.getByRole("textbox", { name: "Metadata as JSON" })).toHaveValue(
		/"typed before they came"/,
	);
	await expect(page.getByRole("button", { name: "Copy id" })).toBeVisible();
	await editor.button("Rows").click();
	expect(await editor.key(1).boundingBox()).toEqual(before);
});

test("shows metadata to a viewer without a way to change it", async ({ visit }) => {
	const page = await (await visit("viewer")).open(`/refresh-tokens/${token.id}`);
	const value = page.getByLabelText<HTMLInputElement>("Value, row 1");
	expect(value.value).toBe("Phone");
	expect(value.matches(":disabled, fieldset[disabled] *")).toBe(true);
	expect(page.queryAllByRole("button", { name: /Save|Add|Remove|Clear|Revoke/ })).toEqual([]);
});

test("draws rows of 36 to 44 px where there is room and cards within 320 px, and has no accessibility violation", async ({
	page,
}) => {
	test.slow();
	await page.goto(`/refresh-tokens/${token.id}`);
	const editor = metadataEditor(page);
	const row = editor.region
		.getByRole("listitem")
		.filter({ has: page.getByRole("textbox", { name: "Key, row 1", exact: true }) });
	const height = (await row.boundingBox())?.height ?? 0;
	expect(height).toBeGreaterThanOrEqual(36);
	expect(height).toBeLessThanOrEqual(44);
	const size = page.viewportSize();
	await page.setViewportSize({ width: 320, height: 800 });
	const [key, value] = [await editor.key(1).boundingBox(), await editor.value(1).boundingBox()];
	expect(value?.x).toBe(key?.x);
	expect(value?.y).toBeGreaterThanOrEqual((key?.y ?? 0) + (key?.height ?? 0));
	expect((value?.x ?? 0) + (value?.width ?? 0)).toBeLessThanOrEqual(320);
	await expect(editor.region.getByText("Key, row 1", { exact: true })).toBeVisible();
	if (size) await page.setViewportSize(size);

	await editor.key(1).fill("note");
	await editor.save.click();
	await expect(editor.region.getByRole("alert")).toBeVisible();
	await editor.button("Export").click();
	await expect(editor.region.getByRole("radio", { name: ".env" })).toBeVisible();
	await expectAccessible(page);
	await editor.key(1).fill("device_label");
	await editor.value(1).fill("mine");
	await token.setMetadata({ device_label: "theirs" });
	await editor.save.click();
	await expect(editor.dialog).toBeVisible();
	await expectAccessible(page);
	await page.keyboard.press("Escape");
	await editor.button("JSON").click();
	await expect(editor.region.getByRole("textbox", { name: "Metadata as JSON" })).toBeVisible();
	await expectAccessible(page);
});
