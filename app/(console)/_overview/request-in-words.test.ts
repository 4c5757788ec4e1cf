import { expect, test } from "vitest";
import { requestInWords } from "./request-in-words";

const template = (...names: string[]) => {
	const elements = Object.fromEntries(names.map((name) => [name, true]));
	return { id: "vct_1", presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": elements } } };
};
const four = ["family_name", "given_name", "birth_date", "portrait"];

test.each([
	[template("portrait", "age_over_21"), "Over 21, Photo"],
	[template(), "Nothing"],
	[template(...four), "4 of 21: age, identity"],
	[template("family_name", "given_name", "portrait", "age_over_18"), "3 of 21 and Over 18: age, identity"],
	[template(...four, "age_over_18", "document_number"), "4 of 21 and 2 more: age, identity"],
	[template("height", "weight", "sex", "eye_colour"), "0 of 21 and 4 more"],
	[{ id: "vct_1", presentation: null }, "Not readable here"],
])("%j requests: %s", (given, words) => expect(requestInWords(given)).toBe(words));
