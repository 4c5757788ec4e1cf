import { expect, test } from "../fixtures";
import { expectAccessible } from "../page/axe";
import { holdBack } from "../page/hold-back";
import { paste } from "../page/paste";
import { signOut } from "../page/sign-out";
import { fillIn } from "../sign-in/authorize";
import { metadataEditor } from "./metadata-editor";
import { type SampleToken, tokenOf } from "./sample-tokens";

let token: SampleToken;

test.beforeEach(async ({ page, signIn, credentials, managementToken }) => {
	token = await tokenOf(credentials, managementToken, "priya.raman@example.com");
	await token.setMetadata({ device_label: "Phone", note: "kept" });
	await signIn(page, "editor");
	await page.goto(`/refresh-tokens/${token.id}`);
});

test("edits the same metadata as JSON and says where it can't be read", async ({ page }) => {
	const editor = metadataEditor(page);
	await editor.value(1).fill("Tablet");
	await editor.button("JSON").click();
	const json = editor.region.getByRole("textbox", { name: "Metadata as JSON" });
	await expect(json).toHaveValue('{\n  "device_label": "Tablet",\n  "note": "kept"\n}');
	await json.fill('{"device_label": "Tablet", "n": 1}');
	await expect(json).toHaveAccessibleDescription(/Line 1, column 33: The value of “n” must be text/);
	await editor.save.click();
	await expect(json).toBeFocused();
	expect(await token.metadata()).toEqual({ device_label: "Phone", note: "kept" });

	await json.fill('{"__proto__": "x", "device_label": "Tablet"}');
	await editor.button("Rows").click();
	await expect(editor.key(1)).toHaveValue("__proto__");
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	expect(JSON.stringify(await token.metadata())).toBe('{"__proto__":"x","device_label":"Tablet"}');
});

test("fills rows from a pasted .env after a preview, merged or replaced", async ({ page }) => {
	const editor = metadataEditor(page);
	await editor.button("Add row").click();
	await paste(editor.key(3), '{"note": [1]}');
	const preview = page.getByRole("region", { name: "Fill rows from what you pasted?" });
	await expect(preview).toContainText("Line 1, column 10: The value of “note” is a list");
	await preview.getByRole("button", { name: "Cancel" }).click();
	await paste(editor.key(3), "# from the old system\nnote=changed\nCOST=1\nCOST=4120\ndevice_label='Phone'\n");
	await expect(preview.getByRole("listitem")).toHaveText([
		/note.*changed$/,
		/COST.*4120.*new.*stands twice: the last counts$/,
		/device_label.*same$/,
	]);
	await preview.getByRole("button", { name: "Merge into the rows" }).click();
	await expect(editor.button("Add row")).toBeFocused();
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	expect(await token.metadata()).toEqual({ device_label: "Phone", note: "changed", COST: "4120" });

	await editor.key(1).focus();
	await paste(editor.key(1), "a\t1\nb\ttwo words");
	await preview.getByRole("button", { name: "Replace all rows" }).click();
	await editor.save.click();
	await expect.poll(() => token.metadata()).toEqual({ a: "1", b: "two words" });
});

test("takes pasted numbers, true, false and null as text, says so first, and names the key of what is no text", async ({
	page,
}) => {
	const editor = metadataEditor(page);
	const preview = page.getByRole("region", { name: "Fill rows from what you pasted?" });
	await editor.button("Add row").click();
	await paste(editor.key(3), '{"seats": 42, "active": true, "owner": {"name": "x"}}');
	await expect(preview).toContainText("The value of “owner” is an object. Metadata holds texts only.");
	await expect(preview.getByRole("button", { name: "Merge into the rows" })).toHaveCount(0);
	await preview.getByRole("button", { name: "Cancel" }).click();
	await paste(editor.key(3), '{"seats": 42, "active": true}');
	await expect(preview.getByRole("listitem")).toHaveText([
		/^seats 42.*42 becomes the text "42"$/,
		/^active true.*true becomes the text "true"$/,
	]);
	await preview.getByRole("button", { name: "Merge into the rows" }).click();
	await editor.save.click();
	await expect
		.poll(() => token.metadata())
		.toEqual({ device_label: "Phone", note: "kept", seats: "42", active: "true" });
});

test("exports what the rows hold as JSON and as .env", async ({ page }) => {
	const editor = metadataEditor(page);
	await editor.value(1).fill("it's new");
	await editor.button("Export").click();
	await expect(editor.region.getByText('"device_label": "it\'s new"')).toBeVisible();
	await editor.region.getByRole("radio", { name: ".env" }).check();
	const download = page.waitForEvent("download");
	await editor.region.getByRole("link", { name: `Download ${token.id}.env` }).click();
	expect((await download).suggestedFilename()).toBe(`${token.id}.env`);
	await expect(editor.region.getByText("device_label=`it's new`")).toBeVisible();
});

test("offers unsaved edits after a reload and never applies them by itself", async ({ page }) => {
	const editor = metadataEditor(page);
	page.on("dialog", (dialog) => dialog.accept());
	const written = () => page.evaluate(() => Object.keys(sessionStorage).some((key) => key.includes("metadata-draft")));
	await editor.value(1).fill("not saved");
	await expect.poll(written).toBe(true);
	await page.reload();
	await expect(editor.value(1)).toHaveValue("Phone");
	await token.setMetadata({ device_label: "theirs", note: "kept" });
	await editor.button("Restore draft").click();
	await expect(editor.value(1)).toHaveValue("not saved");
	await editor.save.click();
	await expect(editor.dialog).toContainText("Changed since you opened it");
	await editor.dialog.getByRole("radio", { name: "Yours: not saved" }).check();
	await editor.dialog.getByRole("button", { name: "Save with these choices" }).click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	await expect.poll(written).toBe(false);

	await editor.value(1).fill("again");
	await expect.poll(written).toBe(true);
	await page.reload();
	await editor.button("Discard").click();
	await expect.poll(written).toBe(false);
	await page.reload();
	await expect(editor.button("Restore draft")).toHaveCount(0);
});

test("offers unsaved edits after signing in again, and forgets them with the sign-out", async ({
	page,
	credentials,
}) => {
	const editor = metadataEditor(page);
	page.on("dialog", (dialog) => dialog.accept());
	const draft = () => page.evaluate(() => Object.entries(sessionStorage).find(([key]) => key.includes("draft"))?.[1]);
	await editor.value(1).fill("not saved");
	await expect.poll(draft).toBeTruthy();
	const first = await draft();
	await page.context().clearCookies();
	await page.reload();
	await page.getByRole("button", { name: "Sign in" }).click();
	await fillIn(page, credentials.sign_ins.editor.email, credentials.sign_ins.editor.password);
	await expect(page).toHaveURL(new RegExp(`/refresh-tokens/${token.id}$`));
	await expect(editor.value(1)).toHaveValue("Phone");
	await editor.button("Restore draft").click();
	await expect(editor.value(1)).toHaveValue("not saved");
	// It is written anew before the page is left.
	await expect.poll(async () => [undefined, first].includes(await draft())).toBe(false);
	await signOut(page);
	await expect(page).toHaveURL(/\/sign-in/);
	expect(await draft()).toBeUndefined();
});

test("asks before unsaved metadata is left by a link, by Back and by reload, and not once it was taken back", async ({
	page,
}) => {
	const asked: string[] = [];
	page.on("dialog", (dialog) => {
		asked.push(dialog.type());
		void dialog.dismiss();
	});
	await page.getByRole("link", { name: "All tokens of this user" }).click();
	await page.getByRole("rowheader").filter({ hasText: token.id }).getByRole("link").click();
	const editor = metadataEditor(page);
	await editor.value(1).fill("not saved");
	await page.getByRole("link", { name: "Connection" }).click();
	await expect.poll(() => asked).toEqual(["confirm"]);
	await page.evaluate(() => window.history.back());
	await expect.poll(() => asked.length).toBe(2);
	await page.evaluate(() => window.location.reload());
	await expect.poll(() => asked).toEqual(["confirm", "confirm", "beforeunload"]);
	await expect(page).toHaveURL(new RegExp(`/refresh-tokens/${token.id}$`));
	await expect(editor.value(1)).toHaveValue("not saved");
	await editor.value(1).fill("Phone");
	await page.getByRole("link", { name: "Connection" }).click();
	await expect(page).toHaveURL("/connection");
	expect(asked).toHaveLength(3);
});

test("asks before what was typed is left while the scripts are on their way, and not when it is saved", async ({
	page,
}) => {
	const asked: string[] = [];
	page.on("dialog", (dialog) => {
		asked.push(dialog.type());
		void dialog.dismiss();
	});
	await holdBack(page, ({ pathname }) => pathname.endsWith(".js"));
	await page.reload({ waitUntil: "commit" });
	const editor = metadataEditor(page);
	const connection = page.getByRole("link", { name: "Connection" });
	await editor.value(1).fill("typed early");
	await connection.click({ noWaitAfter: true });
	await expect.poll(() => asked).toEqual(["beforeunload"]);
	await expect(editor.value(1)).toHaveValue("typed early");
	await editor.save.click();
	await expect.poll(() => token.metadata()).toEqual({ device_label: "typed early", note: "kept" });
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	await editor.value(1).fill("again");
	await editor.value(1).fill("typed early");
	await connection.click();
	await expect(page).toHaveURL("/connection");
	expect(asked).toHaveLength(1);
});

test("shows metadata to a viewer without a way to change it", async ({ openContext, signIn }) => {
	const page = await (await openContext()).newPage();
	await signIn(page, "viewer");
	await page.goto(`/refresh-tokens/${token.id}`);
	const editor = metadataEditor(page);
	await expect(editor.value(1)).toHaveValue("Phone");
	await expect(editor.value(1)).toBeDisabled();
	await expect(editor.region.getByRole("button", { name: /Save|Add|Remove|Clear/ })).toHaveCount(0);
	await expect(page.getByRole("button", { name: "Revoke token" })).toHaveCount(0);
});

test("shows what needs scripts only once they are there, and moves nothing then", async ({ page }) => {
	const { release } = await holdBack(page, ({ pathname }) => pathname.endsWith(".js"));
	await page.reload({ waitUntil: "commit" });
	const editor = metadataEditor(page);
	await expect(editor.value(2)).toBeVisible();
	for (const name of ["Rows", "JSON", "Export", "Copy id"]) {
		await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
	}
	const before = await editor.key(1).boundingBox();
	await editor.value(1).fill("typed early");
	release();
	await editor.button("JSON").click();
	await expect(editor.region.getByRole("textbox", { name: "Metadata as JSON" })).toHaveValue(/"typed early"/);
	await expect(page.getByRole("button", { name: "Copy id" })).toBeVisible();
	await editor.button("Rows").click();
	expect(await editor.key(1).boundingBox()).toEqual(before);
});

test("draws rows of 36 to 44 px where there is room for a table, and cards within 320 px", async ({ page }) => {
	const editor = metadataEditor(page);
	const row = editor.region
		.getByRole("listitem")
		.filter({ has: page.getByRole("textbox", { name: "Key, row 1", exact: true }) });
	const height = (await row.boundingBox())?.height ?? 0;
	expect(height).toBeGreaterThanOrEqual(36);
	expect(height).toBeLessThanOrEqual(44);
	await page.setViewportSize({ width: 320, height: 800 });
	const [key, value] = [await editor.key(1).boundingBox(), await editor.value(1).boundingBox()];
	expect(value?.x).toBe(key?.x);
	expect(value?.y).toBeGreaterThanOrEqual((key?.y ?? 0) + (key?.height ?? 0));
	expect((value?.x ?? 0) + (value?.width ?? 0)).toBeLessThanOrEqual(320);
	await expect(editor.region.getByText("Key, row 1", { exact: true })).toBeVisible();
});

test("has no accessibility violation", async ({ page }) => {
	test.slow();
	const editor = metadataEditor(page);
	await editor.key(1).fill("note");
	await editor.save.click();
	await expect(editor.region.getByRole("alert")).toBeVisible();
	await expectAccessible(page);
	await editor.key(1).fill("device_label");
	await editor.value(1).fill("mine");
	await token.setMetadata({ device_label: "theirs" });
	await editor.save.click();
	await expect(editor.dialog).toBeVisible();
	await expectAccessible(page);
	await page.keyboard.press("Escape");
	await editor.button("JSON").click();
	await editor.button("Export").click();
	await expect(editor.region.getByRole("textbox", { name: "Metadata as JSON" })).toBeVisible();
	await expectAccessible(page);
});
