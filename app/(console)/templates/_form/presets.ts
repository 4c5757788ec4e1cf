import { isKnownElement, requestedNames } from "@/lib/dashboard/templates/attribute-facts";
import type { Preset } from "@/lib/dashboard/templates/presets";
import type { TemplateFormValues } from "../_edit/template-editor";
import { type Selection, splitNames, tickedNames, toggled } from "../_edit/template-elements";

/** Id of the list of all presets with their purposes. */
export const ALL_PRESETS_ID = "all-presets";

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
 * The names of an unedited preset, against which there is no advice. The one with all elements is for tests, and there is
 * advice against it.
 */
export function chosenNames(preset: Preset | null, selection: Selection): readonly string[] {
	return preset && !preset.isForTests && isUnchangedFrom(preset, selection) ? preset.attributes : [];
}

/** The values once the preset is chosen: its boxes ticked, every other known one cleared, the rest unchanged. */
export function withPreset(preset: Preset, values: TemplateFormValues): TemplateFormValues {
	const left = values.elements.filter(([name]) => preset.attributes.includes(name) || !isKnownElement(name));
	return {
		...values,
		elements: toggled(left, preset.attributes, true, []),
		added: splitNames(values.added)
			.filter((name) => !isKnownElement(name))
			.join(", "),
	};
}
