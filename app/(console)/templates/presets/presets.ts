/** A starting point: it ticks boxes, and the admin goes on from there. */
export type Preset = {
	id: string;
	title: string;
	/** For what it is enough, in a line. */
	purpose: string;
	/** Attribute names, of the 21 and of others. */
	attributes: readonly string[];
	/** Where the selection comes from. */
	basis: string;
	/** Asks for more than any purpose needs. */
	isForTests?: true;
};

const ADDRESS = ["resident_address", "resident_city", "resident_state", "resident_postal_code", "resident_country"];

/** Smallest requests first. */
export const presets: readonly Preset[] = [
	{
		id: "over-18",
		title: "Over 18",
		purpose: "Yes or no to an age limit, and nothing else about the person.",
		attributes: ["age_over_18"],
		basis: "OpenID4VP 1.0 recommends an age statement over a date of birth; Multipaz's reader has the same request.",
	},
	{
		id: "over-21",
		title: "Over 21",
		purpose: "The same for the age of 21.",
		attributes: ["age_over_21"],
		basis: "As “Over 18”; the usual check for alcohol in the United States.",
	},
	{
		id: "over-21-photo",
		title: "Over 21 with photo",
		purpose: "For a counter or a door, where somebody compares the face.",
		attributes: ["portrait", "age_over_21"],
		basis: "Multipaz's reader request “age over 21 and portrait”.",
	},
	{
		id: "age",
		title: "Age in years",
		purpose: "For age bands, where one limit is not enough.",
		attributes: ["age_in_years"],
		basis: "The least telling of the specification's own age attributes; not every licence holds it.",
	},
	{
		id: "name",
		title: "Name check",
		purpose: "Compares a name with a booking or an account.",
		attributes: ["family_name", "given_name"],
		basis: "The two names that ISO/IEC 18013-5 makes every issuer fill in.",
	},
	{
		id: "identity",
		title: "Identity check",
		purpose: "Who the person is, with a photo to compare and the licence's validity.",
		attributes: [
			"family_name",
			"given_name",
			"birth_date",
			"portrait",
			"expiry_date",
			"issuing_authority",
			"issuing_country",
		],
		basis: "Multipaz's transport request, without the elements that only US licences carry.",
	},
	{
		id: "lives-in-state",
		title: "Lives in a state",
		purpose: "Residency alone: no street, no city.",
		attributes: ["resident_state", "resident_country"],
		basis: "The smallest part of the address that answers the question.",
	},
	{
		id: "address",
		title: "Proof of address",
		purpose: "Name and full postal address.",
		attributes: ["family_name", "given_name", ...ADDRESS],
		basis: "The “name and address” requests of Multipaz and of Google Wallet's guide for verifiers.",
	},
	{
		id: "driving",
		title: "Driving entitlement",
		purpose: "For renting out a vehicle: who may drive what, and until when.",
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
		basis: "The driving privileges request of the California DMV's reader; rental contracts record the licence number.",
	},
	{
		id: "bank-us",
		title: "Bank onboarding (US)",
		purpose: "What a US bank records when it opens an account, but for the tax number.",
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
		basis: "The US Customer Identification Program (31 CFR 1020.220): name, date of birth, address, and the document.",
	},
	{
		id: "mandatory",
		title: "All mandatory",
		purpose: "Everything that every licence holds. For tests, hardly ever for people.",
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
		basis: "The elements that ISO/IEC 18013-5, table 5, makes mandatory for issuers.",
		isForTests: true,
	},
];

export function findPreset(id: string | null | undefined): Preset | null {
	return presets.find((preset) => preset.id === id) ?? null;
}
