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

test("controls that need scripts are shown after hydration alone; then nothing shifts, and what was typed is kept", async ({
	page,
}) => {
	const { release } = await holdBack(page, ({ pathname }) => pathname.endsWith(".js"));
	await page.goto(`/refresh-tokens/${token.id}`, { waitUntil: "commit" });
	const editor = metadataEditor(page);
	await expect(editor.value(2)).toBeVisible();
	for (const name of ["Rows", "JSON", "Export", "Copy ID"]) {
		await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
	}
	const before = await editor.key(1).boundingBox();
	await editor.value(1).fill("typed before they came");
	release();
	await editor.button("JSON").click();
	await expect(editor.region.getByRole("textbox", { name: "Metadata as JSON" })).toHaveValue(
		/"typed before they came"/,
	);
	await expect(page.getByRole("button", { name: "Copy ID" })).toBeVisible();
	await editor.button("Rows").click();
	expect(await editor.key(1).boundingBox()).toEqual(before);

	const switches = () => Promise.all(["Rows", "JSON", "Export"].map((name) => editor.button(name).boundingBox()));
	const places = await switches();
	expect(new Set(places.map((place) => `${place?.y} ${place?.height}`)).size).toBe(1);
	for (const name of ["Export", "JSON", "Rows"]) {
		await editor.button(name).click();
		await expect(editor.button(name)).toHaveAttribute("aria-pressed", "true");
		expect(await switches()).toEqual(places);
	}
});

test("shows metadata to a viewer without a way to change it", async ({ visit }) => {
	const page = await (await visit("viewer")).open(`/refresh-tokens/${token.id}`);
	const metadata = page.getByRole("region", { name: "Metadata" });
	expect([...metadata.querySelectorAll("dt, dd")].map(({ textContent }) => textContent)).toEqual([
		...["device_label", "Phone", "note", "kept"],
	]);
	expect(metadata.querySelectorAll("input:not([type=hidden]), :disabled")).toHaveLength(0);
	page.getByText("You can view, not change: your role is viewer. Editing metadata needs the editor or support role.");
	expect(page.queryAllByRole("button", { name: /Save|Add|Remove|Clear|Revoke/ })).toEqual([]);
});

test("“Save metadata” is visible with 25 rows, at 1280 by 800 and at 320, and the history is below them", async ({
	page,
}) => {
	await token.setMetadata(Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`key_${index}`, "x"])));
	await page.goto(`/refresh-tokens/${token.id}`);
	const editor = metadataEditor(page);
	for (const size of [
		{ width: 1280, height: 800 },
		{ width: 320, height: 800 },
	]) {
		await page.setViewportSize(size);
		for (const row of [1, 12, 25]) {
			await editor.value(row).fill(`${row} at ${size.width}`);
			await expect(editor.value(row)).toBeInViewport({ ratio: 1 });
			await expect(editor.save).toBeInViewport({ ratio: 1 });
		}
	}
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	const history = page.getByRole("region", { name: "History", exact: true });
	await expect(history.getByText(/^Changes key/)).toHaveText(["Changes key_0", "Changes key_11", "Changes key_24"]);
	await expect(history).not.toContainText("12 at 320");
});

test("shows rows of 36 to 44 px where there is room and cards within 320 px, and has no accessibility violation", async ({
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
	await editor.button("Rows").click();
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
