import fc from "fast-check";
import { expect, test } from "vitest";
import { isTicked, type RequestedElement } from "../_edit/template-elements";
import { takeOut, takeOutNow, templateActInWords } from "./template-change";

const photo: RequestedElement = ["portrait", "true"];
const city: RequestedElement = ["resident_city", "true"];
const listedFalse: RequestedElement = ["age_over_18", "false"];

test("removes a requested attribute, and leaves a template unchanged that does not request it, or would request nothing", () => {
	expect(takeOut([photo, city, listedFalse], "resident_city")).toEqual({ after: [photo, listedFalse] });
	expect(takeOut([photo, listedFalse], "resident_city")).toEqual({ state: "unchanged" });
	expect(takeOut([photo, listedFalse], "age_over_18")).toEqual({ state: "unchanged" });
	expect(takeOut([city, listedFalse], "resident_city")).toEqual({ state: "nothing-left" });
	expect(takeOut(null, "resident_city")).toEqual({ state: "not-readable" });
});

test("keeps other changes since the preview, and stops only where the attribute itself has changed", () => {
	const now = (current: RequestedElement[]) => takeOutNow([photo, city], current, "resident_city");
	expect(now([listedFalse, city, ["nationality", "true"]])).toEqual({
		after: [listedFalse, ["nationality", "true"]],
	});
	expect(now([photo, ["resident_city", '"street"']])).toEqual({ state: "conflict", note: { now: '"street"' } });
	expect(now([photo])).toEqual({ state: "unchanged" });
	expect(now([city])).toEqual({ state: "nothing-left" });
});

test("for any elements, only the attribute is removed, and something stays requested", () => {
	const element = fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom("true", "false", "1"));
	fc.assert(
		fc.property(
			fc.uniqueArray(element, { selector: ([name]) => name }),
			fc.constantFrom("a", "x"),
			(elements, name) => {
				const change = takeOut(elements, name);
				if (!("after" in change)) return;
				expect(change.after).toEqual(elements.filter(([other]) => other !== name));
				expect(change.after.some(isTicked)).toBe(true);
			},
		),
	);
});

test("the button states the operation and the number of templates", () => {
	expect(templateActInWords({ kind: "delete" }, 3)).toBe("Delete 3 templates");
	expect(templateActInWords({ kind: "take-out", attribute: "resident_city" }, 1)).toBe("Take City out of 1 template");
});
