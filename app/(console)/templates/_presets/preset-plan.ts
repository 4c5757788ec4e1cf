import { isKnownElement, requestedNames } from "../_catalogue/attribute-facts";
import type { TemplateFormValues } from "../_edit/template-editor";
import { type Selection, splitNames, tickedNames, toggled } from "../_edit/template-elements";
import type { Preset } from "./presets";

/** Names that a preset rules: elements that nobody knows are the admin's own and stay as they are. */
function ruledNames(selection: Selection): string[] {
	const names = [...tickedNames(selection), ...splitNames(selection.added)].filter(isKnownElement);
	return requestedNames(Object.fromEntries(names.map((name) => [name, true])));
}

/** What choosing the preset does to a selection, by attribute name. */
export function presetPlan(preset: Preset, selection: Selection): { adds: string[]; removes: string[] } {
	const now = ruledNames(selection);
	return {
		adds: preset.attributes.filter((name) => !now.includes(name)),
		removes: now.filter((name) => !preset.attributes.includes(name)),
	};
}

/** Whether the selection is the preset's own, apart from elements that nobody knows. */
export function isUnchangedFrom(preset: Preset, selection: Selection): boolean {
	const { adds, removes } = presetPlan(preset, selection);
	return adds.length === 0 && removes.length === 0;
}

/**
 * What an unedited preset asks for, of which nobody is advised against. The one that holds everything is for tests, and
 * is advised against.
 */
export function chosenNames(preset: Preset | null, selection: Selection): readonly string[] {
	return preset && !preset.isForTests && isUnchangedFrom(preset, selection) ? preset.attributes : [];
}

/** The values once the preset is chosen: its boxes ticked, every other known one cleared, all else as it was. */
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
