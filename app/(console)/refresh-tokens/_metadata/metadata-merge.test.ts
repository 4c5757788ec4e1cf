import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contestedChoices, type EditStep, mergeOf, onChoice, onConflict, onSaved } from "@/app/_editor/edit-state";
import { CHOICES, type Choice } from "@/app/_editor/merge";
import { keyOfPart, type MetadataContent, metadataEditor } from "./metadata-editor";
import { isSameMetadata, type MetadataEntry, type WantedEntry } from "./rows/metadata-rows";

const { partsOf, contentOfParts, valuesOf, contentOf, changes, faults } = metadataEditor;

const text = fc.constantFrom("a", "b", "c", "__proto__", "constructor", "", " a", "rows");
const entries = fc.uniqueArray(fc.tuple(text, text), { selector: ([key]) => key }).map((list): MetadataEntry[] => list);
const three = fc.record({ baseline: entries, theirs: entries, yours: entries });

type Three = Record<"baseline" | "theirs" | "yours", readonly WantedEntry[]>;

const contentsOf = ({ baseline, theirs, yours }: Three) => ({
	baseline: { rows: baseline },
	theirs: { rows: theirs },
	yours: { rows: yours },
});

/** The page once it has been told of a conflict. */
function conflictOf(sides: Three): EditStep<typeof metadataEditor.fields> {
	const versions = contentsOf(sides);
	return onConflict(metadataEditor, versions, valuesOf(versions.yours));
}

const contestedIn = ({ edit, values }: EditStep<typeof metadataEditor.fields>) =>
	edit.conflict ? contestedChoices(metadataEditor, edit.conflict, values) : [];

const mapOf = ({ rows }: MetadataContent) => new Map(rows.map(([key, value]) => [key, value]));

describe("the parts of metadata", () => {
	it("are its keys, whatever they are called", () => {
		fc.assert(
			fc.property(entries, (rows) => {
				const parts = partsOf({ rows });
				expect([...parts.keys()].map(keyOfPart)).toEqual(rows.map(([key]) => key));
				expect(contentOfParts(parts)).toEqual({ rows });
			}),
		);
	});

	it("tell a key that stands twice, which can't be saved", () => {
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

describe("merging metadata", () => {
	it("finds no conflict when the service has not changed", () => {
		fc.assert(
			fc.property(entries, entries, (baseline, yours) => {
				const step = conflictOf({ baseline, theirs: baseline, yours });
				expect(contestedIn(step)).toEqual([]);
				expect(isSameMetadata(entriesIn(step), yours)).toBe(true);
			}),
		);
	});

	it("asks about each key that changed on both sides in different ways, and about no other", () => {
		const baseline: MetadataEntry[] = [
			["a", "1"],
			["b", "1"],
		];
		const theirs: MetadataEntry[] = [
			["a", "2"],
			["c", "new"],
		];
		const yours: MetadataEntry[] = [
			["a", "3"],
			["b", "1"],
		];
		expect(contestedIn(conflictOf({ baseline, theirs, yours }))).toEqual([
			{ part: "rows a", baseline: '"1"', theirs: '"2"', yours: '"3"', chosen: null },
		]);
	});

	it("asks about a key that one side has removed and the other has changed", () => {
		const baseline: MetadataEntry[] = [
			["a", "1"],
			["b", "1"],
		];
		expect(contestedIn(conflictOf({ baseline, theirs: [["a", "2"]], yours: [["b", "2"]] }))).toMatchObject([
			{ part: "rows a", baseline: '"1"', theirs: '"2"', yours: null },
			{ part: "rows b", baseline: '"1"', theirs: null, yours: '"2"' },
		]);
	});

	it("keeps what either side alone has changed, and the chosen value of every contested key", () => {
		fc.assert(
			fc.property(three, fc.infiniteStream(fc.constantFrom(...CHOICES)), (sides, choices) => {
				const asked = mergeOf(metadataEditor, contentsOf(sides)).contested.map(({ part }) => part);
				const chosen = new Map(asked.map((part) => [keyOfPart(part), choices.next().value as Choice]));
				const step = asked.reduce(
					(now, part) => onChoice(metadataEditor, now, part, chosen.get(keyOfPart(part)) ?? "yours"),
					conflictOf(sides),
				);
				const merged = new Map(entriesIn(step));
				const { baseline, theirs, yours } = contentsOf(sides);
				for (const key of new Set([...mapOf(baseline).keys(), ...mapOf(theirs).keys(), ...mapOf(yours).keys()])) {
					const side = chosen.get(key);
					const unasked = mapOf(baseline).get(key) === mapOf(yours).get(key) ? theirs : yours;
					const expected = side ? contentsOf(sides)[side] : unasked;
					expect(merged.get(key)).toBe(mapOf(expected).get(key));
				}
				expect(contestedIn(step).every((one) => one.chosen !== null)).toBe(true);
			}),
		);
	});

	it("never loses a key that only one of two admins has touched", () => {
		fc.assert(
			fc.property(entries, (baseline) => {
				const theirs: MetadataEntry[] = [...baseline, ["mine", "1"]];
				const merged = new Map(entriesIn(conflictOf({ baseline, theirs, yours: [...baseline, ["other", "2"]] })));
				expect([merged.get("mine"), merged.get("other"), merged.size]).toEqual(["1", "2", baseline.length + 2]);
			}),
		);
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

	it("that is renamed is so after a conflict, too, in the browser and on a page without scripts", () => {
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

	it("is made of what the service holds once that has saved it, and stays the same row", () => {
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

function entriesIn({ values }: EditStep<typeof metadataEditor.fields>): MetadataEntry[] {
	return values.rows.map(({ key, value }) => [key, value]);
}
