import { isKnownElement, requestedNames } from "@/lib/dashboard/templates/attribute-facts";
import type { PresetStatements } from "@/lib/dashboard/templates/preset-statements";
import { type Preset, presets } from "@/lib/dashboard/templates/presets";
import { adviceFor } from "../_advice/advice";
import { purposeOf, type TemplateContent, type TemplateFormValues } from "./template-editor";
import { requestedElements, requestsSomething, type Selection, splitNames, withNames } from "./template-elements";

// What fills in the form of a template, in the browser and without scripts.

/** Value of the button that keeps a purpose without its preset. */
export const OWN_PURPOSE = "own purpose";

/** The effect of the preset on a selection, by attribute name. Unknown elements are the admin's own and stay unchanged. */
export function presetPlan({ attributes }: Preset, selection: Selection): { adds: string[]; removes: string[] } {
	const now = knownNames(selection);
	return {
		adds: attributes.filter((name) => !now.includes(name)),
		removes: now.filter((name) => !attributes.includes(name)),
	};
}

/** The presets that equal the selection, apart from unknown elements. */
export function equalPresets(selection: Selection): Preset[] {
	const now = new Set(knownNames(selection));
	return presets.filter(
		({ attributes }) => attributes.length === now.size && attributes.every((name) => now.has(name)),
	);
}

function knownNames(selection: Selection): string[] {
	return requestedNames(requestedElements({}, selection)).filter(isKnownElement);
}

/**
 * Whether choosing a preset has to be confirmed: it would change a selection that is the admin's own work, neither empty
 * nor another preset's.
 */
export function needsConfirmation(chosen: Preset, values: TemplateFormValues): boolean {
	if (!requestsSomething(requestedElements({}, values))) return false;
	return !equalPresets(values).some(({ id }) => id === chosen.id || id === values.preset);
}

/**
 * The values once the preset is chosen: its boxes ticked, every other known one cleared, and its purpose in place of none or
 * of the preset's before. What the admin has typed stays.
 */
export function withPreset(
	{ id, attributes }: Preset,
	values: TemplateFormValues,
	statements: PresetStatements,
): TemplateFormValues {
	const textOf = (field: "purpose" | "legalBasis") => {
		const isOwn = values[field].trim() !== "" && values[field] !== statements[values.preset]?.[field];
		return isOwn ? values[field] : (statements[id]?.[field] ?? "");
	};
	const names = [...values.elements.map(({ name }) => name), ...splitNames(values.added)];
	const others = names.filter((name) => isKnownElement(name) && !attributes.includes(name));
	const stated = { ...values, purpose: textOf("purpose"), legalBasis: textOf("legalBasis"), preset: id };
	return withNames(stated, { add: attributes, remove: others });
}

/** The values after an advice was applied; unchanged where it no longer applies. @param content of the values */
export function withAdvice(id: string, content: TemplateContent, values: TemplateFormValues): TemplateFormValues {
	const advice = adviceFor(content.elements, purposeOf(content).preset).find((one) => one.id === id);
	return advice ? withNames(values, advice.fix) : values;
}
