import fc from "fast-check";
import { expect, test } from "vitest";
import { nameNote } from "./more-attributes";

test.each([
	["age_over_30", "fine", /Over 30/],
	["document_number", "fine", /ticking “Licence number”/],
	["portrait", "fine", /ticking “Photo”/],
	["biometric_template_face", "warning", /very sensitive/],
	["DHS_compliance", "warning", /^Not a known mDL attribute\.$/],
	[
		"age_over_1",
		"warning",
		/^Not a known mDL attribute\. Age limits are named age_over_NN, with two digits from 00 to 99\.$/,
	],
	["age_over_200", "warning", /^Not a known mDL attribute\. Age limits are named age_over_NN/],
	["age_over_", "warning", /named age_over_NN/],
	["famly_name", "warning", /^Not a known mDL attribute\.$/],
	["x", "warning", /^Not a known mDL attribute\.$/],
	["favourite_dish", "warning", /^Not a known mDL attribute\.$/],
	["__proto__", "warning", /Not a known mDL attribute/],
] as const)("%s: %s", (name, tone, text) => {
	const note = nameNote(name);
	expect(note.tone).toBe(tone);
	expect(note.text).toMatch(text);
});

test("gives a note on any name", () => {
	fc.assert(fc.property(fc.string(), (name) => nameNote(name).text.length > 0));
});
