import { isKnownElement, requestedNames } from "../attributes/attribute-facts";
import { splitNames, type TemplateFormValues } from "../form/template-form-values";
import type { Preset } from "./presets";

type Selection = Pick<TemplateFormValues, "attributes" | "added">;

/** Names that a preset rules: elements that nobody knows are the admin's own and stay as they are. */
function ruledNames({ attributes, added }: Selection): string[] {
	const names = [...attributes, ...splitNames(added)].filter(isKnownElement);
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

/** The values once the preset is chosen: its boxes ticked, every other known one cleared, all else as it was. */
export function withPreset(preset: Preset, values: TemplateFormValues): TemplateFormValues {
	const own = (names: string[]) => names.filter((name) => !isKnownElement(name));
	return {
		...values,
		attributes: [...new Set([...preset.attributes, ...own(values.attributes)])].sort(),
		added: own(splitNames(values.added)).join(", "),
	};
}
