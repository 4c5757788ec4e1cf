import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { onConflict, onSaved } from "@/app/_editor/edit-state";
import type { MetadataEntry } from "@/lib/contract/metadata";
import { type MetadataContent, metadataEditor } from "./metadata-editor";

const { partsOf, contentOfParts, valuesOf, contentOf, changes, faults } = metadataEditor;

const text = fc.constantFrom("a", "b", "c", "__proto__", "constructor", "", " a", "rows");
const entries = fc.uniqueArray(fc.tuple(text, text), { selector: ([key]) => key }).map((list): MetadataEntry[] => list);

describe("the parts of metadata", () => {
	it("are its keys, whatever they are called", () => {
		fc.assert(
			fc.property(entries, (rows) => {
				const parts = partsOf({ rows });
				expect([...parts.keys()]).toEqual(rows.map(([key]) => (key === "" ? "rows" : `rows ${key}`)));
				expect(contentOfParts(parts)).toEqual({ rows });
			}),
		);
	});

	it("include a duplicate key, which can't be saved", () => {
		const baseline = { rows: [["a", "1"]] as MetadataEntry[] };
		const rows = [...valuesOf(baseline).rows, { id: "1", key: "a", value: "1", original: null }];
		expect(changes(baseline, contentOf({ rows }, baseline))).toHaveLength(1);
		expect(contentOfParts(partsOf(contentOf({ rows }, baseline))).rows).toEqual([
			["a", "1"],
			["a", "1"],
		]);
		expect(faults(baseline, { rows })).toEqual({ rows: "The key “a” is also in row 2." });
	});
});

describe("a row", () => {
	const baseline: MetadataContent = {
		rows: [
			["a", "1"],
			["b", "2"],
		],
	};
	const [a, b] = valuesOf(baseline).rows;
	const typed = {
		rows: [
			{ ...a, key: "renamed" },
			{ ...b, value: "typed" },
		] as ReturnType<typeof valuesOf>["rows"],
	};
	const yours = contentOf(typed, baseline);

	it("that is renamed stays so after a conflict, in the browser and on a page without scripts", () => {
		const theirs: MetadataContent = { rows: [...baseline.rows, ["c", "3"]] };
		for (const values of [typed, valuesOf(yours)]) {
			const { values: merged } = onConflict(metadataEditor, { baseline, theirs, yours }, values);
			expect(merged.rows).toEqual([
				{ id: "0", key: "renamed", value: "1", original: ["a", "1"] },
				{ id: "1", key: "b", value: "typed", original: ["b", "2"] },
				{ id: "2", key: "c", value: "3", original: ["c", "3"] },
			]);
		}
	});

	it("gets its original from the service once saved, and stays the same row", () => {
		const after: MetadataContent = { rows: yours.rows.map(([key, value]): MetadataEntry => [key, value]) };
		const untyped = { id: "7", key: "", value: "", original: null };
		const saved = [
			{ id: "0", key: "renamed", value: "1", original: ["renamed", "1"] },
			{ id: "1", key: "b", value: "typed", original: ["b", "typed"] },
		];
		expect(onSaved(metadataEditor, after, typed, typed).values.rows).toEqual(saved);
		const since = { rows: [...typed.rows, untyped] };
		expect(onSaved(metadataEditor, after, typed, since).values.rows).toEqual([...saved, untyped]);
	});
});
