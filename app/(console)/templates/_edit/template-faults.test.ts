import fc from "fast-check";
import { expect, test } from "vitest";
import { CERTIFICATE_AUTHORITY_LENGTH_MAX, TEMPLATE_NAME_LENGTH_MAX } from "@/lib/contract/limits";
import { createTemplateRequest, updateTemplateRequest } from "@/lib/contract/template/template";
import { content, element } from "./template.test-data";
import {
	createRequestOf,
	emptyValues,
	type TemplateFormValues,
	templateEditor,
	updateRequestOf,
} from "./template-editor";
import { boxesOf, requestsSomething, toggled } from "./template-elements";

const { valuesOf, contentOf, faults } = templateEditor;

const text = (max: number) =>
	fc.oneof(
		fc.constantFrom("", "a", "😀".repeat(max), "😀".repeat(max + 1), "a".repeat(max), "é".repeat(max + 1)),
		fc.string({ unit: "grapheme" }),
	);
const values = fc.record({
	// Whatever the cases below don't vary is empty.
	...(Object.fromEntries(templateEditor.names.map((name) => [name, fc.constant(emptyValues[name])])) as {
		[Name in keyof TemplateFormValues]: fc.Arbitrary<TemplateFormValues[Name]>;
	}),
	name: text(TEMPLATE_NAME_LENGTH_MAX),
	type: text(TEMPLATE_NAME_LENGTH_MAX),
	certificateAuthority: text(CERTIFICATE_AUTHORITY_LENGTH_MAX),
	elements: fc
		.array(fc.tuple(element, fc.boolean()))
		.map((ticks) => ticks.reduce((now, [name, tick]) => toggled(now, [name], tick), boxesOf({ nationality: false }))),
	added: fc.constantFrom("", " ", ", ", "age_over_30", "portrait"),
	isKeyWithheld: fc.boolean(),
});

test("the contract accepts a new template where the form finds no fault, and refuses it where it does", () => {
	fc.assert(
		fc.property(values, (typed) => {
			const found = faults(null, typed);
			// A non-empty request and a removed private key are the form's own rules.
			const isOwn = typed.isKeyWithheld || !requestsSomething(contentOf(typed, null).elements);
			const { success } = createTemplateRequest.safeParse(createRequestOf(typed));
			if (found === null) expect(success).toBe(true);
			else if (!isOwn) expect(success).toBe(false);
		}),
		{ numRuns: process.env.LONG ? 1000 : 150 },
	);
});

test("the contract accepts a change where the form finds no fault, and refuses it where it does", () => {
	fc.assert(
		fc.property(content, values, fc.boolean(), fc.boolean(), (baseline, typed, keepsName, keepsElements) => {
			const start = valuesOf(baseline);
			const edited = {
				...typed,
				...(keepsName ? { name: start.name, type: start.type } : {}),
				...(keepsElements ? { elements: start.elements, added: "" } : {}),
			};
			const request = updateRequestOf(baseline, contentOf(edited, baseline));
			const found = faults(baseline, edited);
			if (!request) {
				expect(found).toBeNull();
				return;
			}
			const isOwn = !requestsSomething(contentOf(edited, baseline).elements);
			const { success } = updateTemplateRequest.safeParse(request);
			if (found === null) expect(success).toBe(true);
			else if (!isOwn) expect(success).toBe(false);
		}),
		{ numRuns: process.env.LONG ? 1000 : 150 },
	);
});

test("of a stored template only changes are checked", () => {
	const baseline = { ...templateEditor.defaults, name: "", type: "mdl", elements: { portrait: false } };
	expect(faults(baseline, valuesOf(baseline))).toBeNull();
	expect(faults(baseline, { ...valuesOf(baseline), name: "A" })).toBeNull();
	expect(faults(baseline, { ...valuesOf(baseline), elements: [] })).toEqual({
		elements: "Tick at least one attribute.",
	});
});

test("an empty form is refused for its name and its attributes at once", () => {
	expect(faults(null, emptyValues)).toEqual({
		name: "A name is needed.",
		elements: "Tick at least one attribute.",
	});
});
