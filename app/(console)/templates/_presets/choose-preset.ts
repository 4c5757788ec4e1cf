import type { TemplateFormValues } from "../_edit/template-editor";
import { splitNames, tickedNames } from "../_edit/template-elements";
import { isUnchangedFrom, presetPlan, withPreset } from "./preset-plan";
import { findPreset } from "./presets";

/**
 * Whether choosing a preset has to be confirmed: it would change a selection that is the admin's own work, neither
 * empty nor just another preset's.
 */
export function needsQuestion(chosen: string, current: string | null, values: TemplateFormValues): boolean {
	const preset = findPreset(chosen);
	if (!preset || (tickedNames(values).length === 0 && splitNames(values.added).length === 0)) return false;
	const before = findPreset(current);
	if (before && isUnchangedFrom(before, values)) return false;
	const { adds, removes } = presetPlan(preset, values);
	return adds.length + removes.length > 0;
}

/** The values once a preset is chosen; the values themselves where there is no such preset. */
export function withPresetId(chosen: string, values: TemplateFormValues): TemplateFormValues {
	const preset = findPreset(chosen);
	return preset ? withPreset(preset, values) : values;
}
