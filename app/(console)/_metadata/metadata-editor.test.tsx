import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeTokenTenant, type Held, renderEditor, startTokenTenant, token } from "./rendered-editor.test-data";

beforeEach(startTokenTenant);
afterEach(closeTokenTenant);

const before = { device_label: "Work laptop", cost_centre: "CC-4120", trusted: "yes" };

test("edits, renames, adds and removes keys, lists that beforehand, and replaces the whole map with one click", async () => {
	const editor = renderEditor(before);
	expect(screen.getByText("3 / 25")).toBeTruthy();
	editor.type(editor.value(1), "Laptop of the desk 🖥️");
	editor.type(editor.key(2), "__proto__");
	editor.press("Remove trusted");
	editor.press("Add row");
	editor.type(editor.key(3), "constructor");
	const changes = screen.getByLabelText("Changes to save");
	expect([...changes.children].map(({ textContent }) => textContent)).toEqual([
		expect.stringMatching(/^Changes device_label from Work laptop to Laptop of the desk/),
		"Removes trusted (was yes)",
		expect.stringMatching(/^Renames cost_centre to __proto__/),
		'Adds constructor with ""',
	]);
	editor.press("Save metadata");
	await editor.saves();
	expect(JSON.stringify(token.metadata)).toBe(
		'{"device_label":"Laptop of the desk 🖥️","__proto__":"CC-4120","constructor":""}',
	);
	expect(editor.value(3).placeholder).toBe('""');
});

test("the focus moves to an added row, to the next after a removed one, to one that is put back, and stays at pasted lines", () => {
	const editor = renderEditor(before);
	editor.press("Add row");
	expect(document.activeElement).toBe(editor.key(4));
	editor.type(editor.key(4), "added");
	editor.press("Remove cost_centre");
	expect(document.activeElement).toBe(editor.key(2));
	expect(editor.key(2).value).toBe("trusted");
	editor.press("Restore cost_centre");
	expect(document.activeElement).toBe(editor.key(2));
	expect([2, 3, 4].map((row) => editor.key(row).value)).toEqual(["cost_centre", "trusted", "added"]);
	editor.press("Remove added");
	editor.press("Remove trusted");
	editor.press("Restore added");
	expect(document.activeElement).toBe(editor.key(3));
	editor.press("Restore trusted");
	expect(document.activeElement).toBe(editor.key(3));
	expect(editor.key(4).value).toBe("added");
	editor.value(1).focus();
	editor.paste(editor.value(1), "one\r\ntwo");
	expect([editor.value(1).tagName, editor.value(1).value]).toEqual(["TEXTAREA", "Work laptopone\ntwo"]);
	expect(document.activeElement).toBe(editor.value(1));
	for (const key of ["device_label", "cost_centre", "trusted"]) editor.press(`Remove ${key}`);
	editor.press("Remove added");
	expect(document.activeElement?.textContent).toBe("Add row");
});

test("puts a removed row back where it was", () => {
	const editor = renderEditor(before);
	editor.press("Remove cost_centre");
	expect(editor.key(2).value).toBe("trusted");
	editor.press("Restore cost_centre");
	expect(editor.key(2).value).toBe("cost_centre");
	expect(editor.status()).toContain("No changes to save");
});

test("undoes a save, and a clearing, which first states how much is lost", async () => {
	const editor = renderEditor(before);
	editor.type(editor.value(1), "Something else");
	editor.press("Save metadata");
	await editor.saves();
	expect(token.metadata).toEqual({ ...before, device_label: "Something else" });
	editor.press("Undo");
	await waitFor(() => expect(token.metadata).toEqual(before));
	await editor.saves();

	const clearing = document.getElementById("clear-metadata") as HTMLElement;
	expect(clearing.textContent).toContain("All 3 keys of the refresh token dcr_1 of amara@example.com");
	editor.press("Clear all metadata", clearing);
	await waitFor(() => expect(editor.status()).toContain("All metadata cleared."));
	expect(editor.keys()).toHaveLength(0);
	expect(token.metadata).toBeNull();
	editor.press("Undo");
	await waitFor(() => expect(token.metadata).toEqual(before));
	expect(editor.keys()).toHaveLength(3);
});

test("refuses a 26th key, a 256th character, a duplicate key and a value without a key", async () => {
	const editor = renderEditor(Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`key_${index}`, "x"])));
	editor.press("Add row");
	editor.type(editor.key(26), "one_too_many");
	expect(screen.getByText("26 / 25")).toBeTruthy();
	editor.press("Save metadata");
	await waitFor(() => expect(editor.errors()).toContain("26 keys are too many; at most 25 fit."));
	editor.press("Remove one_too_many");

	editor.type(editor.value(1), "😀".repeat(256));
	expect(screen.getByText("256 / 255")).toBeTruthy();
	expect(editor.description(editor.value(1))).toContain("The value has 256 characters; at most 255 fit.");
	editor.type(editor.value(1), "😀".repeat(255));
	expect(editor.description(editor.value(1))).not.toContain("at most 255 fit");

	editor.type(editor.key(2), "key_5");
	expect(editor.description(editor.key(2))).toBe("The key “key_5” is also in row 6.");
	expect(editor.description(editor.key(6))).toBe("The key “key_5” is also in row 2.");
	editor.type(editor.key(2), "");
	editor.press("Save metadata");
	expect((await screen.findByText("Row 2: This value needs a key.")).closest("a")).toBeTruthy();
	expect(token.writes).toBe(0);

	editor.type(editor.key(2), "key_1");
	editor.press("Save metadata");
	await editor.saves();
	expect(token.metadata?.key_0).toBe("😀".repeat(255));
});

test("warns of near-duplicates, unusual keys and secrets, and saves them all the same", async () => {
	const editor = renderEditor(before);
	editor.type(editor.key(1), "Trusted");
	expect(editor.description(editor.key(1))).toMatch(/differs from “trusted” only in case/);
	editor.type(editor.key(2), "cost centre");
	expect(editor.description(editor.key(2))).toMatch(/A live tenant may refuse this key/);
	editor.type(editor.value(2), `sk_live_${"4".repeat(24)}`);
	expect(editor.description(editor.value(2))).toContain(
		"This looks like a secret API key. Don't keep secrets in metadata.",
	);
	expect(editor.description(editor.key(2))).not.toMatch(/secret/);
	editor.press("Save metadata");
	await editor.saves();
	expect(Object.keys(token.metadata ?? {}).sort()).toEqual(["Trusted", "cost centre", "trusted"]);
});

test("keeps every line break of a value that was not edited", async () => {
	const awkward: Held = { note: "one\r\ntwo\rthree\nfour", "line\nbreak": "\nfirst", plain: "x" };
	const editor = renderEditor(awkward);
	editor.type(editor.value(3), "y");
	editor.press("Save metadata");
	await editor.saves();
	expect(token.metadata).toEqual({ ...awkward, plain: "y" });
});

test("never overwrites what another admin has changed since, needs a choice per key, and again for what changed once more", async () => {
	const editor = renderEditor(before);
	editor.type(editor.value(1), "mine");
	editor.type(editor.value(2), "mine too");
	editor.type(editor.value(3), "no");
	const theirs = { device_label: "theirs", cost_centre: "theirs", trusted: "yes", added: "by an action" };
	token.metadata = theirs;
	editor.press("Save metadata");
	await waitFor(() => expect(editor.hasConflict()).toBe(true));
	expect(editor.dialog().textContent).toContain("Changed since you opened it");
	expect(editor.dialog().querySelectorAll("fieldset")).toHaveLength(2);
	expect(editor.listed("Theirs")).toEqual(["Adds added with by an action"]);
	expect(editor.listed("Yours")).toEqual(["Changes trusted from yes to no"]);
	expect(token.metadata).toEqual(theirs);

	editor.press("Save with these choices");
	expect(editor.dialog().textContent).toContain("Choose a value for every key");
	editor.choose("device_label", "Yours: mine");
	editor.choose("cost_centre", "Yours: mine too");
	token.metadata = { ...theirs, cost_centre: "theirs again" };
	editor.press("Save with these choices");
	await waitFor(() => expect(editor.dialog().textContent).toContain("Changed again"));
	const sides = () => editor.sides("cost_centre").map(({ words, box }) => [words, box.checked]);
	expect(sides()).toEqual([
		["Opened: theirs", false],
		["Theirs: theirs again", false],
		["Yours: mine too", false],
	]);
	expect(editor.sides("device_label")).toEqual([]);
	expect(editor.listed("Yours")).toEqual([
		"Changes device_label from theirs to mine",
		"Changes trusted from yes to no",
	]);
	editor.choose("cost_centre", "Theirs: theirs again");
	editor.press("Save with these choices");
	await editor.saves();
	expect(editor.hasConflict()).toBe(false);
	expect(token.metadata).toEqual({
		device_label: "mine",
		cost_centre: "theirs again",
		trusted: "no",
		added: "by an action",
	});
});

test("what is typed while a save is under way stays, as a change of what was saved", async () => {
	const editor = renderEditor(before);
	editor.type(editor.value(1), "sent");
	editor.press("Save metadata");
	editor.type(editor.value(1), "typed since");
	await screen.findByText("Changes device_label from sent to typed since");
	expect(token.metadata).toEqual({ ...before, device_label: "sent" });
	editor.press("Save metadata");
	await editor.saves();
	expect(token.metadata).toEqual({ ...before, device_label: "typed since" });
});

test("shows a merge with too many keys, and its faults", async () => {
	const editor = renderEditor(before);
	editor.type(editor.value(1), "mine");
	const theirs = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`key_${index}`, "theirs"]));
	token.metadata = theirs;
	editor.press("Save metadata");
	await waitFor(() => expect(editor.hasConflict()).toBe(true));
	editor.choose("device_label", "Yours: mine");
	editor.press("Save with these choices");
	await waitFor(() => expect(screen.getByText("26 / 25")).toBeTruthy());
	expect(editor.hasConflict()).toBe(false);
	expect(editor.errors()).toContain("26 keys are too many; at most 25 fit.");
	expect(token.metadata).toEqual(theirs);
});

test("shows both sides' changes of different keys, and saves both with one click", async () => {
	const editor = renderEditor(before);
	editor.type(editor.value(1), "mine");
	editor.type(editor.key(3), "renamed");
	const theirs = { device_label: "Work laptop", trusted: "yes", added: "by an action" };
	token.metadata = theirs;
	editor.press("Save metadata");
	await waitFor(() => expect(editor.hasConflict()).toBe(true));
	expect(editor.listed("Theirs")).toEqual(
		expect.arrayContaining(["Adds added with by an action", "Removes cost_centre (was CC-4120)"]),
	);
	expect(editor.listed("Yours")).toEqual(
		expect.arrayContaining([
			"Changes device_label from Work laptop to mine",
			"Adds renamed with yes",
			"Removes trusted (was yes)",
		]),
	);
	expect(editor.dialog().querySelectorAll("input[type=radio]")).toHaveLength(0);
	expect(token.metadata).toEqual(theirs);
	editor.press("Save with these choices");
	await editor.saves();
	expect(token.metadata).toEqual({ device_label: "mine", renamed: "yes", added: "by an action" });
});

test("keeps what was typed when the token is gone meanwhile, and offers it as JSON", async () => {
	const editor = renderEditor(before);
	editor.type(editor.value(1), "typed");
	token.isGone = true;
	editor.press("Save metadata");
	await waitFor(() => expect(editor.errors()).toContain("No refresh token with this ID"));
	await waitFor(() => expect(document.activeElement?.textContent).toContain("No refresh token with this ID"));
	expect(editor.value(1).value).toBe("typed");
	editor.press("Export");
	expect(screen.getByText(/"device_label": "typed"/)).toBeTruthy();
	editor.press("Copy JSON");
});

test("a conflict that is left open can be resumed, and needs its choices before it is saved", async () => {
	const editor = renderEditor(before);
	editor.type(editor.value(1), "mine");
	token.metadata = { ...before, device_label: "theirs" };
	editor.press("Save metadata");
	await waitFor(() => expect(editor.hasConflict()).toBe(true));
	await waitFor(() => expect(document.activeElement?.textContent).toBe("Changed since you opened it"));
	editor.press("Keep editing");
	await waitFor(() => expect(editor.hasConflict()).toBe(false));
	editor.press("Choose what to keep");
	expect(editor.hasConflict()).toBe(true);
	editor.press("Keep editing");
	await waitFor(() => expect(editor.hasConflict()).toBe(false));
	editor.press("Save metadata");
	expect(editor.dialog().textContent).toContain("Choose a value for every key");
	editor.choose("device_label", "Yours: mine");
	expect(editor.hasConflict()).toBe(true);
	editor.press("Save with these choices");
	await editor.saves();
	expect(token.metadata).toEqual({ ...before, device_label: "mine" });
});

test("the rows can be edited while a conflict is open, and what is typed there counts as the choice", async () => {
	const editor = renderEditor(before);
	editor.type(editor.value(1), "mine");
	token.metadata = { ...before, device_label: "theirs" };
	editor.press("Save metadata");
	await waitFor(() => expect(editor.hasConflict()).toBe(true));
	editor.press("Keep editing");
	await waitFor(() => expect(editor.hasConflict()).toBe(false));
	editor.type(editor.value(1), "both");
	expect(() => editor.press("Choose what to keep")).toThrow();
	editor.press("Save metadata");
	await editor.saves();
	expect(token.metadata).toEqual({ ...before, device_label: "both" });
});

test("a save with choices that the service refuses is reported where it can be read", async () => {
	const editor = renderEditor(before);
	editor.type(editor.value(1), "mine");
	token.metadata = { ...before, device_label: "theirs" };
	editor.press("Save metadata");
	await waitFor(() => expect(editor.hasConflict()).toBe(true));
	editor.choose("device_label", "Yours: mine");
	token.isGone = true;
	editor.press("Save with these choices");
	await waitFor(() => expect(document.activeElement?.textContent).toContain("No refresh token with this ID"));
	expect(editor.hasConflict()).toBe(false);
	expect(editor.value(1).value).toBe("mine");
});

test("a value of another form, in place of a text that was edited, is shown as it is, may be kept, and is named by a later save", async () => {
	const editor = renderEditor(before);
	editor.type(editor.value(1), "mine");
	const theirs = { ...before, device_label: { x: [1] } };
	token.metadata = theirs;
	editor.press("Save metadata");
	await waitFor(() => expect(editor.hasConflict()).toBe(true));
	expect(editor.sides("device_label").map(({ words }) => words)).toContain('Theirs: {"x":[1]} (not text)');
	editor.choose("device_label", 'Theirs: {"x":[1]} (not text)');
	editor.press("Save with these choices");
	await waitFor(() => expect(editor.status()).toContain("Nothing to save"));
	expect(editor.value(1).readOnly).toBe(true);
	editor.type(editor.value(2), "changed");
	editor.press("Save metadata");
	await waitFor(() => expect(editor.errors()).toContain("The value of “device_label” is not text."));
	expect([token.metadata, token.writes]).toEqual([theirs, 0]);
});

test("clears nothing that its dialog has not shown, shows what changed, and then states how much there is now", async () => {
	const editor = renderEditor(before);
	const clearing = document.getElementById("clear-metadata") as HTMLElement;
	token.metadata = { ...before, added: "by an action" };
	editor.press("Clear all metadata", clearing);
	await waitFor(() => expect(editor.listed("Theirs")).toEqual(["Adds added with by an action"]));
	expect(editor.dialog().textContent).toContain("Nothing was cleared.");
	expect(clearing.textContent).toContain("All 4 keys of the refresh token dcr_1");
	expect([token.writes, editor.keys().length]).toEqual([0, 4]);
	editor.press("Keep editing");
	editor.press("Clear all metadata", clearing);
	await waitFor(() => expect(editor.status()).toContain("All metadata cleared."));
	expect([token.metadata, editor.hasConflict()]).toEqual([null, false]);
});
