import fc from "fast-check";
import { expect, test } from "vitest";
import { JSON_DEPTH_MAX } from "@/lib/contract/limits";
import { HOSTILE_TEXTS, isLinear } from "@/lib/testing/linear";
import { readJson } from "./json-lines";

function accepts(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

test("accepts exactly what JSON.parse accepts, with the same value", () => {
	const json = fc.json({ maxDepth: 4 });
	const formatted = json.map((text) => JSON.stringify(JSON.parse(text), null, 2));
	const damaged = fc
		.tuple(fc.oneof(json, formatted), fc.nat(), fc.constantFrom("", ",", "}", "]", '"', "\\", "\n", "1", ":", "\u0000"))
		.map(([text, at, put]) => text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1));
	fc.assert(
		fc.property(fc.oneof(json, formatted, damaged, fc.string()), (text) => {
			const read = readJson(text);
			expect("value" in read).toBe(accepts(text));
			if ("value" in read) expect(read.value).toEqual(JSON.parse(text));
		}),
		{ numRuns: process.env.LONG ? 3000 : 300 },
	);
});

test("finds the line of each member, or of the nearest one around it", () => {
	const read = readJson('{\n "a": 1,\n "b": {\n  "c": [\n   true,\n   {"d": 2}\n  ]\n }\n}\n');
	if (!("value" in read)) throw new Error(read.message);
	const paths = [[], ["a"], ["b"], ["b", "c"], ["b", "c", 1], ["b", "c", 1, "d"], ["b", "c", 9], ["x"]];
	expect(paths.map(read.lineOf)).toEqual([1, 2, 3, 4, 4, 4, 4, 1]);
});

test("reports each key that stands twice in one object", () => {
	const read = readJson('{"a": {"b": 1,\n"b": 2},\n"__proto__": 1,\n"\\u0061": 3, "b": 1}');
	expect(read).toMatchObject({
		duplicates: [
			{ line: 2, message: 'The key "b" appears twice.' },
			{ line: 4, message: 'The key "\\u0061" appears twice.' },
		],
	});
});

test("reports the line of a mistake, and what is expected there", () => {
	expect(readJson('{\n"a": 1\n"b": 2}')).toEqual({
		line: 3,
		message: "This is not JSON: a comma or the closing bracket is expected here.",
	});
	expect(readJson('{"a":\n}')).toMatchObject({ line: 2 });
	expect(readJson('{"a": 1,\n')).toMatchObject({ line: 2 });
	expect(readJson('{"a":\n"b')).toMatchObject({ line: 2 });
	expect(readJson("")).toMatchObject({ line: 1 });
});

test("reads a text of a megabyte", () => {
	expect(readJson(JSON.stringify({ a: "\\é".repeat(500_000) }))).toHaveProperty("value");
});

test("reads as many levels as anything here walks, and refuses more at the line where they begin", () => {
	const nested = (levels: number) => `${"[".repeat(levels)}\n${"]".repeat(levels)}`;
	expect(readJson(nested(JSON_DEPTH_MAX + 1))).toHaveProperty("value");
	const fault = { line: 1, message: "It is nested more than 64 levels deep." };
	expect(readJson(nested(JSON_DEPTH_MAX + 2))).toEqual(fault);
	// Nothing is kept of what is deeper: memory would grow with the square of it.
	for (const open of ["[", '{"a":'])
		expect(readJson(`${open.repeat(3)}\n${open.repeat(1_000_000)}`)).toMatchObject({ line: 2 });
});

test.each(HOSTILE_TEXTS)("takes no more than linear time: $of", ({ textOf }) => {
	expect(isLinear(readJson, textOf, 400_000)).toBe(true);
	expect(isLinear(readJson, (length) => JSON.stringify([textOf(length)]), 400_000)).toBe(true);
});

test("finds the last of a key that is there twice, with what is in it", () => {
	const read = readJson('{"a": {"b": 1},\n"c": {\n"b": 1},\n"a": {\n"b": 2, "d": []}}');
	if (!("value" in read)) throw new Error(read.message);
	expect([["a"], ["a", "b"], ["c", "b"], ["a", "d", 0], ["b"]].map(read.lineOf)).toEqual([4, 5, 3, 5, 1]);
});

test("keeps of a long key with many members no more than it and them, and nothing of a list", () => {
	const long = "k".repeat(100_000);
	const before = process.memoryUsage().heapUsed;
	const members = Array.from({ length: 20_000 }, (_, index) => `"${index}": 1`).join(",\n");
	const read = readJson(`{"${long}": {${members}},\n"list": [${"1,".repeat(1_000_000)}1]}`);
	if (!("value" in read)) throw new Error(read.message);
	expect(
		[
			[long, 19_999],
			["list", 7],
		].map(read.lineOf),
	).toEqual([20_000, 20_001]);
	expect(process.memoryUsage().heapUsed - before).toBeLessThan(500_000_000);
});
