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

/** What the page says of a part that did not arrive. */
function noticeOf(page: Page, what: string) {
	const alert = metadataEditor(page)
		.region.getByRole("alert")
		.filter({ hasText: `${what} could not be loaded.` });
	return { alert, retry: alert.getByRole("button", { name: "Try again", exact: true }) };
}

test("says that the JSON view could not be loaded, saves all the same, and shows it once it can be", async ({
	page,
}) => {
	const editor = metadataEditor(page);
	const notice = noticeOf(page, "The JSON view");
	await editor.value(1).fill("Tablet");
	await editor.button("JSON").click();
	await expect(notice.alert).toContainText("The form works without it, and nothing you typed is lost.");
	await expectAccessible(page);
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	expect(await token.metadata()).toEqual({ device_label: "Tablet", note: "kept" });

	await notice.retry.click();
	await expect(notice.alert).toContainText("It did not arrive this time either.");
	await expect(notice.retry).toBeFocused();
	await editor.button("Rows").click();
	await expect(editor.value(1)).toHaveValue("Tablet");
	await editor.value(1).fill("Watch");

	// It is asked for with the view as well.
	const lost = page.waitForEvent("requestfailed");
	await editor.button("JSON").click();
	await lost;
	await page.unroute(SCRIPTS);
	await notice.retry.click();
	const json = editor.region.getByRole("textbox", { name: "Metadata as JSON" });
	await expect(json).toHaveValue('{\n  "device_label": "Watch",\n  "note": "kept"\n}');
	await expect(json).toBeFocused();
	await expect(notice.alert).toHaveCount(0);
	await editor.save.click();
	await expect.poll(() => token.metadata()).toEqual({ device_label: "Watch", note: "kept" });
});

test("says that the JSON view is on its way, and keeps the form in use meanwhile", async ({ page }) => {
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

test("puts a pasted text in as it is when its preview could not be loaded, and offers the preview of it again", async ({
	page,
}) => {
	const editor = metadataEditor(page);
	const notice = noticeOf(page, "The preview of what you pasted");
	await editor.button("Add row").click();
	await expect(editor.key(3)).toBeFocused();
	await page.keyboard.type("from ");
	await paste(editor.key(3), "note=changed\nCOST=4120");
	await expect(notice.alert).toContainText("The text was put in as plain text.");
	await expect(editor.key(3)).toHaveValue("from note=changed COST=4120");
	await expect(editor.key(3)).toBeFocused();
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	expect(await token.metadata()).toEqual({ device_label: "Phone", note: "kept", "from note=changed COST=4120": "" });

	await editor.key(3).fill("typed instead");
	await expect(notice.alert).toHaveCount(0);
	await editor.key(3).fill("from note=changed COST=4120");
	await page.unroute(SCRIPTS);
	await notice.retry.click();
	const preview = page.getByRole("region", { name: "Fill rows from what you pasted?" });
	await expect(preview.getByRole("listitem")).toHaveText([/note.*changed$/, /COST.*4120.*new$/]);
	await expect(notice.alert).toHaveCount(0);
	await expect(preview.getByRole("heading")).toBeFocused();
	await expect(editor.key(3)).toHaveValue("from ");
	await preview.getByRole("button", { name: "Paste as one key" }).click();
	await expect(editor.key(3)).toHaveValue("from note=changed COST=4120");
	await expect(editor.key(3)).toBeFocused();

	await editor.key(3).fill("");
	await paste(editor.key(3), "note=changed\nCOST=4120");
	await preview.getByRole("button", { name: "Merge into the rows" }).click();
	await editor.save.click();
	await expect.poll(() => token.metadata()).toEqual({ device_label: "Phone", note: "changed", COST: "4120" });
});

test("says that the export could not be loaded, and shows it once it can be", async ({ page }) => {
	const editor = metadataEditor(page);
	const notice = noticeOf(page, "The export");
	await editor.value(1).fill("Tablet");
	await editor.button("Export").click();
	await expect(notice.alert).toBeVisible();
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	await page.unroute(SCRIPTS);
	await notice.retry.click();
	await expect(editor.region.getByText('"device_label": "Tablet"')).toBeVisible();
	await expect(editor.region.getByRole("radio", { name: "JSON" })).toBeFocused();
	await expect(notice.alert).toHaveCount(0);
});

test("is whole without suggestions, and asks for them again with the next key", async ({ page }) => {
	await page.route("**/keys-in-use?*", (route) => route.fulfill({ json: { keys: ["owner"] } }));
	const editor = metadataEditor(page);
	const suggestions = editor.region.getByRole("group", { name: "Keys on other tokens of this user" });
	const failed = page.waitForEvent("requestfailed");
	await editor.button("Add row").click();
	await failed;
	await page.keyboard.type("typed");
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	await expect(editor.region.getByRole("alert")).toHaveCount(0);
	expect(await token.metadata()).toEqual({ device_label: "Phone", note: "kept", typed: "" });

	await page.unroute(SCRIPTS);
	await editor.button("Add row").click();
	await expect(suggestions.getByRole("button")).toHaveText(["owner"]);
});

test("is whole when the dashboard has no suggestions to give, whatever it answers", async ({ page }) => {
	await page.unroute(SCRIPTS);
	await page.route("**/keys-in-use?*", (route) => route.fulfill({ json: { title: "No" } }));
	const editor = metadataEditor(page);
	const answered = page.waitForResponse("**/keys-in-use?*");
	await editor.button("Add row").click();
	await answered;
	await page.keyboard.type("typed");
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
});
