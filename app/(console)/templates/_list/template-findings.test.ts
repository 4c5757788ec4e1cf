import { expect, test } from "vitest";
import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-attribute-names";
import { selfSignedCertificate } from "@/lib/dashboard/testing/self-signed-certificate";
import { findingsOf } from "./template-row";

const DAY_MS = 24 * 3600 * 1000;
const END = Date.parse("2049-12-31T23:59:59Z");
const { cert } = selfSignedCertificate();

function found(elements: Record<string, unknown>, custom_certificate_authority: string | null = null, now = 0) {
	const presentation = { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": elements } };
	return findingsOf({ id: "vct_1", presentation, custom_certificate_authority }, new Date(now));
}
const requesting = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, true]));

test("18 of the 21 are almost everything, and names of other elements don't count", () => {
	const names = MDL_ATTRIBUTE_NAMES.filter((name) => name !== "birth_date");
	expect(found(requesting(names.slice(0, 18)))).toEqual(["almost-everything"]);
	expect(found(requesting([...names.slice(0, 17), "height", "weight"]))).toEqual([]);
});

test("a date of birth is found where no age limit is requested", () => {
	expect(found({ birth_date: true })).toEqual(["birth-date"]);
	expect(found({ birth_date: true, age_over_18: false })).toEqual(["birth-date", "listed-false"]);
	expect(found({ birth_date: true, age_over_18: true })).toEqual([]);
	expect(found({ birth_date: false })).toEqual(["listed-false"]);
});

test("a certificate authority is found from 60 days before its expiry, the first of several, and no other text", () => {
	const other = cert.replace(/CERTIFICATE/g, "X");
	expect(found({}, cert, END - 61 * DAY_MS)).toEqual([]);
	for (const now of [END - 60 * DAY_MS, END + DAY_MS]) expect(found({}, cert, now)).toEqual(["certificate"]);
	expect(found({}, `${other}${cert}`, END)).toEqual(["certificate"]);
	expect(found({}, "-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----", END)).toEqual([]);
});

test("a presentation of another shape has no findings", () => {
	expect(findingsOf({ id: "vct_1", presentation: null }, new Date())).toEqual([]);
});
