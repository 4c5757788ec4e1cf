import type { MdlElements } from "@/lib/contract/template/mdl-elements";

export type SampleTemplate = {
	handle: string;
	name: string;
	elements: MdlElements;
	certificateAuthority: string | null;
	createdDaysAgo: number;
	updatedDaysAgo: number;
};

export const sampleTemplates: readonly SampleTemplate[] = [
	{
		handle: "car-rental",
		name: "Car rental check-in",
		// One attribute is listed as false: kept apart from an attribute that is not listed.
		elements: {
			family_name: true,
			given_name: true,
			birth_date: true,
			expiry_date: true,
			driving_privileges: true,
			portrait: true,
			resident_address: false,
		},
		certificateAuthority: null,
		createdDaysAgo: 96,
		updatedDaysAgo: 20,
	},
	{
		handle: "age-gate",
		name: "Age check 21+",
		// Not among the attributes of the specification, which allows others beside them.
		elements: { portrait: true, age_over_21: true },
		certificateAuthority: null,
		createdDaysAgo: 41,
		updatedDaysAgo: 41,
	},
	{
		handle: "residence",
		name: "Proof of residence – 住所確認",
		elements: {
			family_name: true,
			given_name: true,
			resident_address: true,
			resident_city: true,
			resident_state: true,
			resident_postal_code: true,
			resident_country: true,
			issuing_jurisdiction: true,
		},
		certificateAuthority: "-----BEGIN CERTIFICATE-----\nSample only, not a certificate\n-----END CERTIFICATE-----",
		createdDaysAgo: 8,
		updatedDaysAgo: 2,
	},
];
