import fc from "fast-check";
import { expect, test } from "vitest";
import type { VersionRequest } from "@/lib/dashboard/store/template-versions";
import { growthsIn, stepsOf } from "./version-steps";

/** @param given from the oldest on: names, null for an unknown request, "gone" for a deletion. @returns newest first */
function versions(given: readonly (string[] | null | "gone")[]): VersionRequest[] {
	return given
		.map((names, index): VersionRequest => {
			const at = new Date(Date.parse("2026-03-01T12:00:00Z") + index).toISOString();
			return {
				id: `v_${index + 1}`,
				templateId: "vct_1",
				position: index + 1,
				origin: "own",
				isGone: names === "gone",
				fromAt: at,
				at,
				author: null,
				againId: null,
				names: names === "gone" ? ["portrait"] : names,
			};
		})
		.toReversed();
}

const growths = (given: Parameters<typeof versions>[0]) =>
	growthsIn(stepsOf(versions(given))).map(({ version, added }) => [version.position, ...added]);

test("a version asks for more where it requests what the one before did not, also where it requests less in all", () => {
	expect(growths([["portrait"], ["portrait", "birth_date"], ["birth_date"], ["sex"]])).toEqual([
		[4, "sex"],
		[2, "birth_date"],
	]);
});

test("one whose request is not known is compared with nothing, and the next with the last that is known", () => {
	expect(growths([["portrait"], null, ["portrait", "sex"], "gone", ["portrait", "sex", "height"]])).toEqual([
		[5, "height"],
		[3, "sex"],
	]);
	expect(stepsOf(versions([["sex"], null, "gone"])).map(({ count, added }) => [count, added])).toEqual([
		[null, null],
		[null, null],
		[1, null],
	]);
});

test("sensitive attributes are counted, and added ones are in the order of the form", () => {
	const [step] = stepsOf(versions([[], ["odd", "portrait", "age_over_18"]]));
	expect(step).toMatchObject({ count: 3, sensitive: 1, added: ["age_over_18", "portrait", "odd"] });
});

test("each version that requests a name for the first time is one that asks for more", () => {
	const names = fc.uniqueArray(fc.constantFrom("portrait", "sex", "height", "__proto__", "odd"));
	fc.assert(
		fc.property(fc.array(names, { minLength: 1, maxLength: 12 }), (requests) => {
			const seen = new Set(requests[0]);
			const found = new Map(growths(requests).map(([position, ...added]) => [position, added]));
			for (const [index, request] of requests.entries()) {
				for (const name of request) if (!seen.has(name)) expect(found.get(index + 1)).toContain(name);
				for (const name of request) seen.add(name);
			}
		}),
	);
});
