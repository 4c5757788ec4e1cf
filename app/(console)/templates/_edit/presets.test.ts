import fc from "fast-check";
import { expect, test } from "vitest";
import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-elements";
import { suggestedAttributes } from "@/lib/dashboard/templates/attribute-catalogue";
import { isKnownElement } from "@/lib/dashboard/templates/attribute-facts";
import { presetStatements } from "@/lib/dashboard/templates/preset-statements";
import { findPreset, presets } from "@/lib/dashboard/templates/presets";
import { noPurpose, purposeFaults } from "@/lib/dashboard/templates/purpose";
import { adviceFor } from "../_advice/advice";
import { needsConfirmation, presetPlan, withPreset } from "./presets";
import { createRequestOf, emptyValues, type TemplateFormValues } from "./template-editor";
import { requestedElements, splitNames, toggled } from "./template-elements";

const empty: TemplateFormValues = { ...emptyValues, name: "n" };
const ticking = (names: readonly string[]) => ({ ...empty, elements: toggled(empty.elements, names, true) });
const preset = fc.constantFrom(...presets);
const boxes = [...MDL_ATTRIBUTE_NAMES, ...suggestedAttributes.map(({ name }) => name)];
const selection = fc.record({
	elements: fc.uniqueArray(fc.constantFrom(...boxes, "odd_element")).map((names) => ticking(names).elements),
	added: fc.constantFrom("", "age_over_30", "odd_one, age_over_99", "__proto__", "portrait, age_over_18"),
});

test("there are eight presets or more, each with a purpose, a basis, an id of its own and known elements", () => {
	expect(presets.length).toBeGreaterThanOrEqual(8);
	expect(new Set(presets.map(({ id }) => id)).size).toBe(presets.length);
	for (const { id, attributes } of presets) {
		expect(id).toMatch(/^[a-z0-9-]+$/);
		expect(attributes.filter((name) => !boxes.includes(name))).toEqual([]);
		expect(new Set(attributes).size).toBe(attributes.length);
		const { purpose = "", legalBasis = "", basis = "" } = presetStatements[id] ?? {};
		expect(purposeFaults({ ...noPurpose, purpose, legalBasis, preset: id })).toEqual({});
		expect([purpose, basis]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)]);
	}
});

test("a preset's request equals that of the same boxes ticked by hand", () => {
	fc.assert(
		fc.property(preset, (chosen) => {
			const byHand = ticking([...chosen.attributes].reverse());
			expect(createRequestOf(withPreset(chosen, empty, presetStatements))).toEqual(createRequestOf(byHand));
		}),
	);
});

test("choosing a preset ticks exactly its boxes, whatever was ticked before, and keeps unknown elements", () => {
	fc.assert(
		fc.property(preset, selection, (chosen, before) => {
			const chosenOver = withPreset(chosen, { ...empty, ...before }, presetStatements);
			const after = requestedElements({}, chosenOver);
			// Its boxes can be cleared: none of them stays typed as well.
			expect(splitNames(chosenOver.added).filter(isKnownElement)).toEqual([]);
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
			const now = Object.keys(requestedElements({}, withPreset(chosen, { ...empty, ...before }, presetStatements)));
			expect(adds.toSorted()).toEqual(now.filter((name) => !then.includes(name)).sort());
			expect(removes.toSorted()).toEqual(then.filter((name) => !now.includes(name)).sort());
		}),
	);
});

test("a preset that replaces the admin's own work needs a confirmation, one that replaces nothing or another preset does not", () => {
	const mine = ticking(["portrait"]);
	const [over18, name] = [findPreset("over-18") ?? expect.fail(), findPreset("name") ?? expect.fail()];
	const ofPreset = withPreset(name, empty, presetStatements);
	expect(needsConfirmation(over18, empty)).toBe(false);
	expect(needsConfirmation(over18, mine)).toBe(true);
	expect(needsConfirmation(over18, ofPreset)).toBe(false);
	expect(needsConfirmation(over18, { ...ticking(["family_name"]), preset: "name" })).toBe(true);
	expect(needsConfirmation(name, { ...ofPreset, preset: "" })).toBe(false);
});

test("an unknown preset is none", () => {
	expect(findPreset("constructor")).toBeNull();
	expect(findPreset("nothing")).toBeNull();
});

test("there is no advice against a preset, except for the one with all elements", () => {
	for (const { id, attributes } of presets) {
		const advised = adviceFor(Object.fromEntries(attributes.map((name) => [name, true])), id);
		if (id !== "mandatory") expect(advised, id).toEqual([]);
		else expect(advised.length).toBeGreaterThan(0);
	}
});

test("a preset states its purpose where none is stated, or the one of the preset before, and keeps what was typed", () => {
	const [driving, name] = [findPreset("driving") ?? expect.fail(), findPreset("name") ?? expect.fail()];
	const chosen = withPreset(driving, empty, presetStatements);
	expect(chosen).toMatchObject({ purpose: presetStatements.driving?.purpose, preset: "driving" });
	expect(chosen.legalBasis).toBe(presetStatements.driving?.legalBasis);
	expect(withPreset(name, chosen, presetStatements)).toMatchObject({
		purpose: presetStatements.name?.purpose,
		legalBasis: "",
		preset: "name",
	});
	const typed = { ...chosen, purpose: "To rent you a van.", retention: "30 days" };
	expect(withPreset(name, typed, presetStatements)).toMatchObject({
		purpose: "To rent you a van.",
		retention: "30 days",
		legalBasis: "",
		preset: "name",
	});
	expect(withPreset(name, { ...typed, preset: "" }, presetStatements)).toMatchObject({
		legalBasis: presetStatements.driving?.legalBasis,
	});
});
