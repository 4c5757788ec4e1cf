import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MetadataEntry } from "@/lib/contract/metadata";
import { anyCharacter } from "@/lib/testing/any-character";
import { metadataJson, parseMetadataJson } from "./metadata-json";
import { valuesByKey } from "./metadata-rows";

const text = fc.oneof(
	fc.string({ unit: anyCharacter, maxLength: 20 }),
	fc.constantFrom("__proto__", "constructor", "1", "0", 'a"b', "a\\b", "a\nb", "\u2028", "\uD800", "ملاحظة", "😀", ""),
);
const entries = fc
	.uniqueArray(fc.tuple(text, text), { selector: ([key]) => key, maxLength: 30 })
	.map((list): MetadataEntry[] => list);

describe("metadata as JSON", () => {
	it("is parsed back from its text with every key, value and their order", () => {
		fc.assert(
			fc.property(entries, (list) => {
				expect(parseMetadataJson(metadataJson(list))).toEqual({ entries: list, literals: [] });
			}),
		);
	});

	it("reads every object of texts as JSON.parse does", () => {
		fc.assert(
			fc.property(entries, fc.constantFrom(0, 2, "\t"), (list, indent) => {
				const json = JSON.stringify(Object.fromEntries(list), null, indent);
				const parsed = parseMetadataJson(` ${json}\r\n`);
				expect("entries" in parsed && valuesByKey(parsed.entries)).toEqual(new Map(Object.entries(JSON.parse(json))));
			}),
		);
	});

	it.each([
		['{"\u202ea": "1", "\u202ea": "2"}', "The key “[U+202E]a” appears twice."],
		['{"\u202ea": 1}', "The value of “[U+202E]a” must be text in double quotes."],
		['{"שלום": 1}', "The value of “\u2068שלום\u2069” must be text in double quotes."],
	])("isolates the key in what it says of %j", (json, message) => {
		expect(parseMetadataJson(json)).toMatchObject({ mistake: { message } });
	});

	it("accepts nothing that JSON.parse refuses", () => {
		const piece = fc.constantFrom(
			"{",
			"}",
			'"a"',
			'"b"',
			":",
			",",
			" ",
			"\n",
			"1",
			"-0.5e1",
			"null",
			"true",
			"[",
			"]",
			'"\\x"',
			"'a'",
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
				const json = pieces.join("");
				for (const acceptsLiterals of [false, true]) {
					if ("entries" in parseMetadataJson(json, { acceptsLiterals })) expect(() => JSON.parse(json)).not.toThrow();
				}
			}),
		);
	});

	it.each([
		["", 1, 1, "begins with {"],
		["[]", 1, 1, "begins with {"],
		['{"a": "1",}', 1, 11, "key in double quotes"],
		['{"a" "1"}', 1, 6, "colon"],
		['{\n  "a": 1\n}', 2, 8, "“a” must be text"],
		['{"a": null}', 1, 7, "“a” must be text"],
		['{"a": {}}', 1, 7, "“a” is an object"],
		['{"a": [1]}', 1, 7, "“a” is a list"],
		['{"a": "1"\n "b": "2"}', 2, 2, "comma"],
		['{"a": "1", "a": "2"}', 1, 12, "“a” appears twice"],
		['{"a": "1"} x', 1, 12, "after the end"],
	])("reports where %j is wrong", (json, line, column, message) => {
		const parsed = parseMetadataJson(json);
		expect("mistake" in parsed && parsed.mistake).toMatchObject({ line, column });
		expect("mistake" in parsed && parsed.mistake.message).toContain(message);
	});
});
