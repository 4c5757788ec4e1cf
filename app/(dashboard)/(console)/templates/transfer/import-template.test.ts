import fc from "fast-check";
import { expect, test } from "vitest";
import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/mdl-attribute-names";
import { elementsOfForm } from "../form/template-form-values";
import { createRequestOf } from "../request/template-request";
import { importTemplate } from "./import-template";

const empty = { name: "", type: "mdl", certificateAuthority: "", attributes: [], listedFalse: [], added: "" };
const name = fc.constantFrom(...MDL_ATTRIBUTE_NAMES, "age_over_18", "odd_element", "__proto__");

test("what is exported comes back as the same request", () => {
	const source = fc.record({
		name: fc.string({ minLength: 1 }),
		type: fc.constant("mdl"),
		certificateAuthority: fc.string(),
		attributes: fc.uniqueArray(name, { minLength: 1 }),
	});
	fc.assert(
		fc.property(source, (values) => {
			const original = { ...empty, ...values };
			const request = createRequestOf(original, elementsOfForm({}, original));
			const { values: imported } = importTemplate(JSON.stringify(request), empty);
			expect(imported && createRequestOf(imported, elementsOfForm({}, imported))).toEqual(request);
		}),
	);
});

test("a template as the service gives it is read too; a false is not ticked, an odd value becomes true, and both are said", () => {
	const elements = { portrait: true, nationality: false, odd: { nested: 1 } };
	const presentation = { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": elements } };
	const template = { id: "vct_1", name: "A", presentation, custom_certificate_authority: null, created_at: "now" };
	const outcome = importTemplate(JSON.stringify(template), empty);
	expect(outcome.values).toEqual({ ...empty, name: "A", attributes: ["odd", "portrait"] });
	expect(outcome.notes).toEqual([
		"nationality: listed as false, so not ticked.",
		"odd: had a value of its own, will be sent as true.",
	]);
});

test("anything else is refused with a reason, and never throws", () => {
	for (const text of ["", "{", "null", "[]", '"x"', "{}", '{"presentation":{}}', '{"presentation":null}']) {
		expect(importTemplate(text, empty)).toEqual({ refusal: expect.stringMatching(/./) });
	}
	fc.assert(fc.property(fc.json(), (text) => void importTemplate(text, empty)));
});
