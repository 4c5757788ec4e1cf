import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as counter from "@/app/_forms/field-counter";
import { closeTokenTenant, renderEditor, startTokenTenant } from "./rendered-editor.test-data";

beforeEach(startTokenTenant);
afterEach(async () => {
	vi.restoreAllMocks();
	await closeTokenTenant();
});

/** The value of each row that was rendered: every row has one counter. */
const rendered: string[] = [];

const rows = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`key_${index}`, `value ${index}`]));
let editor: ReturnType<typeof renderEditor>;
beforeEach(() => {
	vi.spyOn(counter, "FieldCounter").mockImplementation(({ text }) => {
		rendered.push(text);
		return <span />;
	});
	editor = renderEditor(rows);
	expect(screen.getByText("25 / 25")).toBeTruthy();
	rendered.length = 0;
});

test("of 25 rows a key renders one, in its value and in its key", () => {
	editor.type(editor.value(12), "edited");
	expect(rendered).toEqual(["edited"]);
	editor.type(editor.key(12), "edited_key");
	expect(rendered).toEqual(["edited", "edited"]);
});

test("adding a row renders that one alone, removing one those after it, whose numbers change", () => {
	editor.press("Add row");
	expect(rendered).toEqual([""]);
	editor.press("Remove row 26");
	expect(rendered).toEqual([""]);
	editor.press("Remove key_22");
	expect([...new Set(rendered)]).toEqual(["", "value 23", "value 24"]);
});
