import fc from "fast-check";
import { expect, test } from "vitest";
import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/mdl-attribute-names";
import { suggestedAttributes } from "../attributes/attribute-catalogue";
import { isKnownElement } from "../attributes/attribute-facts";
import { elementsOfForm, type TemplateFormValues } from "../form/template-form-values";
import { createRequestOf } from "../request/template-request";
import { needsQuestion, withPresetId } from "./choose-preset";
import { presetPlan, withPreset } from "./preset-plan";
import { findPreset, presets } from "./presets";

const empty: TemplateFormValues = {
	name: "n",
	type: "mdl",
	certificateAuthority: "",
	attributes: [],
	listedFalse: [],
	added: "",
};
const preset = fc.constantFrom(...presets);
const boxes = [...MDL_ATTRIBUTE_NAMES, ...suggestedAttributes.map(({ name }) => name)];
const selection = fc.record({
	attributes: fc.uniqueArray(fc.constantFrom(...boxes, "odd_element")),
	added: fc.constantFrom("", "age_over_30", "odd_one, age_over_99", "__proto__"),
});

test("there are eight presets or more, each with a basis, an address of its own and elements that exist", () => {
	expect(presets.length).toBeGreaterThanOrEqual(8);
	expect(new Set(presets.map(({ id }) => id)).size).toBe(presets.length);
	for (const { id, attributes, basis, purpose } of presets) {
		expect(id).toMatch(/^[a-z0-9-]+$/);
		expect(attributes.filter((name) => !boxes.includes(name))).toEqual([]);
		expect(new Set(attributes).size).toBe(attributes.length);
		expect(basis.length * purpose.length).toBeGreaterThan(0);
	}
});

test("a preset's request is the one that the same boxes make by hand", () => {
	fc.assert(
		fc.property(preset, (chosen) => {
			const values = withPreset(chosen, empty);
			const byHand = { ...empty, attributes: [...chosen.attributes].reverse() };
			expect(createRequestOf(values, elementsOfForm({}, values))).toEqual(
				createRequestOf(byHand, elementsOfForm({}, byHand)),
			);
		}),
	);
});

test("choosing a preset ticks exactly its boxes, whatever was ticked before, and keeps elements that nobody knows", () => {
	fc.assert(
		fc.property(preset, selection, (chosen, before) => {
			const after = elementsOfForm({}, withPreset(chosen, { ...empty, ...before }));
			expect(Object.keys(after).filter(isKnownElement).sort()).toEqual([...chosen.attributes].sort());
			const unknown = (elements: object) => Object.keys(elements).filter((name) => !isKnownElement(name));
			expect(unknown(after).sort()).toEqual(unknown(elementsOfForm({}, { ...empty, ...before })).sort());
		}),
	);
});

test("what a preset is said to add and remove is what it adds and removes", () => {
	fc.assert(
		fc.property(preset, selection, (chosen, before) => {
			const { adds, removes } = presetPlan(chosen, before);
			const then = Object.keys(elementsOfForm({}, { ...empty, ...before }));
			const now = Object.keys(elementsOfForm({}, withPreset(chosen, { ...empty, ...before })));
			expect(adds.toSorted()).toEqual(now.filter((name) => !then.includes(name)).sort());
			expect(removes.toSorted()).toEqual(then.filter((name) => !now.includes(name)).sort());
		}),
	);
});

test("asks before a preset replaces work of one's own, and not before it replaces nothing or another preset", () => {
	const mine = { ...empty, attributes: ["portrait"] };
	const ofPreset = withPresetId("name", empty);
	expect(needsQuestion("over-18", null, empty)).toBe(false);
	expect(needsQuestion("over-18", null, mine)).toBe(true);
	expect(needsQuestion("over-18", "name", ofPreset)).toBe(false);
	expect(needsQuestion("over-18", "name", { ...ofPreset, attributes: ["family_name"] })).toBe(true);
	expect(needsQuestion("name", null, ofPreset)).toBe(false);
});

test("an unknown preset is none", () => {
	expect(findPreset("constructor")).toBeNull();
	expect(withPresetId("nothing", empty)).toBe(empty);
});
