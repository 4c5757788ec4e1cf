import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeTokenTenant, elsewhere, renderEditor, startTokenTenant, token } from "./rendered-editor.test-data";

beforeEach(startTokenTenant);
afterEach(closeTokenTenant);

const before = { device_label: "Phone", note: "kept" };

/** The keys that the preview of a pasted text lists. */
const pastedKeys = async () => {
	const list = await screen.findByLabelText("Pasted keys");
	return [...list.children].map(({ textContent }) => textContent);
};

test("edits the same metadata as JSON and reports where it can't be parsed", async () => {
	const editor = renderEditor(before);
	editor.type(editor.value(1), "Tablet");
	editor.press("JSON");
	const json = await screen.findByLabelText<HTMLTextAreaElement>("Metadata as JSON");
	expect(json.value).toBe('{\n  "device_label": "Tablet",\n  "note": "kept"\n}');
	editor.type(json, '{"device_label": "Tablet", "n": 1}');
	expect(editor.description(json)).toMatch(/Line 1, column 33: The value of “n” must be text/);
	expect(editor.status()).toContain("The JSON can't be read: line 1");
	expect(editor.status()).not.toContain("No changes");
	editor.press("Save metadata");
	expect(document.activeElement).toBe(json);
	expect(token.writes).toBe(0);

	// Switching to the rows loses none of it.
	editor.press("Rows");
	expect(editor.value(1).value).toBe("Tablet");
	expect(editor.status()).not.toContain("can't be read");
	editor.press("JSON");
	expect(screen.getByLabelText<HTMLTextAreaElement>("Metadata as JSON").value).toContain('"n": 1');
	editor.press("Save metadata");
	expect(token.writes).toBe(0);

	editor.type(screen.getByLabelText("Metadata as JSON"), '{"__proto__": "x", "device_label": "Tablet"}');
	editor.press("Rows");
	expect(editor.key(1).value).toBe("__proto__");
	editor.press("Save metadata");
	await editor.saves();
	expect(JSON.stringify(token.metadata)).toBe('{"__proto__":"x","device_label":"Tablet"}');
});

test("fills rows from a pasted .env after a preview, merged or replaced", async () => {
	const editor = renderEditor(before);
	editor.press("Add row");
	editor.paste(editor.key(3), '{"note": [1]}');
	await screen.findByText(/Line 1, column 10: The value of “note” is a list/);
	editor.press("Cancel", await preview());
	editor.paste(editor.key(3), "# from the old system\nnote=changed\nCOST=1\nCOST=4120\ndevice_label='Phone'\n");
	expect(await pastedKeys()).toEqual([
		expect.stringMatching(/note.*changed$/),
		expect.stringMatching(/COST.*4120.*new.*appears twice: the last one is used$/),
		expect.stringMatching(/device_label.*same$/),
	]);
	editor.press("Merge into the rows");
	editor.press("Save metadata");
	await editor.saves();
	expect(token.metadata).toEqual({ device_label: "Phone", note: "changed", COST: "4120" });

	editor.paste(editor.key(1), "a\t1\nb\ttwo words");
	await pastedKeys();
	editor.press("Replace all rows");
	editor.press("Save metadata");
	await waitFor(() => expect(token.metadata).toEqual({ a: "1", b: "two words" }));
});

test("pastes a text of several keys as one key instead, which the cursor is in then, also while another view is shown", async () => {
	const editor = renderEditor(before);
	editor.paste(editor.key(1), ": x\ny: 1");
	await pastedKeys();
	editor.press("Paste as one key");
	expect(editor.key(1).value).toBe("device_label: x y: 1");
	await waitFor(() => expect(document.activeElement).toBe(editor.key(1)));
	editor.paste(editor.key(2), ": x\ny: 1");
	await pastedKeys();
	editor.press("JSON");
	editor.press("Paste as one key");
	editor.press("Rows");
	expect(editor.key(2).value).toBe("note: x y: 1");
	editor.type(editor.value(2), "typed");
	editor.press("Save metadata");
	await editor.saves();
	expect(token.metadata).toEqual({ "device_label: x y: 1": "Phone", "note: x y: 1": "typed" });
});

test("a preview stays while a single key is pasted into another row", async () => {
	const editor = renderEditor(before);
	editor.paste(editor.key(1), "a=1\nb=2");
	await pastedKeys();
	editor.paste(editor.key(2), "one key");
	expect(await pastedKeys()).toHaveLength(2);
});

test("accepts pasted numbers, true, false and null as text, reports that first, and names the key of a value that isn't text", async () => {
	const editor = renderEditor(before);
	editor.press("Add row");
	editor.paste(editor.key(3), '{"seats": 42, "active": true, "owner": {"name": "x"}}');
	await screen.findByText(/The value of “owner” is an object. Metadata holds texts only./);
	expect(() => editor.press("Merge into the rows")).toThrow();
	editor.press("Cancel", await preview());
	editor.paste(editor.key(3), '{"seats": 42, "active": true}');
	expect(await pastedKeys()).toEqual([
		expect.stringMatching(/^seats 42.*42 becomes the text "42"$/),
		expect.stringMatching(/^active true.*true becomes the text "true"$/),
	]);
	editor.press("Merge into the rows");
	editor.press("Save metadata");
	await editor.saves();
	expect(token.metadata).toEqual({ ...before, seats: "42", active: "true" });
});

test("shows one view at a time, and marks which", () => {
	const editor = renderEditor(before);
	const pressed = () =>
		["Rows", "JSON", "Export"].map((name) =>
			screen.getByText(name, { selector: "button" }).getAttribute("aria-pressed"),
		);
	expect(pressed()).toEqual(["true", "false", "false"]);
	editor.press("Export");
	screen.getByText(/"device_label": "Phone"/);
	expect(pressed()).toEqual(["false", "false", "true"]);
	expect(editor.keys()).toHaveLength(0);
	editor.press("JSON");
	expect(pressed()).toEqual(["false", "true", "false"]);
	expect(editor.keys()).toHaveLength(0);
	editor.press("Rows");
	expect(pressed()).toEqual(["true", "false", "false"]);
	expect(screen.queryByText("Download dcr_1.json")).toBeNull();
});

test("marks in words what a save would do to each row, and describes its fields by them", () => {
	const editor = renderEditor({ a: "1", b: "2", c: "3", d: "4" });
	const marks = () => editor.keys().map((key) => editor.description(key));
	editor.type(editor.value(1), "one");
	editor.type(editor.key(2), "bee");
	editor.press("Remove c");
	editor.press("Add row");
	editor.type(editor.key(4), "e");
	expect(marks()).toEqual(["changed", "renamed", "", "added"]);
	expect(editor.description(editor.value(1))).toBe("changed");
	expect(screen.getByLabelText("Removed rows").textContent).toMatch(/c 3.*removed.*Restore c/);
	editor.type(editor.value(1), "1");
	editor.press("Restore c");
	expect(marks()).toEqual(["", "renamed", "", "", "added"]);
});

test("a viewer reads it as text, without disabled controls", () => {
	const editor = renderEditor({ device_label: "Phone", empty: "" }, { canWrite: false });
	expect([...document.querySelectorAll("dt, dd")].map(({ textContent }) => textContent)).toEqual([
		...["device_label", "Phone", "empty", '""'],
	]);
	expect(editor.keys()).toHaveLength(0);
	expect(document.querySelector("input:not([type=hidden]), textarea, :disabled")).toBeNull();
	for (const name of ["Save metadata", "Add row", "Clear all metadata", "JSON"])
		expect(() => editor.press(name)).toThrow();
	editor.press("Export");
});

test("exports the rows as JSON and as .env", () => {
	const editor = renderEditor(before);
	editor.type(editor.value(1), "it's new");
	editor.press("Export");
	screen.getByText(/"device_label": "it's new"/);
	fireEvent.click(screen.getByLabelText(".env"));
	screen.getByText(/device_label=`it's new`/);
	expect(screen.getByText<HTMLAnchorElement>("Download dcr_1.env").download).toBe("dcr_1.env");
});

test("suggests the keys of the user's other tokens and warns of a near miss, which one click corrects", async () => {
	elsewhere.response = { keys: ["deviceName", "owner"] };
	const editor = renderEditor(before);
	const suggested = () =>
		[...(screen.queryByText("Keys on other tokens of this user")?.parentElement?.querySelectorAll("button") ?? [])].map(
			({ textContent }) => textContent,
		);
	editor.press("Add row");
	editor.key(3).focus();
	await waitFor(() => expect(suggested()).toEqual(["deviceName", "owner"]));
	editor.type(editor.key(3), "device_");
	expect(suggested()).toEqual(["deviceName"]);
	editor.type(editor.key(3), "device_name");
	expect(editor.description(editor.key(3))).toContain("Other tokens of this user use “deviceName”.");
	editor.press("Use deviceName");
	expect(editor.key(3).value).toBe("deviceName");
	expect(editor.description(editor.key(3))).not.toContain("Other tokens");

	editor.press("Add row");
	editor.key(4).focus();
	editor.press("Use owner as a key");
	expect(editor.key(4).value).toBe("owner");
	editor.type(editor.key(4), "Owner");
	editor.press("Save metadata");
	await editor.saves();
	expect(Object.keys(token.metadata ?? {})).toEqual(expect.arrayContaining(["deviceName", "Owner"]));
});

test("requests the keys in use once, with the focus of a key, and again where that has failed", async () => {
	elsewhere.response = { problem: { title: "Too many requests", message: "" } };
	const editor = renderEditor(before);
	expect(elsewhere.requests).toBe(0);
	editor.key(1).focus();
	await waitFor(() => expect(elsewhere.requests).toBe(1));
	elsewhere.response = { keys: ["owner"] };
	await waitFor(() => {
		editor.key(2).focus();
		editor.key(1).focus();
		expect(screen.getByText("owner")).toBeTruthy();
	});
	const { requests } = elsewhere;
	editor.value(1).focus();
	editor.key(2).focus();
	expect(screen.getByText("owner")).toBeTruthy();
	expect(elsewhere.requests).toBe(requests);
});

test("suggests for a session the keys of the user's other sessions", async () => {
	elsewhere.response = { keys: ["ticket"] };
	const editor = renderEditor(null, { resource: "session" });
	screen.getByText("This session has no metadata. Add a row to begin.");
	editor.press("Add row");
	editor.key(1).focus();
	await screen.findByText("Keys on other sessions of this user");
	expect(elsewhere.address).toBe("/api/console/keys-in-use?resource=session&user=auth0%7Camara&except=dcr_1");
	editor.type(editor.key(1), "Ticket");
	expect(editor.description(editor.key(1))).toContain("Other sessions of this user use “ticket”.");
	editor.press("Clear all metadata");
	expect(document.querySelector("dialog")?.textContent).toContain("of the session dcr_1 of amara@example.com");
});

test("works when the dashboard has no suggestions, whatever it responds", async () => {
	elsewhere.response = { title: "No" };
	const editor = renderEditor(before);
	editor.press("Add row");
	editor.key(3).focus();
	editor.type(editor.key(3), "typed");
	editor.press("Save metadata");
	await editor.saves();
	expect(editor.errors()).toBe("");
	expect(token.metadata).toEqual({ ...before, typed: "" });
});

async function preview(): Promise<HTMLElement> {
	return (await screen.findByText("Fill rows from what you pasted?")).parentElement as HTMLElement;
}

test("a value that is no text stands in the JSON and in the export as it is, may stay or go, and is kept from a save", async () => {
	const odd = { n: { x: [1, null] }, plan: "gold", nothing: null };
	const editor = renderEditor(odd);
	editor.press("Export");
	const exported = () => document.querySelector("pre")?.textContent ?? "";
	expect(JSON.parse(exported())).toEqual(odd);
	fireEvent.click(screen.getByLabelText(".env"));
	screen.getByText(/This format can't hold these keys/);
	expect(exported()).toBe("plan=gold");

	editor.press("JSON");
	const json = await screen.findByLabelText<HTMLTextAreaElement>("Metadata as JSON");
	expect(JSON.parse(json.value)).toEqual(odd);
	editor.type(json, '{"n": {"x":[1,2]}, "plan": "gold"}');
	expect(editor.description(json)).toContain("The value of “n” is an object. Metadata holds texts only.");
	editor.type(json, '{"n": {"x":[1,null]}, "plan": "silver", "nothing": null}');
	editor.press("Save metadata");
	await screen.findAllByText(/The values of “n” and “nothing” are not text/);
	expect(token.writes).toBe(0);
	editor.type(json, '{"plan": "silver"}');
	editor.press("Save metadata");
	await editor.saves();
	expect(token.metadata).toEqual({ plan: "silver" });
});
