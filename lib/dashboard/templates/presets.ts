/** A starting point for a template: what it is for, and the attributes that this needs. */
export type Preset = {
	id: string;
	title: string;
	/** The purpose in one sentence, as the holder may read it. */
	purpose: string;
	/** The usual legal basis, where there is one wherever the preset is used. */
	legalBasis?: string;
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
		purpose: "To check that you are at least 18, and nothing else about you.",
		attributes: ["age_over_18"],
	},
	{
		id: "over-21",
		title: "Over 21",
		purpose: "To check that you are at least 21, and nothing else about you.",
		attributes: ["age_over_21"],
	},
	{
		id: "over-21-photo",
		title: "Over 21 with photo",
		purpose: "To check at a counter or a door that you are at least 21, and that the licence is yours.",
		attributes: ["portrait", "age_over_21"],
	},
	{
		id: "age",
		title: "Age in years",
		purpose: "To find the age band that applies to you.",
		attributes: ["age_in_years"],
	},
	{
		id: "name",
		title: "Name check",
		purpose: "To compare your name with a booking or an account.",
		attributes: ["family_name", "given_name"],
	},
	{
		id: "identity",
		title: "Identity check",
		purpose: "To establish who you are, with a photo to compare, from a licence that is valid.",
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
		purpose: "To check in which state you live, without your address.",
		attributes: ["resident_state", "resident_country"],
	},
	{
		id: "address",
		title: "Proof of address",
		purpose: "To confirm your name and postal address.",
		attributes: ["family_name", "given_name", ...ADDRESS],
	},
	{
		id: "driving",
		title: "Driving entitlement",
		purpose: "To rent a vehicle to you: what you may drive, and until when.",
		legalBasis: "GDPR Art. 6(1)(b): contract",
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
		purpose: "To open an account at a US bank: what the bank must record about you, but for the tax number.",
		legalBasis: "US: Customer Identification Program (31 CFR 1020.220)",
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
		purpose: "To test with everything that every licence holds.",
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
