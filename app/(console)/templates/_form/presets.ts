import { isKnownElement, requestedNames } from "@/lib/dashboard/templates/attribute-facts";
import type { TemplateFormValues } from "../_edit/template-editor";
import { type Selection, splitNames, tickedNames, toggled } from "../_edit/template-elements";

/** A starting point: it ticks boxes, which the admin can then change. */
export type Preset = {
	id: string;
	title: string;
	/** Attribute names, of the 21 and of others. */
	attributes: readonly string[];
	/** Requests more than any purpose needs. */
	isForTests?: true;
};

/** Id of the list of all presets with their purposes. */
export const ALL_PRESETS_ID = "all-presets";

const ADDRESS = ["resident_address", "resident_city", "resident_state", "resident_postal_code", "resident_country"];

/** Smallest requests first. */
export const presets: readonly Preset[] = [
	{
		id: "over-18",
		title: "Over 18",
		attributes: ["age_over_18"],
	},
	{
		id: "over-21",
		title: "Over 21",
		attributes: ["age_over_21"],
	},
	{
		id: "over-21-photo",
		title: "Over 21 with photo",
		attributes: ["portrait", "age_over_21"],
	},
	{
		id: "age",
		title: "Age in years",
		attributes: ["age_in_years"],
	},
	{
		id: "name",
		title: "Name check",
		attributes: ["family_name", "given_name"],
	},
	{
		id: "identity",
		title: "Identity check",
		attributes: [
			"family_name",
			"given_name",
			"birth_date",
			"portrait",
			"expiry_date",
			"issuing_authority",
			"issuing_country",
		],
	},
	{
		id: "lives-in-state",
		title: "Lives in a state",
		attributes: ["resident_state", "resident_country"],
	},
	{
		id: "address",
		title: "Proof of address",
		attributes: ["family_name", "given_name", ...ADDRESS],
	},
	{
		id: "driving",
		title: "Driving entitlement",
		attributes: [
			"family_name",
			"given_name",
			"portrait",
			"driving_privileges",
			"issue_date",
			"expiry_date",
			"issuing_country",
			"issuing_jurisdiction",
			"document_number",
		],
	},
	{
		id: "bank-us",
		title: "Bank onboarding (US)",
		attributes: [
			"family_name",
			"given_name",
			"birth_date",
			...ADDRESS,
			"expiry_date",
			"issuing_authority",
			"issuing_jurisdiction",
			"document_number",
		],
	},
	{
		id: "mandatory",
		title: "All mandatory",
		attributes: [
			"family_name",
			"given_name",
			"birth_date",
			"portrait",
			"driving_privileges",
			"issue_date",
			"expiry_date",
			"issuing_country",
			"issuing_authority",
			"document_number",
			"un_distinguishing_sign",
		],
		isForTests: true,
	},
];

export function findPreset(id: string | null | undefined): Preset | null {
	return presets.find((preset) => preset.id === id) ?? null;
}

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
