import fc from "fast-check";
import { expect, test } from "vitest";
import type { VersionRequest } from "@/lib/dashboard/store/template-versions";
import { growthsIn, heightsOf, stepsOf } from "./version-steps";

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
				isTooLong: false,
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

/** With the positions between, from which on it may ask for more. */
const beginnings = (given: Parameters<typeof versions>[0]) =>
	growthsIn(stepsOf(versions(given))).map(({ version, between, added }): [number[], ...string[]] => [
		[...between, version].map(({ position }) => position),
		...added,
	]);

test("after one whose request is not known, that one or the next may have begun to ask for more", () => {
	expect(beginnings([["portrait"], null, ["portrait", "sex"], "gone", ["portrait", "sex", "height"]])).toEqual([
		[[5], "height"],
		[[2, 3], "sex"],
	]);
	expect(beginnings([["portrait"], null, "gone", null, ["sex"], ["sex", "height"]])).toEqual([
		[[6], "height"],
		[[2, 4, 5], "sex"],
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

test("where some requests are not known, the version that began to request a name is one of those that are named", () => {
	const names = fc.uniqueArray(fc.constantFrom<string>("portrait", "sex", "height"));
	fc.assert(
		fc.property(fc.array(fc.tuple(names, fc.boolean()), { maxLength: 12 }), (requests) => {
			const known = requests.map(([names, isKnown]) => (isKnown ? names : null));
			for (const [positions, ...added] of beginnings(known)) {
				for (const name of added) {
					let since = positions.at(-1) ?? 0;
					while (requests[since - 2]?.[0].includes(name)) since -= 1;
					expect(positions).toContain(since);
				}
			}
		}),
	);
});

test("each share that is not zero is visible, also beside a version that requests a thousand attributes", () => {
	expect(heightsOf({ count: 0, sensitive: 0 }, 1000, 48)).toEqual({ all: 0, sensitive: 0 });
	expect(heightsOf({ count: 5, sensitive: 1 }, 1000, 48)).toEqual({ all: 4, sensitive: 2 });
	expect(heightsOf({ count: 1, sensitive: 1 }, 1000, 48)).toEqual({ all: 2, sensitive: 2 });
	expect(heightsOf({ count: 1000, sensitive: 500 }, 1000, 48)).toEqual({ all: 48, sensitive: 24 });
});
