import {
	CERTIFICATE_AUTHORITY_LENGTH_MAX,
	TEMPLATE_DIALECT,
	TEMPLATE_NAME_LENGTH_MAX,
	TEMPLATE_TYPE_DEFAULT,
	TEMPLATE_TYPE_LENGTH_MAX,
	TRUSTED_ISSUERS,
} from "@/lib/contract/limits";
import { type Act, act } from "../change-in-words";
import { purposeFields } from "./purpose";

// What a template consists of, once: the form's declaration, requests, files, plans, versions, comparisons and the words of
// changes derive from these tables. The fields of its purpose, which the console keeps, are in `purpose.ts`.

/** A text that the service stores and the form edits. */
type ServiceText = {
	label: string;
	/** Shown under its control. */
	help: string;
	/** Its property in the interface and in files. */
	wire: string;
	/** What a template has where a response omits it. */
	default: string;
	/** In characters. */
	max: number;
	/** The fault of an empty text; absent: it may be empty, and is then left out of a new template and of files. */
	required?: string;
	/** The start of a change in words. */
	sets?: Act;
};

export const serviceTexts = {
	name: {
		label: "Name",
		help: "Must be unique.",
		wire: "name",
		default: "",
		max: TEMPLATE_NAME_LENGTH_MAX,
		required: "A name is needed.",
		sets: act("rename", "it to"),
	},
	type: {
		label: "Type",
		help: "The kind of credential. “mdl” is the mobile driving licence; leave it unless you know better.",
		wire: "type",
		default: TEMPLATE_TYPE_DEFAULT,
		max: TEMPLATE_TYPE_LENGTH_MAX,
		required: "A type is needed.",
	},
} as const satisfies Record<string, ServiceText>;

export type ServiceTextName = keyof typeof serviceTexts;
export const serviceTextNames = Object.keys(serviceTexts) as ServiceTextName[];

/** The properties of a template in the interface, in its order. */
export const templateProperties = {
	...serviceTexts,
	dialect: { label: "Dialect", wire: "dialect", default: TEMPLATE_DIALECT },
	elements: { label: "Attributes", wire: "presentation" },
	/** It can't be changed after creation. */
	certificateAuthority: {
		label: "Custom certificate authority",
		wire: "custom_certificate_authority",
		default: "",
		max: CERTIFICATE_AUTHORITY_LENGTH_MAX,
	},
	trustedIssuers: { label: "Trusted issuers", wire: "well_known_trusted_issuers", default: TRUSTED_ISSUERS },
} as const;

export type TemplateProperty = keyof typeof templateProperties;
/** The properties that are texts. */
export type TextProperty = Exclude<TemplateProperty, "elements">;
/** A property as the interface names it. */
export type TemplateWire = (typeof templateProperties)[TemplateProperty]["wire"];

export const templatePropertyNames = Object.keys(templateProperties) as TemplateProperty[];
export const textPropertyNames = templatePropertyNames.filter((name) => name !== "elements");

/** Every text with its label, by the name of its part: also those that no form edits, as files may name another value. */
export const templateTexts: Readonly<
	Record<string, { label: string; sets?: Act; inWords?: (json: string | null) => string }>
> = { ...templateProperties, ...purposeFields };
