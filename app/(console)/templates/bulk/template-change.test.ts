import fc from "fast-check";
import { expect, test } from "vitest";
import type { MdlElements } from "@/lib/contract/template/mdl-elements";
import { requestsSomething } from "../_edit/template-elements";
import { changed, changesOf, fromNow, templateActInWords } from "./template-change";

const photo = { portrait: true };
const city = { resident_city: true };
const listedFalse = { age_over_18: false };

const took = (elements: MdlElements | null, attribute: string) => {
	const baseline =
		elements && Object.entries(elements).map(([name, value]): [string, string] => [name, JSON.stringify(value)]);
	return changed(elements, changesOf({ kind: "take-out", attribute }, { baseline }));
};

test("removes a requested attribute, and leaves a template unchanged that does not request it, or would request nothing", () => {
	expect(took({ ...photo, ...city, ...listedFalse }, "resident_city")).toEqual({ after: { ...photo, ...listedFalse } });
	expect(took({ ...photo, ...listedFalse }, "resident_city")).toEqual({ state: "unchanged" });
	expect(took({ ...photo, ...listedFalse }, "age_over_18")).toEqual({ state: "unchanged" });
	expect(took({ ...city, ...listedFalse }, "resident_city")).toEqual({ state: "nothing-left" });
	expect(took(null, "resident_city")).toEqual({ state: "not-readable" });
});

test("keeps other changes since the preview, and stops only where what it changes has another value by now", () => {
	const now = (current: object) =>
		changed(current as MdlElements, [
			{ name: "resident_city", before: "true", after: null },
			{ name: "age_over_18", before: "false", after: "true" },
		]);
	expect(now({ ...listedFalse, ...city, nationality: true })).toEqual({
		after: { nationality: true, age_over_18: true },
	});
	expect(now({ ...photo, resident_city: "street", age_over_18: 1 })).toEqual({
		state: "conflict",
		note: { message: "City, Over 18" },
	});
	// What someone else has done already is not in the way.
	expect(now({ ...photo, ...listedFalse })).toEqual({ after: { ...photo, age_over_18: true } });
	expect(now({ ...photo, age_over_18: true })).toEqual({ state: "unchanged" });
});

test("for any elements, only what changes is another, what undoes it restores it, and something stays requested", () => {
	const name = fc.constantFrom("a", "b", "c", "__proto__");
	const value = fc.constantFrom("true", "false", "1", null);
	const elements = fc.dictionary(name, fc.constantFrom(true, false, 1), { noNullPrototype: true });
	const wanted = fc.uniqueArray(fc.record({ name, after: value }), { selector: (one) => one.name });
	fc.assert(
		fc.property(elements, wanted, (before, changes) => {
			const own = fromNow(
				before as MdlElements,
				changes.map((each) => ({ ...each, before: null })),
			);
			const change = changed(before as MdlElements, own);
			if (!("after" in change)) return;
			const names = new Set<string>(changes.map((each) => each.name));
			const others = (of: object) => Object.entries(of).filter(([name]) => !names.has(name));
			expect(others(change.after)).toEqual(others(before));
			for (const { name, after } of changes)
				expect(Object.hasOwn(change.after, name) ? JSON.stringify(change.after[name]) : null).toBe(after);
			expect(requestsSomething(change.after)).toBe(true);
			const back = changed(
				change.after,
				own.map((each) => ({ ...each, before: each.after, after: each.before })),
			);
			if ("after" in back) expect(new Map(Object.entries(back.after))).toEqual(new Map(Object.entries(before)));
			else expect([back.state, requestsSomething(before as MdlElements)]).toEqual(["nothing-left", false]);
		}),
	);
});

test("the button states the operation and the number of templates", () => {
	expect(templateActInWords({ kind: "delete" }, 3)).toBe("Delete 3 templates");
	expect(templateActInWords({ kind: "take-out", attribute: "resident_city" }, 1)).toBe("Remove City from 1 template");
});
