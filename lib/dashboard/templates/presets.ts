/** A starting point for a template: the attributes that a purpose needs. */
export type Preset = {
	id: string;
	title: string;
	/** The purpose's minimum set: attribute names, of the 21 and of others. */
	attributes: readonly string[];
	/** Requests more than any purpose needs. */
	isForTests?: true;
};

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

/** The attributes that a preset's purpose needs; null where there is no such preset, or it is for tests. */
export function minimumSetOf(presetId: string): readonly string[] | null {
	const preset = findPreset(presetId);
	return preset && !preset.isForTests ? preset.attributes : null;
}

/** The requested names beyond what the purpose needs, in their order; none where its minimum set is not known. */
export function beyondMinimumSet(requested: readonly string[], presetId: string): string[] {
	const needed = minimumSetOf(presetId);
	return needed ? requested.filter((name) => !needed.includes(name)) : [];
}
