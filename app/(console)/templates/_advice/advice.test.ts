import fc from "fast-check";
import { expect, test } from "vitest";
import type { MdlElements } from "@/lib/contract/template/mdl-elements";
import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-elements";
import { suggestedAttributes } from "@/lib/dashboard/templates/attribute-catalogue";
import { presets } from "@/lib/dashboard/templates/presets";
import { emptyValues } from "../_edit/template-editor";
import { boxesOf, requestedElements, withNames } from "../_edit/template-elements";
import { adviceFor } from "./advice";

const of = (...names: string[]) => Object.fromEntries(names.map((name) => [name, true]));
const ids = (elements: Record<string, unknown>) => adviceFor(elements).map(({ id }) => id);

test.each([
	["birth-date-for-an-age", of("birth_date"), of("birth_date", "age_over_18")],
	["birth-date-beside-an-age-limit", of("birth_date", "age_over_21"), of("age_over_21")],
	["age-beside-birth-date", of("birth_date", "age_in_years"), of("age_in_years")],
	["age-beside-birth-date", of("birth_date", "age_birth_year"), of("birth_date")],
	["birth-year-for-an-age", of("age_birth_year"), of("age_birth_year", "birth_date")],
	["age-in-years-beside-an-age-limit", of("age_in_years", "age_over_18"), of("age_in_years")],
	["many-age-limits", of("age_over_18", "age_over_21", "age_over_65"), of("age_over_18", "age_over_21")],
	["portrait", of("portrait"), of("portrait_capture_date")],
	["capture-date-without-portrait", of("portrait_capture_date"), of("portrait_capture_date", "portrait")],
	["full-address", of("resident_city"), of("resident_state", "resident_country")],
	["nationality", of("nationality"), of("issuing_country")],
	[
		"national-script-alone",
		of("family_name_national_character"),
		of("family_name_national_character", "family_name", "given_name_national_character", "given_name"),
	],
	["body", of("eye_colour"), of("portrait")],
	["biometrics", of("biometric_template_face"), of("biometric")],
	["birth-place", of("birth_place"), of("birth_date")],
	["document-number", of("document_number"), of("expiry_date")],
	["issue-date-beside-expiry-date", of("issue_date", "expiry_date"), of("issue_date")],
	["country-beside-jurisdiction", of("issuing_country", "issuing_jurisdiction"), of("issuing_country")],
	["nearly-everything", of(...MDL_ATTRIBUTE_NAMES), of(...MDL_ATTRIBUTE_NAMES.slice(0, 14))],
	["listed-as-false", { nationality: false, portrait: true }, of("portrait")],
] as const)("%s speaks up where it should, and only there", (id, wrong, right) => {
	expect(ids(wrong)).toContain(id);
	expect(ids(right)).not.toContain(id);
});

const element = fc.constantFrom(
	...MDL_ATTRIBUTE_NAMES,
	...suggestedAttributes.map(({ name }) => name),
	"age_over_30",
	"biometric_template_iris",
	"odd_element",
);
const elements = fc
	.array(fc.tuple(element, fc.boolean()))
	.map((entries): Record<string, unknown> => Object.fromEntries(entries));

test("one click on its button resolves an advice, and changes nothing that it does not name", () => {
	fc.assert(
		fc.property(elements, (stored) => {
			for (const { id, fix } of adviceFor(stored)) {
				const values = { ...emptyValues, elements: boxesOf(stored as MdlElements) };
				const after = requestedElements(stored as MdlElements, withNames(values, fix));
				expect(ids(after)).not.toContain(id);
				const named = [...fix.add, ...fix.remove];
				const others = (all: object) => Object.entries(all).filter(([name]) => !named.includes(name));
				expect(others(after)).toEqual(others(stored));
				// What is listed as false is not requested, and stays where it is not what the advice is about.
				if (id !== "listed-as-false") expect(fix.remove.filter((name) => stored[name] === false)).toEqual([]);
			}
		}),
	);
});

test("every advice has a reason, a public source and a labelled fix", () => {
	fc.assert(
		fc.property(elements, (stored) => {
			for (const { title, reason, source, fix } of adviceFor(stored)) {
				expect([title, reason, source.text, fix.label].every((text) => text.length > 5)).toBe(true);
				expect(source.href).toMatch(/^https:\/\//);
				expect(fix.add.length + fix.remove.length).toBeGreaterThan(0);
			}
		}),
	);
});

test("gives no advice on the smallest requests", () => {
	for (const small of [of("age_over_18"), of("family_name", "given_name"), of("resident_state"), of("age_in_years")]) {
		expect(adviceFor(small)).toEqual([]);
	}
});

test("what the purpose needs is not advised against, and what is beyond it is named with a fix", () => {
	const elements = of("portrait", "age_over_21", "nationality", "odd_element");
	expect(adviceFor(of("portrait", "age_over_21"), "over-21-photo")).toEqual([]);
	const [beyond, ...others] = adviceFor(elements, "over-21-photo");
	expect(beyond).toMatchObject({
		id: "beyond-purpose",
		title: "Beyond “Over 21 with photo”: Nationality, odd_element",
		fix: { add: [], remove: ["nationality", "odd_element"] },
	});
	expect(others.map(({ id }) => id)).toEqual(["nationality"]);
});

test("a request without anything that the purpose needs gets it by the same fix", () => {
	expect(adviceFor(of("portrait"), "over-18")[0]?.fix).toMatchObject({ add: ["age_over_18"], remove: ["portrait"] });
});

test("without a preset, with one for tests or with one that is not known, nothing is beyond the purpose", () => {
	for (const preset of ["", "mandatory", "over-99"])
		expect(adviceFor(of("odd_element"), preset).map(({ id }) => id)).not.toContain("beyond-purpose");
});

test("no fix of an advice leads to another one's objection: none is against what the purpose needs or goes beyond it", () => {
	fc.assert(
		fc.property(elements, fc.constantFrom(...presets), (stored, { id, attributes, isForTests }) => {
			if (isForTests) return;
			for (const { fix } of adviceFor(stored, id)) {
				expect(fix.add.filter((name) => !attributes.includes(name))).toEqual([]);
				expect(fix.remove.filter((name) => attributes.includes(name) && stored[name] !== false)).toEqual([]);
			}
		}),
	);
});
