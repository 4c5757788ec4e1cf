import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MetadataEntry } from "@/lib/contract/metadata";
import { metadataEditor } from "../metadata-editor";
import { entriesOfRows, type RowText, rowsOf, textOf, valuesByKey } from "./metadata-rows";
import { rowMarks } from "./row-notes";

const baseline: MetadataEntry[] = [
	["a", "1"],
	["b", "2"],
	["__proto__", "3"],
];

function row(key: string, value: string, original: MetadataEntry | null = null): RowText {
	return { key, value, original };
}

/** What a save would do, in words and in short. */
function changes(before: readonly MetadataEntry[], rows: readonly RowText[]) {
	const after = { rows: entriesOfRows(rows) };
	return metadataEditor.describeChanges({ rows: before }, after, new Map());
}
const words = (rows: readonly RowText[]) => changes(baseline, rows).map((change) => change.words);

describe("the changes of the rows", () => {
	it("are none when nothing was edited, in any order of the rows", () => {
		expect(words(rowsOf(baseline).reverse())).toEqual([]);
		expect(rowMarks(baseline, rowsOf(baseline))).toEqual([null, null, null]);
	});

	it("name what is added, changed, renamed and removed, in words, in short, and at the rows", () => {
		const rows = [row("a", "one", ["a", "1"]), row("bee", "2", ["b", "2"]), row("new", ""), row("", "")];
		expect(changes(baseline, rows).map(({ words, chip }) => [words, chip])).toEqual([
			["Changes a from 1 to one", "a 1 → one"],
			["Removes __proto__ (was 3)", "− __proto__"],
			["Renames b to bee: removes the old key, adds the new one with 2", "b → bee"],
			['Adds new with ""', "+ new"],
		]);
		expect(rowMarks(baseline, rows)).toEqual(["changed", "renamed", "added", null]);
	});

	it("name it changed, not renamed, where two rows swap their keys", () => {
		const rows = [row("b", "1", ["a", "1"]), row("a", "2", ["b", "2"]), ...rowsOf(baseline).slice(2)];
		expect(words(rows)).toEqual(["Changes a from 1 to 2", "Changes b from 2 to 1"]);
		expect(rowMarks(baseline, rows)).toEqual(["changed", "changed", null]);
	});

	it("isolate a key and a value of the other direction within a sentence", () => {
		expect(words([...rowsOf(baseline), row("ملاحظة", "שלום")])).toEqual([
			"Adds \u2068ملاحظة\u2069 with \u2068שלום\u2069",
		]);
		// What turns the direction of the text after it.
		expect(words([...rowsOf(baseline), row("new", "\u202Etxt.exe")])).toEqual(["Adds new with [U+202E]txt.exe"]);
	});

	it("are undone by typing the old text again", () => {
		const typed = (value: string) => words([row("a", value, ["a", "1"]), ...rowsOf(baseline).slice(1)]);
		expect(typed("x")).toHaveLength(1);
		expect(typed("1")).toEqual([]);
	});

	it("are at the rows as in words, for any contents", () => {
		const text = fc.constantFrom("a", "b", "c", "__proto__", "constructor");
		const entries = fc
			.uniqueArray(fc.tuple(text, text), { selector: ([key]) => key })
			.map((list): MetadataEntry[] => list);
		fc.assert(
			fc.property(entries, entries, (before, after) => {
				// Each stored entry is in one row at most.
				const rows = after.map(([key, value], index) => row(key, textOf(value), before[index] ?? null));
				const found = changes(before, rows).map((change) => change.words.split(" ", 1)[0]);
				const marks = rowMarks(before, rows);
				const count = (verb: string) => found.filter((one) => one === verb).length;
				for (const [verb, mark] of [
					["Adds", "added"],
					["Changes", "changed"],
					["Renames", "renamed"],
				] as const)
					expect(count(verb)).toBe(marks.filter((one) => one === mark).length);
				const stored = valuesByKey(before);
				const left = new Set(entriesOfRows(rows).map(([key]) => key));
				const gone = [...stored.keys()].filter((key) => !left.has(key)).length;
				expect(count("Removes") + count("Renames")).toBe(gone);
			}),
		);
	});
});
