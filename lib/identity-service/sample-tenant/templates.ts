import { TEMPLATE_DIALECT, TEMPLATE_TYPE_DEFAULT, TRUSTED_ISSUERS } from "@/lib/contract/limits";
import { type MdlElements, presentationOf } from "@/lib/contract/template/mdl-elements";
import { deriveKey } from "@/lib/secrets/sealed-text";
import type { TemplateRow } from "../store/schema";
import { daysFrom, type SampleMoment } from "./derived";

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
		// One attribute is listed as false, which differs from an attribute that is not listed.
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
		// Not an attribute of the specification, which allows others too.
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

export function templateRow({ identifiers, now }: SampleMoment, template: SampleTemplate): TemplateRow {
	const id = sampleTemplateId(identifiers, template.handle);
	const created_at = daysFrom(now, -template.createdDaysAgo);
	const updated_at = daysFrom(now, -template.updatedDaysAgo);
	const document = {
		id,
		name: template.name,
		type: TEMPLATE_TYPE_DEFAULT,
		dialect: TEMPLATE_DIALECT,
		presentation: presentationOf(template.elements),
		well_known_trusted_issuers: TRUSTED_ISSUERS,
		custom_certificate_authority: template.certificateAuthority,
		created_at,
		updated_at,
	};
	return { id, name_key: JSON.stringify(template.name), document: JSON.stringify(document), created_at, updated_at };
}

/** `vct_` and 16 digits. */
function sampleTemplateId(identifiers: string, handle: string): string {
	const bytes = deriveKey(identifiers, `sample-template:${handle}`).slice(0, 16);
	return `vct_${Array.from(bytes, (byte) => byte % 10).join("")}`;
}
