import { expect, test } from "vitest";
import { secondEditorRule } from "./rule-of-setting";
import { needsSecondEditor, type SavedChange, type SecondEditorRule } from "./second-editor";

const rule = (...entries: string[]) => secondEditorRule(entries) as SecondEditorRule;
const more: SavedChange = { before: { portrait: false }, after: { portrait: true } };
const less: SavedChange = { before: { portrait: true, resident_city: true }, after: { portrait: true } };
const created: SavedChange = { before: null, after: { name: "A", resident_city: true } };
const deleted: SavedChange = { before: { portrait: true }, after: null };
const unknown: SavedChange = { before: undefined, after: { portrait: true } };
const renamed: SavedChange = { before: { name: "A" }, after: { name: "B" } };
const all = { more, less, created, deleted, unknown, renamed };

const needing = (...entries: string[]) =>
	Object.entries(all).flatMap(([name, change]) => (needsSecondEditor(rule(...entries), change) ? [name] : []));

test("without a rule no save needs a second editor", () => expect(needing()).toEqual([]));

test.each([
	["what asks for more, of a template that is not known too", ["request-more"], ["more", "created", "unknown"]],
	["deletions", ["delete"], ["deleted"]],
	["what newly asks for a named attribute", ["portrait"], ["more", "unknown"]],
	["any named attribute", ["portrait", "resident_city"], ["more", "created", "unknown"]],
	["several", ["delete", "resident_city"], ["created", "deleted"]],
	["all", ["all"], Object.keys(all)],
])("the rule can name %s", (_, entries, expected) => expect(needing(...entries)).toEqual(expected));

test.each(["sex", "age_over_18", "age_over_65", "un_distinguishing_sign"])("the rule can name %s", (name) => {
	const change = { before: { portrait: true }, after: { portrait: true, [name]: true } };
	expect(needsSecondEditor(rule(name), change)).toBe(true);
	expect(needsSecondEditor(rule(name), more)).toBe(false);
});

test("what is neither a kind of save nor an attribute is reported", () => {
	expect(secondEditorRule(["request-more", "Portrait", "deletes", "age_over_x"])).toEqual({
		unknown: ["Portrait", "deletes", "age_over_x"],
	});
});
