import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHOICES } from "@/app/_forms/conflict/choice";
import { isSameMetadata, type MetadataEntry } from "../rows/metadata-rows";
import { findConflicts, mergeMetadata } from "./merge-metadata";

const text = fc.constantFrom("a", "b", "c", "__proto__", "constructor", "");
const entries = fc.uniqueArray(fc.tuple(text, text), { selector: ([key]) => key }).map((list): MetadataEntry[] => list);
const three = fc.record({ baseline: entries, theirs: entries, yours: entries });
const choices = fc.array(fc.constantFrom(...CHOICES), { minLength: 6, maxLength: 6 });

describe("merging metadata", () => {
	it("finds no conflict when the service has not changed", () => {
		fc.assert(
			fc.property(entries, entries, (baseline, yours) => {
				expect(findConflicts({ baseline, theirs: baseline, yours })).toEqual([]);
				expect(isSameMetadata(mergeMetadata({ baseline, theirs: baseline, yours }, []), yours)).toBe(true);
			}),
		);
	});

	it("asks about each key that changed on both sides in different ways, and about no other", () => {
		const conflicts = findConflicts({
			baseline: [
				["a", "1"],
				["b", "1"],
			],
			theirs: [
				["a", "2"],
				["c", "new"],
			],
			yours: [
				["a", "3"],
				["b", "1"],
			],
		});
		expect(conflicts).toEqual([{ key: "a", opened: "1", theirs: "2", yours: "3" }]);
	});

	it("asks about a key that one side has removed and the other has changed", () => {
		const baseline: MetadataEntry[] = [
			["a", "1"],
			["b", "1"],
		];
		expect(findConflicts({ baseline, theirs: [["a", "2"]], yours: [["b", "2"]] })).toEqual([
			{ key: "a", opened: "1", theirs: "2", yours: null },
			{ key: "b", opened: "1", theirs: null, yours: "2" },
		]);
	});

	it("keeps what either side alone has changed, and the chosen value of every contested key", () => {
		fc.assert(
			fc.property(three, choices, (sides, chosen) => {
				const merged = new Map(mergeMetadata(sides, chosen));
				const [baseline, theirs, yours] = [new Map(sides.baseline), new Map(sides.theirs), new Map(sides.yours)];
				const conflicts = findConflicts(sides).map(({ key }) => key);
				for (const key of new Set([...baseline.keys(), ...theirs.keys(), ...yours.keys()])) {
					const index = conflicts.indexOf(key);
					const side = index === -1 ? null : chosen[index];
					const expected = side
						? { opened: baseline, theirs, yours }[side].get(key)
						: baseline.get(key) === yours.get(key)
							? theirs.get(key)
							: yours.get(key);
					expect(merged.get(key)).toBe(expected);
				}
			}),
		);
	});

	it("never loses a key that only one of two admins has touched", () => {
		fc.assert(
			fc.property(entries, (baseline) => {
				const sides = {
					baseline,
					theirs: [...baseline, ["mine", "1"]] satisfies MetadataEntry[],
					yours: [...baseline, ["other", "2"]] satisfies MetadataEntry[],
				};
				const merged = new Map(mergeMetadata(sides, []));
				expect([merged.get("mine"), merged.get("other"), merged.size]).toEqual(["1", "2", baseline.length + 2]);
			}),
		);
	});
});
