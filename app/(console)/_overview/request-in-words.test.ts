import { expect, test } from "vitest";
import { requestInWords } from "./request-in-words";

const template = (...names: string[]) => {
	const elements = Object.fromEntries(names.map((name) => [name, true]));
	return { id: "vct_1", presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": elements } } };
};
const four = ["family_name", "given_name", "birth_date", "portrait"];

test.each([
	[template("portrait", "age_over_21"), [], "Over 21, Photo"],
	[template(), [], "Nothing"],
	[template(...four), ["age", "identity"], "4 of 21: age, identity"],
	[template(...four, "age_over_18"), ["identity"], "4 of 21 and Over 18: identity"],
	[template(...four, "age_over_18", "document_number"), [], "4 of 21 and 2 more"],
	[{ id: "vct_1", presentation: null }, [], "Not readable here"],
])("%j of the kinds %j requests: %s", (given, kinds, words) => expect(requestInWords(given, kinds)).toBe(words));
