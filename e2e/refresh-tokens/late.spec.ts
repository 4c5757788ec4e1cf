import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { expectAccessible } from "../page/axe";
import { paste } from "../page/paste";
import { metadataEditor } from "./metadata-editor";
import { type SampleToken, tokenOf } from "./sample-tokens";

const SCRIPTS = "**/_next/static/**";
const FAILED_LOAD = /ERR_FAILED.*_next\/static/;

let token: SampleToken;

test.beforeEach(async ({ page, signIn, credentials, managementToken, allowBrowserError }) => {
	token = await tokenOf(credentials, managementToken, "maximiliana.hohenberg@example.org");
	await token.setMetadata({ device_label: "Phone", note: "kept" });
	await signIn(page, "editor");
	await page.goto(`/refresh-tokens/${token.id}`, { waitUntil: "networkidle" });
	allowBrowserError(FAILED_LOAD);
	await page.route(SCRIPTS, (route) => route.abort());
});

/** The page's alert for a part that failed to load. */
function noticeOf(page: Page, what: string) {
	const alert = metadataEditor(page)
		.region.getByRole("alert")
		.filter({ hasText: `${what} could not be loaded.` });
	return { alert, retry: alert.getByRole("button", { name: "Try again", exact: true }) };
}

test("reports which of JSON view, export, paste and suggestions failed to load, loses nothing, saves all the same, and shows it after a retry", async ({
	page,
}) => {
	test.slow();
	await page.route("**/keys-in-use?*", (route) => route.fulfill({ json: { keys: ["owner"] } }));
	const editor = metadataEditor(page);
	const json = noticeOf(page, "The JSON view");
	const exported = noticeOf(page, "The export");
	const pasted = noticeOf(page, "The preview of what you pasted");
	const suggestions = editor.region.getByRole("group", { name: "Keys on other tokens of this user" });
	const preview = page.getByRole("region", { name: "Fill rows from what you pasted?" });
	const save = async (held: Record<string, string>) => {
		await editor.save.click();
		await expect.poll(() => token.metadata(), { intervals: [50] }).toEqual(held);
		await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	};

	await test.step("the JSON view", async () => {
		await editor.value(1).fill("Tablet");
		await editor.button("JSON").click();
		await expect(json.alert).toContainText("The form works without it, and nothing you typed is lost.");
		await expectAccessible(page);
		await save({ device_label: "Tablet", note: "kept" });
		await json.retry.click();
		await expect(json.alert).toContainText("It did not arrive this time either.");
		await expect(json.retry).toBeFocused();
		await editor.button("Rows").click();
		await expect(editor.value(1)).toHaveValue("Tablet");
	});

	await test.step("the suggestions, which fail silently", async () => {
		const failed = page.waitForEvent("requestfailed");
		await editor.button("Add row").click();
		await failed;
		await page.keyboard.type("typed");
		await save({ device_label: "Tablet", note: "kept", typed: "" });
		await expect(editor.region.getByRole("alert")).toHaveCount(0);
	});

	await test.step("the export", async () => {
		await editor.button("Export").click();
		await expect(exported.alert).toBeVisible();
		await editor.button("Rows").click();
		await editor.value(1).fill("Watch");
		await save({ device_label: "Watch", note: "kept", typed: "" });
	});

	await test.step("the preview of a pasted text, which is inserted as plain text", async () => {
		await editor.button("Add row").click();
		await expect(editor.key(4)).toBeFocused();
		await page.keyboard.type("from ");
		await paste(editor.key(4), "note=changed\nCOST=4120");
		await expect(pasted.alert).toContainText("The text was put in as plain text.");
		await expect(editor.key(4)).toHaveValue("from note=changed COST=4120");
		await expect(editor.key(4)).toBeFocused();
		await save({ device_label: "Watch", note: "kept", typed: "", "from note=changed COST=4120": "" });
		await editor.key(4).fill("typed instead");
		await expect(pasted.alert).toHaveCount(0);
		await editor.key(4).fill("from note=changed COST=4120");
		await expect(pasted.alert).toBeVisible();
	});

	await page.unroute(SCRIPTS);
	await test.step("the preview is loaded, and removes the text from its row", async () => {
		await pasted.retry.click();
		await expect(preview.getByRole("listitem")).toHaveText([/note.*changed$/, /COST.*4120.*new$/]);
		await expect(pasted.alert).toHaveCount(0);
		await expect(preview.getByRole("heading")).toBeFocused();
		await expect(editor.key(4)).toHaveValue("from ");
		await preview.getByRole("button", { name: "Paste as one key" }).click();
		await expect(editor.key(4)).toHaveValue("from note=changed COST=4120");
		await expect(editor.key(4)).toBeFocused();
		await editor.key(4).fill("");
		await paste(editor.key(4), "note=changed\nCOST=4120");
		await preview.getByRole("button", { name: "Merge into the rows" }).click();
		await expect(editor.button("Add row")).toBeFocused();
		await save({ device_label: "Watch", note: "changed", typed: "", COST: "4120" });
	});

	await test.step("the export is loaded, and can be downloaded", async () => {
		await page.route(SCRIPTS, (route) => route.abort());
		// The earlier failure is shown until this one has failed, too.
		const failed = page.waitForEvent("requestfailed");
		await editor.button("Export").click();
		await failed;
		await expect(exported.alert).toBeVisible();
		await page.unroute(SCRIPTS);
		await exported.retry.click();
		await expect(editor.region.getByText('"device_label": "Watch"')).toBeVisible();
		await expect(editor.region.getByRole("radio", { name: "JSON" })).toBeFocused();
		await expect(exported.alert).toHaveCount(0);
		await editor.region.getByRole("radio", { name: ".env" }).check();
		const download = page.waitForEvent("download");
		await editor.region.getByRole("link", { name: `Download ${token.id}.env` }).click();
		expect((await download).suggestedFilename()).toBe(`${token.id}.env`);
	});

	await test.step("the suggestions are loaded with the next key", async () => {
		await editor.button("Rows").click();
		await editor.button("Add row").click();
		await expect(suggestions.getByRole("button")).toHaveText(["owner"]);
	});

	await test.step("the JSON view is loaded by a retry, and has the focus", async () => {
		await page.route(SCRIPTS, (route) => route.abort());
		const failed = page.waitForEvent("requestfailed");
		await editor.button("JSON").click();
		await failed;
		await expect(json.alert).toBeVisible();
		await page.unroute(SCRIPTS);
		await json.retry.click();
		const view = editor.region.getByRole("textbox", { name: "Metadata as JSON" });
		await expect(view).toBeFocused();
		await expect(view).toHaveValue(/"device_label": "Watch",\n {2}"note": "changed"/);
		await expect(json.alert).toHaveCount(0);
		await view.fill('{"note": "by JSON"}');
		await save({ note: "by JSON" });
	});
});

test("shows that the JSON view is loading, and the form can be used meanwhile", async ({ page }) => {
	const editor = metadataEditor(page);
	const held: (() => Promise<void>)[] = [];
	await page.unroute(SCRIPTS);
	await page.route(SCRIPTS, (route) => void held.push(() => route.continue()));
	await editor.button("JSON").click();
	await expect(editor.status.filter({ hasText: "Loading…" })).toBeVisible();
	await editor.button("Rows").click();
	await editor.value(1).fill("Tablet");
	await editor.button("JSON").click();
	await Promise.all(held.map((release) => release()));
	await expect(editor.region.getByRole("textbox", { name: "Metadata as JSON" })).toHaveValue(/"Tablet"/);
	await expect(editor.status.filter({ hasText: "Loading…" })).toHaveCount(0);
});
