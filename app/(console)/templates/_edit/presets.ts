import { isKnownElement, requestedNames } from "@/lib/dashboard/templates/attribute-facts";
import type { PresetStatements } from "@/lib/dashboard/templates/preset-statements";
import type { Preset } from "@/lib/dashboard/templates/presets";
import type { TemplateFormValues } from "./template-editor";
import { type Selection, splitNames, tickedNames, toggled } from "./template-elements";

/** Id of the list of all presets with their purposes. */
export const ALL_PRESETS_ID = "all-presets";

/** Value of the button that keeps a purpose without its preset. */
export const OWN_PURPOSE = "own purpose";

/** The names that a preset controls: unknown elements are the admin's own and stay unchanged. */
function controlledNames(selection: Selection): string[] {
	const names = [...tickedNames(selection), ...splitNames(selection.added)].filter(isKnownElement);
	return requestedNames(Object.fromEntries(names.map((name) => [name, true])));
}

/** The effect of the preset on a selection, by attribute name. */
export function presetPlan(preset: Preset, selection: Selection): { adds: string[]; removes: string[] } {
	const now = controlledNames(selection);
	return {
		adds: preset.attributes.filter((name) => !now.includes(name)),
		removes: now.filter((name) => !preset.attributes.includes(name)),
	};
}

/** Whether the selection equals the preset, apart from unknown elements. */
export function isUnchangedFrom(preset: Preset, selection: Selection): boolean {
	const { adds, removes } = presetPlan(preset, selection);
	return adds.length === 0 && removes.length === 0;
}

/**
 * The values once the preset is chosen: its boxes ticked, every other known one cleared, and its purpose in place of none or
 * of the preset's before. What the admin has typed stays.
 */
export function withPreset(
	preset: Preset,
	values: TemplateFormValues,
	statements: PresetStatements,
): TemplateFormValues {
	const textOf = (field: "purpose" | "legalBasis") => {
		const isOwn = values[field].trim() !== "" && values[field] !== statements[values.preset]?.[field];
		return isOwn ? values[field] : (statements[preset.id]?.[field] ?? "");
	};
	const left = values.elements.filter(([name]) => preset.attributes.includes(name) || !isKnownElement(name));
	return {
		...values,
		...{ purpose: textOf("purpose"), legalBasis: textOf("legalBasis"), preset: preset.id },
		elements: toggled(left, preset.attributes, true, []),
		added: splitNames(values.added)
			.filter((name) => !isKnownElement(name))
			.join(", "),
	};
}
