import fc from "fast-check";
import { expect, test } from "vitest";
import { CERTIFICATE_AUTHORITY_LENGTH_MAX, TEMPLATE_NAME_LENGTH_MAX } from "@/lib/contract/limits";
import { content, element } from "./template.test-data";
import { templateFaults } from "./template-faults";
import { refusedFields } from "./template-form-schema";
import { emptyValues, toggled, valuesOf, wantedOf } from "./template-form-values";

const text = (max: number) =>
	fc.oneof(
		fc.constantFrom("", "a", "😀".repeat(max), "😀".repeat(max + 1), "a".repeat(max), "é".repeat(max + 1)),
		fc.string({ unit: "grapheme" }),
	);
const values = fc.record({
	name: text(TEMPLATE_NAME_LENGTH_MAX),
	type: text(TEMPLATE_NAME_LENGTH_MAX),
	certificateAuthority: text(CERTIFICATE_AUTHORITY_LENGTH_MAX),
	elements: fc
		.array(fc.tuple(element, fc.boolean()))
		.map((ticks) =>
			ticks.reduce(
				(now, [name, tick]) => toggled(now, [name], tick, [["nationality", "false"]]),
				[...wantedOf({ nationality: false })],
			),
		),
	added: fc.constantFrom("", " ", ", ", "age_over_30", "portrait"),
	isKeyWithheld: fc.boolean(),
});

test("browser and server refuse the same new templates, in the same words", () => {
	fc.assert(
		fc.property(values, (typed) => {
			expect(refusedFields(null, typed)).toEqual(templateFaults(null, typed));
		}),
		{ numRuns: 1000 },
	);
});

test("browser and server refuse the same changes of a template, in the same words", () => {
	fc.assert(
		fc.property(content, values, fc.boolean(), fc.boolean(), (opened, typed, keepsName, keepsElements) => {
			const start = valuesOf(opened);
			const edited = {
				...typed,
				...(keepsName ? { name: start.name, type: start.type } : {}),
				...(keepsElements ? { elements: start.elements, added: "" } : {}),
			};
			expect(refusedFields(opened, edited)).toEqual(templateFaults(opened, edited));
		}),
		{ numRuns: 1000 },
	);
});

test("of a stored template only what would change is judged", () => {
	const opened = { name: "", type: "mdl", elements: { portrait: false } };
	expect(templateFaults(opened, valuesOf(opened))).toBeNull();
	expect(templateFaults(opened, { ...valuesOf(opened), name: "A" })).toBeNull();
	expect(templateFaults(opened, { ...valuesOf(opened), elements: [] })).toEqual({
		attributes: "Tick at least one attribute.",
	});
});

test("an empty form is refused for its name and its attributes at once", () => {
	expect(templateFaults(null, emptyValues)).toEqual({
		name: "A name is needed.",
		attributes: "Tick at least one attribute.",
	});
});
