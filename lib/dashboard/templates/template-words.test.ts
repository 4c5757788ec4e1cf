import { expect, test } from "vitest";
import { partInWords, partLabel, templateChanges } from "./template-words";

function parts(texts: Record<string, unknown>) {
	return new Map(Object.entries(texts).map(([part, value]) => [part, JSON.stringify(value)]));
}

test("the changes of a template are in words, texts before elements, and elements in the order of the form", () => {
	const before = parts({ name: "Age", type: "mdl", "elements portrait": true, "elements resident_city": false });
	const after = parts({
		name: "Identity",
		type: "mdl",
		"elements resident_city": true,
		"elements family_name": true,
		"elements age_over_18": true,
	});
	expect(templateChanges(before, after)).toEqual([
		"Renames it to “Identity” (was “Age”)",
		"Adds Over 18",
		"Adds Family name",
		"Removes Photo",
		"Changes City (requested, was listed as false)",
	]);
	expect(templateChanges(after, after)).toEqual([]);
});

test("a part and its value are in words", () => {
	expect([partLabel("name"), partLabel("elements portrait"), partLabel("other")]).toEqual(["Name", "Photo", "other"]);
	expect(partInWords("name", JSON.stringify("Age"))).toBe("“Age”");
	expect(partInWords("type", null)).toBe("nothing");
	expect(partInWords("elements portrait", null)).toBe("not requested");
});
