import { isolated } from "@/lib/contract/name-or-id";
import type { MdlAttributeName } from "@/lib/contract/template/mdl-elements";

/** What an attribute discloses: it identifies or locates the person, is personal, or is about the document. */
export type Sensitivity = "high" | "personal" | "low";

/** One attribute as the admin sees it. `help` states in a line what it is, or when not to request it. */
export type CatalogueAttribute = {
	name: MdlAttributeName;
	label: string;
	help: string;
	sensitivity: Sensitivity;
	/** ISO/IEC 18013-5 lets an issuer omit it: requesting it may leave a wallet unable to respond. */
	isOptional?: true;
};
export type SuggestedAttribute = Omit<CatalogueAttribute, "name" | "help"> & { name: string; help?: string };
export type AttributeGroup = {
	title: string;
	/** For a list of all groups, where the title is too long. */
	shortTitle?: string;
	attributes: readonly CatalogueAttribute[];
};

/** The note on an attribute with `isOptional`. */
export const MAY_BE_MISSING = "may be missing on some licences";

/** Beyond the 21, and before them in the form: preferable to the attributes of the group that follows. */
export const ageLimits = {
	title: "Age limits",
	attributes: [18, 21].map(
		(age): SuggestedAttribute => ({
			name: `age_over_${age}`,
			label: `Over ${age}`,
			help: "Yes or no, and nothing else about the holder.",
			sensitivity: "low",
			isOptional: true,
		}),
	),
};

/**
 * The 21 attributes of the specification in the order of the form. Form, preview and checks all read this one list.
 * Meanings follow ISO/IEC 18013-5, table 5.
 */
export const attributeGroups: readonly AttributeGroup[] = [
	{
		title: "Age",
		attributes: [
			{
				name: "birth_date",
				label: "Date of birth",
				help: "The exact date. For an age limit “Over 18” is enough.",
				sensitivity: "high",
			},
			{
				name: "age_in_years",
				label: "Age in years",
				help: "Can be a birthday behind.",
				sensitivity: "personal",
				isOptional: true,
			},
			{
				name: "age_birth_year",
				label: "Year of birth",
				help: "Does not settle an age limit.",
				sensitivity: "personal",
				isOptional: true,
			},
		],
	},
	{
		title: "Person",
		attributes: [
			{
				name: "family_name",
				label: "Family name",
				help: "The surname as the issuer recorded it.",
				sensitivity: "personal",
			},
			{
				name: "given_name",
				label: "Given names",
				help: "First and other given names together.",
				sensitivity: "personal",
			},
			{
				name: "nationality",
				label: "Nationality",
				help: "Few licences have it.",
				sensitivity: "high",
				isOptional: true,
			},
		],
	},
	{
		title: "Photo",
		attributes: [
			{
				name: "portrait",
				label: "Photo",
				help: "Only to compare it with the holder.",
				sensitivity: "high",
			},
			{
				name: "portrait_capture_date",
				label: "Photo taken on",
				help: "Of no use without the photo.",
				sensitivity: "low",
				isOptional: true,
			},
		],
	},
	{
		title: "Address",
		attributes: [
			{
				name: "resident_address",
				label: "Street address",
				help: "Where the holder can be found.",
				sensitivity: "high",
				isOptional: true,
			},
			{
				name: "resident_city",
				label: "City",
				help: "Only the city or town.",
				sensitivity: "personal",
				isOptional: true,
			},
			{
				name: "resident_state",
				label: "State / province",
				help: "Enough for “lives in this state”.",
				sensitivity: "low",
				isOptional: true,
			},
			{
				name: "resident_postal_code",
				label: "Postal code",
				help: "Only the code.",
				sensitivity: "personal",
				isOptional: true,
			},
			{
				name: "resident_country",
				label: "Country of residence",
				help: "A two-letter country code.",
				sensitivity: "low",
				isOptional: true,
			},
		],
	},
	{
		title: "Licence",
		attributes: [
			{
				name: "driving_privileges",
				label: "Driving categories",
				help: "A, B and so on; not the classes of US states.",
				sensitivity: "personal",
			},
			{ name: "issue_date", label: "Issued on", help: "When this licence was issued.", sensitivity: "low" },
			{
				name: "expiry_date",
				label: "Expires on",
				help: "When the licence expires, not its copy on the phone.",
				sensitivity: "low",
			},
		],
	},
	{
		title: "Issuer",
		attributes: [
			{
				name: "issuing_country",
				label: "Issuing country",
				help: "Two letters, checked against the certificate.",
				sensitivity: "low",
			},
			{
				name: "issuing_authority",
				label: "Issuing authority",
				help: "The agency, for example a state's DMV.",
				sensitivity: "low",
			},
			{
				name: "issuing_jurisdiction",
				label: "Issuing state or region",
				help: "For example US-UT.",
				sensitivity: "low",
				isOptional: true,
			},
		],
	},
	{
		title: "Names in national script",
		shortTitle: "National script",
		attributes: [
			{
				name: "family_name_national_character",
				label: "Family name (national script)",
				help: "Beside “Family name”, not instead.",
				sensitivity: "personal",
				isOptional: true,
			},
			{
				name: "given_name_national_character",
				label: "Given names (national script)",
				help: "Beside “Given names”, not instead.",
				sensitivity: "personal",
				isOptional: true,
			},
		],
	},
];

/** The groups of the form, in its order. */
export const formGroups: readonly (Omit<AttributeGroup, "attributes"> & {
	attributes: readonly SuggestedAttribute[];
})[] = [ageLimits, ...attributeGroups];

/** Further elements of the same namespace, under "More attributes". */
export const moreAttributes: readonly SuggestedAttribute[] = [
	{ name: "age_over_25", label: "Over 25", sensitivity: "low", isOptional: true },
	{ name: "age_over_65", label: "Over 65", sensitivity: "low", isOptional: true },
	{ name: "document_number", label: "Licence number", sensitivity: "high" },
	{ name: "administrative_number", label: "Administrative number", sensitivity: "high", isOptional: true },
	{ name: "un_distinguishing_sign", label: "Distinguishing sign of the country", sensitivity: "low" },
	{ name: "sex", label: "Sex", sensitivity: "personal", isOptional: true },
	{ name: "height", label: "Height", sensitivity: "personal", isOptional: true },
	{ name: "weight", label: "Weight", sensitivity: "personal", isOptional: true },
	{ name: "eye_colour", label: "Eye colour", sensitivity: "personal", isOptional: true },
	{ name: "hair_colour", label: "Hair colour", sensitivity: "personal", isOptional: true },
	{ name: "birth_place", label: "Place of birth", sensitivity: "high", isOptional: true },
	{ name: "signature_usual_mark", label: "Signature", sensitivity: "high", isOptional: true },
];

/** All elements with a box that the specification does not list but allows to be requested. */
export const suggestedAttributes: readonly SuggestedAttribute[] = [...ageLimits.attributes, ...moreAttributes];

const labels = new Map<string, string>([
	...attributeGroups.flatMap(({ attributes }) => attributes.map(({ name, label }) => [name, label] as const)),
	...suggestedAttributes.map(({ name, label }) => [name, label] as const),
]);

/** The label of an attribute of the catalogue or of an age limit; null for other names. */
export function knownLabel(name: string): string | null {
	const over = /^age_over_(\d{2})$/.exec(name);
	return labels.get(name) ?? (over ? `Over ${over[1]}` : null);
}

/** An attribute within a sentence: by its label, or else by its name. */
export function attributeLabel(name: string): string {
	return knownLabel(name) ?? isolated(name);
}
