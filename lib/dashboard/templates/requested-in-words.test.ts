import { expect, test } from "vitest";
import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-elements";
import { attributesInWords, requestedCount, requestedNames, requestInShort } from "./attribute-facts";

const all = Object.fromEntries(MDL_ATTRIBUTE_NAMES.map((name) => [name, true]));
const limits = { age_over_18: true, age_over_21: true };

test.each([
	[{}, "0 of 21 requested"],
	[{ portrait: true, resident_city: true }, "2 of 21 requested"],
	[all, "21 of 21 requested"],
	[{ age_over_18: true }, "1 requested: Over 18"],
	[{ age_over_18: true, resident_city: true, portrait: true }, "3 requested: 2 of the 21, Over 18"],
	[limits, "2 requested: Over 18, Over 21"],
	[{ document_number: true, ...limits }, "3 requested: Over 18, Over 21, 1 other"],
	[{ ...all, ...limits, document_number: true, odd: 1 }, "25 requested: 21 of the 21, Over 18, Over 21, 2 others"],
	// An element listed as false is not requested.
	[{ portrait: false, age_over_18: false }, "0 of 21 requested"],
])("%j is counted as “%s”", (elements, words) => {
	const { count, details } = requestedCount(elements);
	expect(details === null ? count : `${count}: ${details}`).toBe(words);
});

test.each([
	[{ portrait: false }, "nothing"],
	[{ portrait: true, age_over_21: true }, "Over 21, Photo"],
	[{ ...limits, document_number: true }, "Over 18, Over 21, Licence number"],
	[{ ...limits, document_number: true, portrait: true, family_name: false }, "4 attributes"],
	[all, "21 attributes"],
])("%j is in short “%s”", (elements, words) => expect(requestInShort(requestedNames(elements))).toBe(words));

test.each([
	[[], ""],
	[["family_name"], "Family name"],
	[["family_name", "portrait"], "Family name and Photo"],
	[["family_name", "given_name", "portrait"], "Family name, Given names, and Photo"],
])("%j are listed as “%s”", (names, words) => expect(attributesInWords(names)).toBe(words));
