import { parseEnv as nodeParseEnv } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MetadataEntry } from "@/lib/contract/metadata";
import { valuesByKey } from "./metadata-rows";
import { envText, parseEnv, parsePasted } from "./pasted-text";

describe("a pasted text", () => {
	it.each([
		[
			"JSON",
			'{"a": "1", "b c": "x: y"}',
			[
				["a", "1"],
				["b c", "x: y"],
			],
		],
		[
			".env",
			"# comment\nA=1\nexport B='two words'\n",
			[
				["A", "1"],
				["B", "two words"],
			],
		],
		[
			"two columns",
			"a\t1\r\nb c\ttwo words\r\n",
			[
				["a", "1"],
				["b c", "two words"],
			],
		],
		[
			"key: value lines",
			"a: 1\nb c: http://x\n\nd:",
			[
				["a", "1"],
				["b c", "http://x"],
				["d", ""],
			],
		],
		["key: value lines", "one: line", [["one", "line"]]],
	])("is read as %s", (format, text, entries) => {
		expect(parsePasted(text)).toEqual({ format, entries, skippedLines: 0, repeated: [], literals: [] });
	});

	it.each(["", "plain", "device_label", "two words", "12:30", "a\tb".slice(0, 1)])("is a single text: %j", (text) => {
		expect(parsePasted(text)).toBeNull();
	});

	it("keeps __proto__, uses the last of two equal keys and lists it, and counts the lines that it could not parse", () => {
		expect(parsePasted("__proto__: 1\nnothing here\na: 1\na: 2")).toEqual({
			format: "key: value lines",
			entries: [
				["__proto__", "1"],
				["a", "2"],
			],
			skippedLines: 1,
			repeated: ["a"],
			literals: [],
		});
	});

	it("accepts a number, true, false and null of JSON as their literal text, and lists their keys", () => {
		expect(parsePasted('{"count": 42, "rate":-1.50e+2, "on": true, "off": false, "none": null, "text": "7"}')).toEqual({
			format: "JSON",
			entries: [
				["count", "42"],
				["rate", "-1.50e+2"],
				["on", "true"],
				["off", "false"],
				["none", "null"],
				["text", "7"],
			],
			skippedLines: 0,
			repeated: [],
			literals: ["count", "rate", "on", "off", "none"],
		});
	});

	it.each([
		['{"a": {"b": "1"}}', "The value of “a” is an object. Metadata holds texts only."],
		['{"a": "1", "list": [1]}', "The value of “list” is a list. Metadata holds texts only."],
		['{"a": nul}', "The value of “a” is missing or not JSON."],
		['{"a": 01}', "comma or the closing }"],
		['{"a": 1.}', "comma or the closing }"],
		['{"a": "1", "a": "2"}', "“a” appears twice"],
		['{\n  "a": "1",\n}', "key in double quotes"],
	])("that begins like JSON is JSON or nothing: %j", (text, message) => {
		const found = parsePasted(text);
		expect(found?.entries).toEqual([]);
		expect(found?.mistake?.message).toContain(message);
	});
});

describe(".env", () => {
	it("counts the lines that it could not parse", () => {
		expect(parseEnv("# comment\nA=1\n\nwhat is this\nB=2")).toEqual({
			entries: [
				["A", "1"],
				["B", "2"],
			],
			skippedLines: 1,
		});
	});

	const name = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,8}$/);
	const bare = fc.stringMatching(/^[a-zA-Z0-9_./:@-]{0,12}$/);
	const inside = fc.stringMatching(/^[a-zA-Z0-9 #=:\n😀-]{0,16}$/u);
	const value = fc.oneof(
		bare,
		fc.tuple(fc.constantFrom('"', "'", "`"), inside).map(([quote, text]) => quote + text + quote),
		bare.map((text) => `${text} # why`),
	);
	const line = fc.oneof(
		fc
			.tuple(fc.constantFrom("", "export ", "  "), name, fc.constantFrom("=", " = ", "= "), value)
			// With nothing after `=`, Node's parser is wrong: it reads `export ` as part of the name, or the next line as
			// the value.
			.map(([before, key, equals, text]) => (text === "" ? `${key}=` : `${before}${key}${equals}${text}`)),
		fc.constantFrom("", "# a comment"),
	);

	it.each(["A=\nB=1", "A = \nB=1", "export A=\nB=1", "export A= \nB=1", "A=''\nB=1"])(
		"reads nothing after the sign as an empty value: %j",
		(text) => {
			expect(parseEnv(text)).toEqual({
				entries: [
					["A", ""],
					["B", "1"],
				],
				skippedLines: 0,
			});
		},
	);

	it("agrees with Node's parser on the common subset", () => {
		fc.assert(
			fc.property(fc.array(line, { maxLength: 8 }), fc.constantFrom("\n", "\r\n"), (lines, lineBreak) => {
				const text = lines.join(lineBreak);
				const expected = new Map(Object.entries(nodeParseEnv(text.replaceAll("\r\n", "\n"))));
				expect(valuesByKey(parseEnv(text).entries)).toEqual(expected);
			}),
			{ numRuns: process.env.LONG ? 500 : 100 },
		);
	});

	it("is parsed back from its text, except for what it lists as left out", () => {
		const key = fc.oneof(name, fc.constantFrom("a.b", "ключ", "with space"));
		const text = fc.oneof(
			fc.string({ unit: "grapheme", maxLength: 20 }),
			inside,
			fc.constantFrom("a'b\"c", "\\n", "a\nb"),
		);
		const entries = fc
			.uniqueArray(fc.tuple(key, text), { selector: ([one]) => one, maxLength: 10 })
			.map((list): MetadataEntry[] => list);
		fc.assert(
			fc.property(entries, (list) => {
				const { text: env, leftOut } = envText(list);
				const kept = list.filter(([one]) => !leftOut.includes(one));
				expect(parseEnv(env)).toEqual({ entries: kept, skippedLines: 0 });
				expect(new Map(Object.entries(nodeParseEnv(env)))).toEqual(valuesByKey(kept));
			}),
			{ numRuns: process.env.LONG ? 500 : 100 },
		);
	});
});
