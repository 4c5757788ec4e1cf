import { expect, test } from "vitest";
import { printOf } from "@/lib/dashboard/templates/request-print";
import { printInWords } from "./print";

test.each([
	[{}, "nothing"],
	[{ age_over_18: true }, "Over 18"],
	[{ portrait: true, family_name: true, age_over_21: true }, "2 of the 21, 1 sensitive, Over 21"],
	[{ resident_city: false, birth_date: { intent: 1 } }, "1 of the 21, 1 sensitive, 1 listed as false"],
	[{ document_number: true, sex: true, height: false }, "2 others"],
])("a template with %j asks for %s", (elements, words) => {
	expect(printInWords(printOf(elements))).toBe(words);
});
