import fc from "fast-check";
import { expect, test } from "vitest";
import { codeTokens } from "@/components/ui/code-view";
import { anyCharacter } from "@/lib/testing/any-character";

const joined = (text: string) =>
	codeTokens(text)
		.map((token) => token.text)
		.join("");

test("keys, strings and literals of JSON are distinguished, with escapes", () => {
	const json = JSON.stringify({ 'a "key": x': 'a \\"text\\" with: true', b: [true, null, -1.5e21], c: {} }, null, 2);
	const coloured = codeTokens(json).filter(({ kind }) => kind !== null);
	expect(coloured.map(({ text, kind }) => [kind, JSON.parse(text)])).toEqual([
		["key", 'a "key": x'],
		["string", 'a \\"text\\" with: true'],
		["key", "b"],
		["literal", true],
		["literal", null],
		["literal", -1.5e21],
		["key", "c"],
	]);
});

test("the joined pieces are the text, for any JSON and for other texts", () => {
	fc.assert(
		fc.property(fc.oneof(fc.json(), fc.string({ unit: anyCharacter })), (text) => {
			expect(joined(text)).toBe(text);
		}),
	);
});

test("every text value and key of any JSON is one piece", () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.string()), (values) => {
			const coloured = codeTokens(JSON.stringify(values, null, 2)).filter(({ kind }) => kind !== null);
			expect(coloured.map(({ text }) => JSON.parse(text))).toEqual(Object.entries(values).flat());
		}),
	);
});
