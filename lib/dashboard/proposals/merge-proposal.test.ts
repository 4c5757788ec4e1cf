import fc from "fast-check";
import { expect, test } from "vitest";
import type { StoredTemplate } from "../templates/plan-templates";
import { isSameTemplate, type WholeTemplate } from "../templates/whole-template";
import { templateNamed } from "../templates/whole-template.test-data";
import { isAcceptable, mergeProposal, resultHash } from "./merge-proposal";
import type { MergedItem, ProposedItem } from "./proposal";

const baseline = templateNamed("Age check");
const stored = (template: WholeTemplate | null): StoredTemplate => ({ id: "vct_1", label: "Age check", template });
const change = (more: Partial<WholeTemplate>): ProposedItem => ({
	action: "change",
	name: "Age check",
	id: "vct_1",
	baseline,
	after: { ...baseline, ...more },
});
const merge = (item: ProposedItem, now: StoredTemplate | null): MergedItem => {
	const [merged] = mergeProposal([item], () => now);
	if (!merged) throw new Error("nothing was merged");
	return merged;
};
const withCity = { elements: { portrait: true, resident_city: true } };

test("a change on an unchanged template is the change", () => {
	const merged = merge(change(withCity), stored(baseline));
	expect(merged).toMatchObject({ state: "applies", changes: ["Adds City"], theirs: [], contested: [] });
	expect(merged.item).toMatchObject({ before: baseline, after: { ...baseline, ...withCity } });
});

test("what others changed since stays, and is said", () => {
	const merged = merge(change(withCity), stored({ ...baseline, name: "Age" }));
	expect(merged).toMatchObject({ state: "applies", theirs: [expect.stringContaining("“Age”")] });
	expect(merged.item.after).toMatchObject({ name: "Age", ...withCity });
});

test("a part that both changed is contested, and keeps the proposal from being accepted", () => {
	const merged = merge(change({ name: "Mine" }), stored({ ...baseline, name: "Theirs" }));
	expect(merged).toMatchObject({
		state: "contested",
		contested: [{ label: "Name", yours: "“Mine”", theirs: "“Theirs”" }],
	});
	expect(isAcceptable([merged, merge(change(withCity), stored(baseline))])).toBe(false);
});

test.each<[string, MergedItem["state"], ProposedItem, StoredTemplate | null]>([
	["the tenant has it already", "already", change(withCity), stored({ ...baseline, ...withCity })],
	["the template was deleted", "gone", change(withCity), null],
	["its form is not known", "unknown", change(withCity), stored(null)],
	[
		"nothing would be left to request",
		"empty",
		{ ...change({ elements: { resident_city: true } }), baseline: { ...baseline, ...withCity } },
		stored({ ...baseline, elements: { portrait: true } }),
	],
	["a deletion of what is gone", "already", { ...change({}), action: "remove", after: null }, null],
])("%s: %s, and nothing is to be accepted", (_, state, item, now) => {
	const merged = merge(item, now);
	expect([merged.state, isAcceptable([merged])]).toEqual([state, false]);
});

test("a deletion applies to what was changed since, and says what", () => {
	const item: ProposedItem = { ...change({}), action: "remove", after: null };
	expect(merge(item, stored({ ...baseline, ...withCity }))).toMatchObject({ state: "applies", theirs: ["Adds City"] });
	expect(merge({ ...item, baseline: null }, stored(null)).state).toBe("applies");
});

const template = fc
	.record({
		name: fc.constantFrom("A", "B", "C"),
		elements: fc.dictionary(fc.constantFrom("portrait", "resident_city", "birth_date"), fc.boolean(), { minKeys: 1 }),
	})
	.map(({ name, elements }) => templateNamed(name, { elements }));

test("the hash is the same exactly where the same is written over the same", () => {
	fc.assert(
		fc.property(template, template, template, template, (was, after, one, other) => {
			const item: ProposedItem = { ...change({}), baseline: was, after };
			const [a, b] = [merge(item, stored(one)), merge(item, stored(other))];
			const isSame =
				a.state === b.state &&
				isSameTemplate(one, other) &&
				isSameTemplate(a.item.after as WholeTemplate, b.item.after as WholeTemplate);
			expect(resultHash([a]) === resultHash([b])).toBe(isSame);
		}),
		{ numRuns: 500 },
	);
});

test("a result has each part of the proposal or of the others, and of both where one of them left it", () => {
	fc.assert(
		fc.property(template, template, template, (was, after, now) => {
			const { state, item } = merge({ ...change({}), baseline: was, after }, stored(now));
			if (state !== "applies") return;
			for (const name of ["portrait", "resident_city", "birth_date"]) {
				const expected = after.elements[name] === was.elements[name] ? now.elements[name] : after.elements[name];
				expect(item.after?.elements[name]).toBe(expected);
			}
		}),
		{ numRuns: 500 },
	);
});
