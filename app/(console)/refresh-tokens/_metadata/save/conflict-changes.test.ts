import { expect, it } from "vitest";
import { type MetadataEntry, rowsOf } from "../rows/metadata-rows";
import { uncontestedChanges } from "./conflict-changes";

const baseline: MetadataEntry[] = [
	["a", "1"],
	["b", "1"],
	["c", "1"],
];

it("lists what each side did to keys that the other left alone, and no contested key", () => {
	const theirs: MetadataEntry[] = [
		["a", "theirs"],
		["b", "theirs"],
		["c", "1"],
	];
	const rows = [...rowsOf([["a", "yours"], ...baseline.slice(1, 2)]), { key: "new", value: "x", original: null }];
	expect(uncontestedChanges({ baseline, theirs, rows })).toEqual({
		theirs: [{ kind: "changed", key: "b", before: "1", after: "theirs" }],
		yours: [
			{ kind: "added", key: "new", after: "x" },
			{ kind: "removed", key: "c", before: "1" },
		],
	});
});

it("says of a rename only what is not asked about", () => {
	const theirs: MetadataEntry[] = [["a", "theirs"], ...baseline.slice(1)];
	const rows = [{ key: "renamed", value: "1", original: ["a", "1"] as MetadataEntry }, ...rowsOf(baseline.slice(1))];
	expect(uncontestedChanges({ baseline, theirs, rows })).toEqual({
		theirs: [],
		yours: [{ kind: "added", key: "renamed", after: "1" }],
	});
});
