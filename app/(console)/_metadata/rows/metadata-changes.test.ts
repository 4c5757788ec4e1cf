import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StoredValue } from "@/lib/contract/metadata";
import { countChanges, metadataChanges } from "./metadata-changes";
import { type MetadataEntry, type MetadataRow, rowsOf, textOf } from "./metadata-rows";

const baseline: MetadataEntry[] = [
	["a", "1"],
	["b", "2"],
	["__proto__", "3"],
];

function row(key: string, value: string, original: MetadataEntry | null = null): MetadataRow {
	return { key, value, original };
}

describe("the changes of the rows", () => {
	it("are none when nothing was edited, in any order of the rows", () => {
		expect(metadataChanges(baseline, rowsOf(baseline).reverse())).toEqual([]);
		expect(countChanges([])).toBe("No changes to save");
	});

	it("name what is added, changed, renamed and removed", () => {
		const rows = [row("a", "one", ["a", "1"]), row("bee", "2", ["b", "2"]), row("new", "")];
		expect(metadataChanges(baseline, rows)).toEqual([
			{ kind: "changed", key: "a", before: "1", after: "one" },
			{ kind: "renamed", from: "b", key: "bee", before: "2", after: "2" },
			{ kind: "added", key: "new", after: "" },
			{ kind: "removed", key: "__proto__", before: "3" },
		]);
		expect(countChanges(metadataChanges(baseline, rows))).toBe(
			"4 changes to save: 1 added, 1 changed, 1 renamed, 1 removed",
		);
	});

	it("name it changed, not renamed, where two rows swap their keys", () => {
		const rows = [row("b", "1", ["a", "1"]), row("a", "2", ["b", "2"]), ...rowsOf(baseline).slice(2)];
		expect(metadataChanges(baseline, rows).map(({ kind }) => kind)).toEqual(["changed", "changed"]);
	});

	it("are undone by typing the old text again", () => {
		const changes = (value: string) =>
			metadataChanges(baseline, [row("a", value, ["a", "1"]), ...rowsOf(baseline).slice(1)]);
		expect(changes("x")).toHaveLength(1);
		expect(changes("1")).toEqual([]);
	});

	it("lead from the baseline to the rows, for any contents", () => {
		const text = fc.constantFrom("a", "b", "c", "__proto__", "constructor");
		const entries = fc
			.uniqueArray(fc.tuple(text, text), { selector: ([key]) => key })
			.map((list): MetadataEntry[] => list);
		fc.assert(
			fc.property(entries, entries, fc.nat(), (before, after, seed) => {
				const rows = after.map(([key, value], index) =>
					row(key, textOf(value), before[(index + seed) % (before.length || 1)] ?? null),
				);
				const result = new Map<string, StoredValue>(before);
				for (const change of metadataChanges(before, rows)) {
					if (change.kind === "removed") result.delete(change.key);
					else if (change.kind === "renamed") result.delete(change.from);
					if (change.kind !== "removed") result.set(change.key, change.after);
				}
				expect(result).toEqual(new Map(after));
			}),
		);
	});
});
