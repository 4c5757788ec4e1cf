import { expect, test } from "vitest";
import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-elements";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { selfSignedCertificate } from "@/lib/dashboard/testing/self-signed-certificate";
import { findingsOf } from "./template-row";

const DAY_MS = 24 * 3600 * 1000;
const END = Date.parse("2049-12-31T23:59:59Z");
const { cert } = selfSignedCertificate();

const stated = { ...noPurpose, purpose: "To sell beer." };

function found(
	elements: Record<string, unknown>,
	custom_certificate_authority: string | null = null,
	now = 0,
	purpose = stated,
) {
	const presentation = { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": elements } };
	return findingsOf({ id: "vct_1", presentation, custom_certificate_authority }, purpose, new Date(now));
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
	expect(findingsOf({ id: "vct_1", presentation: null }, stated, new Date())).toEqual([]);
});

test("a template without a purpose is found, also where it only states something else about it", () => {
	expect(found({ portrait: true }, null, 0, noPurpose)).toEqual(["no-purpose"]);
	expect(found({ portrait: true }, null, 0, { ...noPurpose, retention: "30 days" })).toEqual(["no-purpose"]);
});

test("more than the purpose needs is found by its preset, but for the preset for tests", () => {
	const of = (preset: string, elements: Record<string, boolean>) => found(elements, null, 0, { ...stated, preset });
	expect(of("over-18", { age_over_18: true, odd_element: true })).toEqual(["beyond-purpose"]);
	expect(of("over-18", { age_over_18: true })).toEqual([]);
	expect(of("name", { family_name: true })).toEqual([]);
	expect(of("mandatory", { family_name: true, odd_element: true })).toEqual([]);
});
