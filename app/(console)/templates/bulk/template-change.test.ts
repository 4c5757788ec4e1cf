import fc from "fast-check";
import { expect, test } from "vitest";
import type { MdlElements } from "@/lib/contract/template/mdl-elements";
import { requestsSomething } from "../_edit/template-elements";
import { takeOut, takeOutNow, templateActInWords } from "./template-change";

const photo = { portrait: true };
const city = { resident_city: true };
const listedFalse = { age_over_18: false };

test("removes a requested attribute, and leaves a template unchanged that does not request it, or would request nothing", () => {
	expect(takeOut({ ...photo, ...city, ...listedFalse }, "resident_city")).toEqual({
		after: { ...photo, ...listedFalse },
	});
	expect(takeOut({ ...photo, ...listedFalse }, "resident_city")).toEqual({ state: "unchanged" });
	expect(takeOut({ ...photo, ...listedFalse }, "age_over_18")).toEqual({ state: "unchanged" });
	expect(takeOut({ ...city, ...listedFalse }, "resident_city")).toEqual({ state: "nothing-left" });
	expect(takeOut(null, "resident_city")).toEqual({ state: "not-readable" });
});

test("keeps other changes since the preview, and stops only where the attribute itself has changed", () => {
	const now = (current: MdlElements) => takeOutNow({ ...photo, ...city }, current, "resident_city");
	expect(now({ ...listedFalse, ...city, nationality: true })).toEqual({ after: { ...listedFalse, nationality: true } });
	const other: Record<string, unknown> = { ...photo, resident_city: "street" };
	expect(now(other as MdlElements)).toEqual({ state: "conflict", note: { now: '"street"' } });
	expect(now(photo)).toEqual({ state: "unchanged" });
	expect(now(city)).toEqual({ state: "nothing-left" });
});

test("for any elements, only the attribute is removed, and something stays requested", () => {
	const name = fc.constantFrom("a", "b", "c", "__proto__");
	const entry = fc.tuple(name, fc.constantFrom(true, false, 1));
	fc.assert(
		fc.property(
			fc.uniqueArray(entry, { selector: ([name]) => name }),
			fc.constantFrom("a", "x", "__proto__"),
			(entries, name) => {
				const change = takeOut(Object.fromEntries(entries) as MdlElements, name);
				if (!("after" in change)) return;
				expect(Object.entries(change.after)).toEqual(entries.filter(([other]) => other !== name));
				expect(requestsSomething(change.after)).toBe(true);
			},
		),
	);
});

test("the button states the operation and the number of templates", () => {
	expect(templateActInWords({ kind: "delete" }, 3)).toBe("Delete 3 templates");
	expect(templateActInWords({ kind: "take-out", attribute: "resident_city" }, 1)).toBe("Remove City from 1 template");
});
