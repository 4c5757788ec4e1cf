import fc from "fast-check";
import { expect, test } from "vitest";
import { HOSTILE_TEXTS, isLinear } from "@/lib/testing/linear";
import { duplicateKeys } from "./response";

test.each([
	['{"a":"1","a":"2"}', ["a"]],
	['{"m":{"k":1,"k":2},"k":3}', ["k"]],
	['{"a":1,"\\u0061":2}', ["a"]],
	['[{"a":1},{"a":2}]', []],
	['{"a":"\\"a\\":","b":"{\\"b\\":"}', []],
	['{"__proto__":1,"__proto__":2}', ["__proto__"]],
	['{"a":{"b":1},"c":{"b":2}}', []],
	['{"a" : 1 , "a"\n:2}', ["a"]],
	['"a"', []],
])("%s holds twice: %j", (text, keys) => {
	expect(duplicateKeys(text)).toEqual(keys);
});

test("a serialised object never has a key twice", () => {
	fc.assert(fc.property(fc.json(), (text) => duplicateKeys(text).length === 0));
});

test.each(HOSTILE_TEXTS)("no text takes more than linear time, as JSON or not: $of", ({ textOf }) => {
	const read = (text: string) => {
		duplicateKeys(JSON.stringify(text));
		try {
			duplicateKeys(text);
		} catch {
			// It is no JSON.
		}
	};
	expect(isLinear(read, textOf, 400_000)).toBe(true);
});

test("a value of a megabyte is read", () => {
	expect(duplicateKeys(`{"a":"${'\\"x'.repeat(300_000)}","a":1}`)).toEqual(["a"]);
});
