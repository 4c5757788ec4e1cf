import fc from "fast-check";
import { expect, test } from "vitest";
import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-attribute-names";
import { suggestedAttributes } from "@/lib/dashboard/templates/attribute-catalogue";
import { isKnownElement } from "@/lib/dashboard/templates/attribute-facts";
import { findPreset, presets } from "@/lib/dashboard/templates/presets";
import { noPurpose, purposeFaults } from "@/lib/dashboard/templates/purpose";
import { adviceFor } from "../_advice/advice";
import { createRequestOf, emptyValues, type TemplateFormValues } from "../_edit/template-editor";
import { requestedElements, toggled } from "../_edit/template-elements";
import { presetBases } from "./preset-notes";
import { needsConfirmation, withPresetId } from "./preset-panel";
import { chosenNames, presetPlan, withPreset } from "./presets";

const empty: TemplateFormValues = { ...emptyValues, name: "n" };
const ticking = (names: readonly string[]) => ({ ...empty, elements: toggled([], names, true, []) });
const preset = fc.constantFrom(...presets);
const boxes = [...MDL_ATTRIBUTE_NAMES, ...suggestedAttributes.map(({ name }) => name)];
const selection = fc.record({
	elements: fc.uniqueArray(fc.constantFrom(...boxes, "odd_element")).map((names) => ticking(names).elements),
	added: fc.constantFrom("", "age_over_30", "odd_one, age_over_99", "__proto__"),
});

test("there are eight presets or more, each with a purpose, a basis, an id of its own and known elements", () => {
	expect(presets.length).toBeGreaterThanOrEqual(8);
	expect(new Set(presets.map(({ id }) => id)).size).toBe(presets.length);
	for (const { id, attributes, purpose, legalBasis = "" } of presets) {
		expect(id).toMatch(/^[a-z0-9-]+$/);
		expect(attributes.filter((name) => !boxes.includes(name))).toEqual([]);
		expect(new Set(attributes).size).toBe(attributes.length);
		expect(purposeFaults({ ...noPurpose, purpose, legalBasis, preset: id })).toEqual({});
		expect([purpose, presetBases[id]]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)]);
	}
});

test("a preset's request equals that of the same boxes ticked by hand", () => {
	fc.assert(
		fc.property(preset, (chosen) => {
			const byHand = ticking([...chosen.attributes].reverse());
			expect(createRequestOf(withPreset(chosen, empty))).toEqual(createRequestOf(byHand));
		}),
	);
});

test("choosing a preset ticks exactly its boxes, whatever was ticked before, and keeps unknown elements", () => {
	fc.assert(
		fc.property(preset, selection, (chosen, before) => {
			const after = requestedElements({}, withPreset(chosen, { ...empty, ...before }));
			expect(Object.keys(after).filter(isKnownElement).sort()).toEqual([...chosen.attributes].sort());
			const unknown = (elements: object) => Object.keys(elements).filter((name) => !isKnownElement(name));
			expect(unknown(after).sort()).toEqual(unknown(requestedElements({}, { ...empty, ...before })).sort());
		}),
	);
});

test("a preset adds and removes exactly what is shown before", () => {
	fc.assert(
		fc.property(preset, selection, (chosen, before) => {
			const { adds, removes } = presetPlan(chosen, before);
			const then = Object.keys(requestedElements({}, { ...empty, ...before }));
			const now = Object.keys(requestedElements({}, withPreset(chosen, { ...empty, ...before })));
			expect(adds.toSorted()).toEqual(now.filter((name) => !then.includes(name)).sort());
			expect(removes.toSorted()).toEqual(then.filter((name) => !now.includes(name)).sort());
		}),
	);
});

test("a preset that replaces the admin's own work needs a confirmation, one that replaces nothing or another preset does not", () => {
	const mine = ticking(["portrait"]);
	const ofPreset = withPresetId("name", empty);
	expect(needsConfirmation("over-18", null, empty)).toBe(false);
	expect(needsConfirmation("over-18", null, mine)).toBe(true);
	expect(needsConfirmation("over-18", "name", ofPreset)).toBe(false);
	expect(needsConfirmation("over-18", "name", ticking(["family_name"]))).toBe(true);
	expect(needsConfirmation("name", null, ofPreset)).toBe(false);
});

test("an unknown preset changes nothing", () => {
	expect(findPreset("constructor")).toBeNull();
	expect(withPresetId("nothing", empty)).toBe(empty);
});

test("there is no advice against a chosen preset until it is edited, except for the one with all elements", () => {
	for (const chosen of presets) {
		const values = withPreset(chosen, empty);
		const advised = adviceFor(requestedElements({}, values), chosenNames(chosen, values));
		if (chosen.id !== "mandatory") expect(advised, chosen.id).toEqual([]);
		else expect(advised.length).toBeGreaterThan(0);
	}
	const identity = findPreset("identity");
	const edited = { ...withPreset(identity ?? expect.fail(), empty), added: "nationality" };
	expect(chosenNames(identity, edited)).toEqual([]);
	expect(chosenNames(null, edited)).toEqual([]);
});
