import { expect, test } from "../fixtures";
import { metadataEditor } from "./metadata-editor";
import { type SampleToken, tokensOf } from "./sample-tokens";

let token: SampleToken;

test.beforeEach(async ({ page, signIn, credentials, managementToken }) => {
	const tokens = await tokensOf(credentials, managementToken, "amara.okafor@example.com");
	token = tokens[0] as SampleToken;
	await token.setMetadata({ device_label: "Work laptop", cost_centre: "CC-4120", trusted: "yes" });
	await signIn(page, "editor");
	await page.goto(`/refresh-tokens/${token.id}`);
});

test("edits, renames, adds and removes keys and replaces the whole map with one click", async ({ page }) => {
	const editor = metadataEditor(page);
	await expect(editor.region.getByText("3 / 25", { exact: true })).toBeVisible();
	await editor.value(1).fill("Laptop of the desk 🖥️");
	await editor.key(2).fill("__proto__");
	await editor.button("Remove trusted").click();
	await editor.button("Add row").click();
	await expect(editor.key(3)).toBeFocused();
	await editor.key(3).fill("constructor");

	const changes = editor.region.getByRole("list", { name: "Changes to save" });
	await expect(changes.getByRole("listitem")).toHaveText([
		/^Changes device_label from Work laptop to Laptop of the desk/,
		/^Renames cost_centre to __proto__/,
		'Adds constructor with ""',
		"Removes trusted (was yes)",
	]);
	await editor.save.click();

	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	expect(JSON.stringify(await token.metadata())).toBe(
		'{"device_label":"Laptop of the desk 🖥️","__proto__":"CC-4120","constructor":""}',
	);
	await page.reload();
	await expect(editor.key(2)).toHaveValue("__proto__");
	await expect(editor.value(3)).toHaveAttribute("placeholder", '""');
});

test("puts a removed row back where it was", async ({ page }) => {
	const editor = metadataEditor(page);
	await editor.button("Remove cost_centre").click();
	await expect(editor.key(2)).toHaveValue("trusted");
	await expect(editor.key(2)).toBeFocused();
	await editor.button("Put back cost_centre").click();
	await expect(editor.key(2)).toHaveValue("cost_centre");
	await expect(editor.status.filter({ hasText: "No changes to save" })).toBeVisible();
});

test("clears all metadata only after a dialog that says how much is lost", async ({ page }) => {
	const editor = metadataEditor(page);
	await editor.button("Clear all metadata").click();
	await expect(editor.dialog).toContainText(/All 3 keys of the refresh token dcr_\w+ of amara\.okafor@example\.com/);
	await expect(editor.dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(editor.dialog).toBeHidden();
	expect(Object.keys((await token.metadata()) ?? {})).toHaveLength(3);

	await editor.button("Clear all metadata").click();
	await editor.dialog.getByRole("button", { name: "Clear all metadata" }).click();
	await expect(editor.status.filter({ hasText: "All metadata cleared." })).toBeVisible();
	await expect(editor.keys).toHaveCount(0);
	expect(await token.metadata()).toBeNull();
});

test("undoes a save, and a clearing", async ({ page }) => {
	const editor = metadataEditor(page);
	const before = await token.metadata();
	await editor.value(1).fill("Something else");
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	await editor.button("Undo").click();
	await expect.poll(() => token.metadata()).toEqual(before);

	await editor.button("Clear all metadata").click();
	await editor.dialog.getByRole("button", { name: "Clear all metadata" }).click();
	await expect(editor.keys).toHaveCount(0);
	await editor.button("Undo").click();
	await expect(editor.keys).toHaveCount(3);
	await expect.poll(() => token.metadata()).toEqual(before);
});

test("asks before an undo, too, would write over what somebody else has changed since the save", async ({ page }) => {
	const editor = metadataEditor(page);
	await editor.value(1).fill("Something else");
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	const theirs = { device_label: "theirs", cost_centre: "CC-4120", trusted: "yes", added: "by an action" };
	await token.setMetadata(theirs);
	await editor.button("Undo").click();
	const contested = editor.dialog.getByRole("group", { name: "device_label", exact: true });
	await expect(contested.getByRole("radio", { name: "Opened: Something else" })).toBeVisible();
	await expect(contested.getByRole("radio", { name: "Theirs: theirs" })).toBeVisible();
	expect(await token.metadata()).toEqual(theirs);
	await editor.dialog.getByRole("radio", { name: "Yours: Work laptop" }).check();
	await editor.dialog.getByRole("button", { name: "Save with these choices" }).click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	expect(await token.metadata()).toEqual({ ...theirs, device_label: "Work laptop" });
});

test("refuses a 26th key, a 256th character, a duplicate key and a value without a key", async ({ page }) => {
	await token.setMetadata(Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`key_${index}`, "x"])));
	await page.reload();
	const editor = metadataEditor(page);
	const errors = editor.region.getByRole("alert");
	await editor.button("Add row").click();
	await editor.key(26).fill("one_too_many");
	await expect(editor.region.getByText("26 / 25", { exact: true })).toBeVisible();
	await editor.save.click();
	await expect(errors).toContainText("26 keys are too many; at most 25 fit.");
	await editor.button("Remove one_too_many").click();

	await editor.value(1).fill("😀".repeat(256));
	await expect(editor.region.getByText("256 / 255", { exact: true })).toBeVisible();
	await expect(editor.value(1)).toHaveAccessibleDescription("The value has 256 characters; at most 255 fit.");
	await editor.value(1).fill("😀".repeat(255));
	await expect(editor.value(1)).toHaveAccessibleDescription("");

	await editor.key(2).fill("key_5");
	await expect(editor.key(2)).toHaveAccessibleDescription("The key “key_5” is also in row 6.");
	await expect(editor.key(6)).toHaveAccessibleDescription("The key “key_5” is also in row 2.");
	await editor.key(2).fill("");
	await editor.save.click();
	await errors.getByRole("link", { name: "Row 2: This value needs a key." }).click();
	await expect(editor.key(2)).toBeFocused();

	await editor.key(2).fill("key_1");
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	expect((await token.metadata())?.key_0).toBe("😀".repeat(255));
});

test("warns of near-duplicates, unusual keys and secrets, and saves them all the same", async ({ page }) => {
	const editor = metadataEditor(page);
	await editor.key(1).fill("Trusted");
	await expect(editor.key(1)).toHaveAccessibleDescription(/differs from “trusted” only in case/);
	await editor.key(2).fill("cost centre");
	await expect(editor.key(2)).toHaveAccessibleDescription(/A live tenant may refuse this key/);
	await editor.value(2).fill(`sk_live_${"4".repeat(24)}`);
	await expect(editor.value(2)).toHaveAccessibleDescription(
		"This looks like a secret API key. Metadata is not a safe place for secrets.",
	);
	await expect(editor.key(2)).not.toHaveAccessibleDescription(/secret/);
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	expect(Object.keys((await token.metadata()) ?? {}).sort()).toEqual(["Trusted", "cost centre", "trusted"]);
});

test("suggests the keys of the user's other tokens and warns of a near miss, which one click mends", async ({
	page,
	credentials,
	managementToken,
}) => {
	const [, other] = await tokensOf(credentials, managementToken, "amara.okafor@example.com");
	await other?.setMetadata({ deviceName: "Phone", owner: "Amara", trusted: "no" });
	const editor = metadataEditor(page);
	await editor.button("Add row").click();
	const suggestions = editor.region.getByRole("group", { name: "Keys on other tokens of this user" });
	await expect(suggestions.getByRole("button")).toHaveText(["deviceName", "owner"]);
	await page.keyboard.type("device_");
	await expect(suggestions.getByRole("button")).toHaveText(["deviceName"]);
	await page.keyboard.type("name");
	await expect(editor.key(4)).toHaveAccessibleDescription("Other tokens of this user use “deviceName”.");
	await editor.button("Use deviceName").click();
	await expect(editor.key(4)).toHaveValue("deviceName");
	await expect(editor.key(4)).toBeFocused();
	await expect(editor.key(4)).toHaveAccessibleDescription("");

	await editor.button("Add row").click();
	await editor.button("Use owner as a key").click();
	await expect(editor.key(5)).toHaveValue("owner");
	await expect(editor.value(5)).toBeFocused();
	await editor.key(5).fill("Owner");
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	expect(Object.keys((await token.metadata()) ?? {})).toEqual(expect.arrayContaining(["deviceName", "Owner"]));
});

test("sends nothing when nothing has changed", async ({ page }) => {
	const editor = metadataEditor(page);
	await editor.value(1).fill("other");
	await editor.value(1).fill("Work laptop");
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Nothing to save" })).toBeVisible();
});

test("keeps every line break of a value that was not edited", async ({ page }) => {
	const awkward = { note: "one\r\ntwo\rthree\nfour", "line\nbreak": "\nfirst", plain: "x" };
	await token.setMetadata(awkward);
	await page.reload();
	const editor = metadataEditor(page);
	await editor.value(3).fill("y");
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	expect(await token.metadata()).toEqual({ ...awkward, plain: "y" });
});

test("never overwrites what somebody else has changed since, and asks per key", async ({ page }) => {
	const editor = metadataEditor(page);
	await editor.value(1).fill("mine");
	await editor.value(3).fill("no");
	const theirs = { device_label: "theirs", cost_centre: "CC-4120", trusted: "yes", added: "by an action" };
	await token.setMetadata(theirs);
	await editor.save.click();

	await expect(editor.dialog).toContainText("Changed since you opened it");
	await expect(editor.dialog.getByRole("group")).toHaveCount(1);
	await expect(editor.dialog.getByRole("list", { name: "Theirs:" }).getByRole("listitem")).toHaveText([
		"Adds added with by an action",
	]);
	await expect(editor.dialog.getByRole("list", { name: "Yours:" }).getByRole("listitem")).toHaveText([
		"Changes trusted from yes to no",
	]);
	expect(await token.metadata()).toEqual(theirs);
	await editor.dialog.getByRole("button", { name: "Save with these choices" }).click();
	await expect(editor.dialog.getByRole("alert")).toContainText("Choose a value for every key");
	await editor.dialog.getByRole("radio", { name: "Yours: mine" }).check();
	await editor.dialog.getByRole("button", { name: "Save with these choices" }).click();

	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	await expect(editor.dialog).toBeHidden();
	expect(await token.metadata()).toEqual({ ...theirs, device_label: "mine", trusted: "no" });
});

test("requests a choice again for what changed once more meanwhile, and keeps the others", async ({ page }) => {
	const editor = metadataEditor(page);
	const contested = (name: string) => editor.dialog.getByRole("group", { name, exact: true });
	const saveChoices = editor.dialog.getByRole("button", { name: "Save with these choices" });
	await editor.value(1).fill("mine");
	await editor.value(2).fill("mine too");
	const theirs = { device_label: "theirs", cost_centre: "theirs", trusted: "yes" };
	await token.setMetadata(theirs);
	await editor.save.click();
	await contested("device_label").getByRole("radio", { name: "Yours: mine" }).check();
	await contested("cost_centre").getByRole("radio", { name: "Yours: mine too" }).check();
	await token.setMetadata({ ...theirs, cost_centre: "theirs again" });
	await saveChoices.click();

	await expect(editor.dialog.getByRole("status")).toContainText("Changed again");
	const again = contested("cost_centre (changed again)");
	await expect(again.getByRole("radio", { name: "Theirs: theirs again" })).toBeVisible();
	await expect(again.getByRole("radio", { checked: true })).toHaveCount(0);
	await expect(contested("device_label").getByRole("radio", { name: "Yours: mine" })).toBeChecked();
	await saveChoices.click();
	await expect(editor.dialog.getByRole("alert")).toContainText("Choose a value for every key");
	await contested("cost_centre").getByRole("radio", { name: "Theirs: theirs again" }).check();
	await saveChoices.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	expect(await token.metadata()).toEqual({ ...theirs, device_label: "mine", cost_centre: "theirs again" });
});

test("shows a merge with too many keys, and what is wrong with it", async ({ page }) => {
	const editor = metadataEditor(page);
	await editor.value(1).fill("mine");
	const theirs = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`key_${index}`, "theirs"]));
	await token.setMetadata({ ...theirs, key_24: "theirs" });
	await editor.save.click();
	await editor.dialog.getByRole("radio", { name: "Yours: mine" }).check();
	await editor.dialog.getByRole("button", { name: "Save with these choices" }).click();
	await expect(editor.dialog).toBeHidden();
	await expect(editor.region.getByText("26 / 25", { exact: true })).toBeVisible();
	await expect(editor.region.getByRole("alert")).toBeVisible();
	expect(await token.metadata()).toEqual(theirs);
});

test("Back shows a token and its list as they were saved, and the next save meets nobody else's change", async ({
	page,
}) => {
	const editor = metadataEditor(page);
	const row = page.getByRole("row").filter({ hasText: token.id });
	await page.goto(`/refresh-tokens?user=${encodeURIComponent(token.userId)}`);
	await expect(row).toContainText("3 keys");
	await row.getByRole("link").click();
	await editor.value(1).fill("first");
	await editor.button("Remove trusted").click();
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	await page.getByRole("link", { name: "Activity", exact: true }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Activity" })).toBeVisible();

	await page.goBack();
	await expect(editor.value(1)).toHaveValue("first");
	await expect(editor.keys).toHaveCount(2);
	await expect(editor.status.filter({ hasText: "Saved. The service holds 2 keys now." })).toBeVisible();
	await editor.value(1).fill("second");
	await editor.save.click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	await expect(editor.dialog).toHaveCount(0);
	expect(await token.metadata()).toEqual({ device_label: "second", cost_centre: "CC-4120" });

	await page.goBack();
	await expect(row).toContainText("2 keys");
});

test("shows what both did where they touched different keys, and saves both with one click", async ({ page }) => {
	const editor = metadataEditor(page);
	await editor.value(1).fill("mine");
	await editor.key(3).fill("renamed");
	const theirs = { device_label: "Work laptop", trusted: "yes", added: "by an action" };
	await token.setMetadata(theirs);
	await editor.save.click();

	await expect(editor.dialog.getByRole("list", { name: "Theirs:" }).getByRole("listitem")).toHaveText([
		"Adds added with by an action",
		"Removes cost_centre (was CC-4120)",
	]);
	await expect(editor.dialog.getByRole("list", { name: "Yours:" }).getByRole("listitem")).toHaveText([
		"Changes device_label from Work laptop to mine",
		/^Renames trusted to renamed/,
	]);
	await expect(editor.dialog.getByRole("radio")).toHaveCount(0);
	expect(await token.metadata()).toEqual(theirs);
	await editor.dialog.getByRole("button", { name: "Save with these choices" }).click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	expect(await token.metadata()).toEqual({ device_label: "mine", renamed: "yes", added: "by an action" });
});

test("puts a key back to what it was when opened, if that is what is chosen", async ({ page }) => {
	const editor = metadataEditor(page);
	await editor.value(1).fill("mine");
	await token.setMetadata({ cost_centre: "CC-4120", trusted: "yes" });
	await editor.save.click();
	const contested = editor.dialog.getByRole("group", { name: "device_label", exact: true });
	await expect(contested.getByRole("radio", { name: "Theirs: not there" })).toBeVisible();
	await contested.getByRole("radio", { name: "Opened: Work laptop" }).check();
	await editor.dialog.getByRole("button", { name: "Save with these choices" }).click();
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	expect(await token.metadata()).toEqual({ device_label: "Work laptop", cost_centre: "CC-4120", trusted: "yes" });
});

test("works with the keyboard alone", async ({ page }) => {
	const editor = metadataEditor(page);
	await editor.key(1).focus();
	await page.keyboard.press("ControlOrMeta+a");
	await page.keyboard.type("renamed");
	for (const _ of Array(6)) await page.keyboard.press("Enter");
	await expect(editor.key(4)).toBeFocused();
	await page.keyboard.type("typed");
	await page.keyboard.press("Enter");
	await page.keyboard.type("by hand");
	await page.keyboard.press("ControlOrMeta+s");
	await expect(editor.status.filter({ hasText: "Saved." })).toBeVisible();
	expect(await token.metadata()).toEqual({
		renamed: "Work laptop",
		cost_centre: "CC-4120",
		trusted: "yes",
		typed: "by hand",
	});
});

test("keeps what was typed when the token is gone meanwhile", async ({ page, credentials, managementToken }) => {
	const [, doomed] = await tokensOf(credentials, managementToken, "amara.okafor@example.com");
	await page.goto(`/refresh-tokens/${doomed?.id}`);
	const editor = metadataEditor(page);
	await editor.value(1).fill("typed");
	await doomed?.revoke();
	await editor.save.click();
	await expect(editor.region.getByRole("alert")).toContainText("No refresh token with this identifier");
	await expect(page.locator(":focus")).toContainText("No refresh token with this identifier");
	await expect(editor.value(1)).toHaveValue("typed");
	await expect(editor.region.getByRole("button", { name: "Copy it as JSON" })).toBeVisible();
});
