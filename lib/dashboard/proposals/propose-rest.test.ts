import { describe, expect, test } from "vitest";
import type { ItemResult } from "../templates/apply-templates";
import { noPurpose } from "../templates/purpose";
import { templateNamed } from "../templates/whole-template.test-data";
import { mergeProposal, namesGiven, resolvedItems } from "./merge-proposal";
import type { MergedItem, ProposedAction } from "./proposal";
import { restOf } from "./propose";

const before = templateNamed("A");
const after = {
	...before,
	elements: { portrait: true, sex: true },
	purpose: { ...noPurpose, purpose: "To rent a car." },
};

/** What is left of one template. @param outcome of its save; null: it was not tried */
function restFor(
	action: ProposedAction,
	outcome: ItemResult["outcome"] | null,
	present: string | null,
	state: MergedItem["state"] = "applies",
	restores?: string,
) {
	const isCreated = action === "create";
	const item = {
		...{ action, name: "A", id: isCreated ? null : "vct_a" },
		...{ before: isCreated ? null : before, after: action === "remove" ? null : after },
	};
	const { before: baseline, ...proposed } = item;
	const merged: MergedItem = { state, item, changes: [], theirs: [], contested: [] };
	const results = outcome && [{ outcome, id: present, message: null, since: [], now: null }];
	return restOf({
		items: [{ ...proposed, baseline, ...(restores !== undefined && { restores }) }],
		approved: [merged],
		results: results ?? [],
	});
}

describe("what is left of an accepted proposal", () => {
	test.each(["done", "already"] as const)("is nothing of what is %s", (outcome) => {
		for (const action of ["create", "change", "recreate", "remove"] as const)
			expect(restFor(action, outcome, "vct_a")).toEqual([]);
	});

	test("is what was not tried, refused or changed since, as it was accepted", () => {
		for (const action of ["change", "recreate", "remove"] as const) {
			for (const outcome of ["failed", "conflict"] as const)
				expect(restFor(action, outcome, "vct_a")).toMatchObject([{ action, id: "vct_a", baseline: before }]);
		}
		expect(restFor("create", "failed", null)).toMatchObject([{ action: "create", id: null, baseline: null, after }]);
		for (const action of ["change", "recreate", "remove"] as const)
			expect(restFor(action, null, null)).toMatchObject([{ action, id: "vct_a", baseline: before }]);
	});

	test("is the other half of what was saved half way", () => {
		const purpose = { id: "vct_new", baseline: { ...after, purpose: noPurpose }, after };
		expect(restFor("create", "failed", "vct_new")).toMatchObject([{ action: "change", ...purpose }]);
		expect(restFor("recreate", "failed", "vct_new")).toMatchObject([{ action: "change", ...purpose }]);
	});

	test("creates again what was deleted, or may have been, to be created again", () => {
		const [rest = expect.fail()] = restFor("recreate", "failed", null);
		const item = { action: "create", id: null, before: null, after };
		expect(mergeProposal([rest], () => null)).toMatchObject([{ state: "applies", item }]);
		const there = { id: "vct_a", label: "A", template: before };
		expect(mergeProposal([rest], () => there)).toMatchObject([
			{ state: "applies", item: { action: "recreate", id: "vct_a", before } },
		]);
		// The name may be taken meanwhile, and the author proposes it again without it.
		expect(namesGiven([rest])).toEqual(["A"]);
		expect(resolvedItems([rest], () => null, new Set())).toEqual([rest]);
	});

	test("of a restore is its purpose alone once it is created", () => {
		expect(restFor("create", "failed", null, "applies", "vct_gone")).toMatchObject([{ restores: "vct_gone" }]);
		const [purpose] = restFor("create", "failed", "vct_new", "applies", "vct_gone");
		expect(purpose).toMatchObject({ action: "change", id: "vct_new" });
		expect(purpose).not.toHaveProperty("restores");
	});

	test("is nothing of a template that was deleted, and of what no longer applied", () => {
		for (const action of ["change", "recreate"] as const) expect(restFor(action, "conflict", null)).toEqual([]);
		expect(restFor("change", "failed", null, "gone")).toEqual([]);
	});
});
