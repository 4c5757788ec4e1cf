import fc from "fast-check";
import { expect, test } from "vitest";
import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-elements";
import { importTemplate } from "../_edit/import-template";
import { createRequestOf, emptyValues } from "../_edit/template-editor";
import { isTicked, toggled } from "../_edit/template-elements";

const empty = emptyValues;
const name = fc.constantFrom(...MDL_ATTRIBUTE_NAMES, "age_over_18", "odd_element", "__proto__");

test("an exported template is imported as the same request", () => {
	const source = fc.record({
		name: fc.string({ minLength: 1 }),
		type: fc.constant("mdl"),
		certificateAuthority: fc.string(),
		elements: fc.uniqueArray(name, { minLength: 1 }).map((names) => toggled(empty.elements, names, true)),
	});
	fc.assert(
		fc.property(source, (values) => {
			const original = { ...empty, ...values };
			const request = createRequestOf(original);
			const { values: imported } = importTemplate(JSON.stringify(request), empty);
			expect(imported && createRequestOf(imported)).toEqual(request);
		}),
	);
});

test("a template from the service is read too; a false and a value of its own stay unchanged, and are reported", () => {
	const elements = { portrait: true, nationality: false, odd: { nested: 1 } };
	const presentation = { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": elements } };
	const template = { id: "vct_1", name: "A", presentation, custom_certificate_authority: null, created_at: "now" };
	const { values = empty, notes } = importTemplate(JSON.stringify(template), empty);
	expect(createRequestOf(values)).toMatchObject({ name: "A", presentation });
	expect(values?.elements.filter(isTicked).map(({ name }) => name)).toEqual(["portrait", "odd"]);
	expect(notes).toEqual([
		"Nationality: listed as false, and stays so until you tick it.",
		"odd: has a value of its own, which is sent as it is.",
	]);
});

test("a private key does not get into the form, and that is reported", () => {
	const presentation = { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { portrait: true } } };
	const custom_certificate_authority = "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n";
	const outcome = importTemplate(JSON.stringify({ presentation, custom_certificate_authority }), empty);
	expect(outcome.values).toMatchObject({ certificateAuthority: "", isKeyWithheld: true });
	expect(outcome.notes).toEqual(["Its certificate authority held a private key, which was removed."]);
});

test("anything else is refused with a reason, and never throws", () => {
	for (const text of ["", "{", "null", "[]", '"x"', "{}", '{"presentation":{}}', '{"presentation":null}']) {
		expect(importTemplate(text, empty)).toEqual({ refusal: expect.stringMatching(/./) });
	}
	fc.assert(fc.property(fc.json(), (text) => void importTemplate(text, empty)));
});
