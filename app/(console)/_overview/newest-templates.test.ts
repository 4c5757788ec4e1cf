import { expect, test } from "vitest";
import type { Template } from "@/lib/contract/template/template";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { printOf } from "@/lib/dashboard/templates/request-print";
import { selfSignedCertificate } from "@/lib/dashboard/testing/self-signed-certificate";
import { requestInWords, summarizeTemplates } from "./newest-templates";

const now = new Date("2026-01-01T00:00:00Z");

const stated = { ...noPurpose, purpose: "To sell beer." };

function template(name: string, elements: Record<string, boolean>, rest: Partial<Template> = {}): Template {
	const presentation = { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": elements } };
	return { id: `vct_${name}`, name, presentation, ...rest };
}

/** Of templates that all state a purpose. */
function summarize(templates: Template[], at = now) {
	return summarizeTemplates(templates, new Map(templates.map(({ id }) => [id, stated])), at);
}

test("counts leave out findings without a template", () => {
	const templates = [template("a", { birth_date: true }), template("b", { birth_date: true, portrait: false })];
	expect(summarize(templates).counts).toEqual([
		{ finding: "birth-date", count: 2 },
		{
			finding: "listed-false",
			count: 1,
			only: { id: "vct_b", name: "b", print: printOf({ birth_date: true, portrait: false }), falseInWords: "Photo" },
		},
	]);
	const none = { counts: [], mostAdvised: null, ending: [] };
	expect(summarize([template("c", { age_over_18: true })])).toEqual(none);
	expect(summarize([{ id: "vct_odd", presentation: null }])).toEqual(none);
});

test("templates without a purpose, and those that ask more than theirs needs, are counted", () => {
	const templates = [template("a", { age_over_18: true, height: true }), template("b", { age_over_18: true })];
	const purposes = new Map([["vct_a", { ...stated, preset: "over-18" }]]);
	expect(summarizeTemplates(templates, purposes, now).counts).toEqual([
		expect.objectContaining({ finding: "beyond-purpose", count: 1 }),
		expect.objectContaining({ finding: "no-purpose", count: 1 }),
	]);
});

test("the one with most advice is named, with its number", () => {
	const one = { birth_date: true };
	const more = { birth_date: true, age_in_years: true, portrait_capture_date: true };
	const templates = [..."abcde"].map((name) => template(name, one));
	const { mostAdvised } = summarize([...templates, template("most", more)]);
	expect(mostAdvised).toEqual({ id: "vct_most", name: "most", print: printOf(more), notes: expect.any(Number) });
	expect(mostAdvised?.notes).toBeGreaterThan(summarize(templates).mostAdvised?.notes ?? Number.NaN);
});

test("a certificate authority is named from 60 days before its expiry", () => {
	const templates = [template("a", {}, { custom_certificate_authority: selfSignedCertificate().cert, name: null })];
	expect(summarize(templates).ending).toEqual([]);
	expect(summarize(templates, new Date("2049-12-01T00:00:00Z")).ending).toEqual([
		{ id: "vct_a", name: "vct_a", print: printOf({}), end: new Date("2049-12-31T23:59:59Z") },
	]);
});

const requesting = (...names: string[]) => {
	const elements = Object.fromEntries(names.map((name) => [name, true]));
	return { id: "vct_1", presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": elements } } };
};
const four = ["family_name", "given_name", "birth_date", "portrait"];

test.each([
	[requesting("portrait", "age_over_21"), "Over 21, Photo"],
	[requesting(), "Nothing"],
	[requesting(...four), "4 attributes: age, identity"],
	[requesting("family_name", "given_name", "portrait", "age_over_18"), "4 attributes: age, identity"],
	[requesting(...four, "age_over_18", "document_number"), "6 attributes: age, identity"],
	[requesting("height", "weight", "sex", "eye_colour"), "4 attributes"],
	[{ id: "vct_1", presentation: null }, "Not readable here"],
])("%j requests: %s", (given, words) => expect(requestInWords(given)).toBe(words));
