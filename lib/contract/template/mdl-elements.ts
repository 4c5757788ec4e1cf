// No schema library: the browser builds and reads requests with this file.

/** The known boolean properties of a presentation request, in the order of the specification. */
export const MDL_ATTRIBUTE_NAMES = [
	"family_name",
	"given_name",
	"birth_date",
	"issue_date",
	"expiry_date",
	"issuing_country",
	"issuing_authority",
	"portrait",
	"driving_privileges",
	"resident_address",
	"portrait_capture_date",
	"age_in_years",
	"age_birth_year",
	"issuing_jurisdiction",
	"nationality",
	"resident_city",
	"resident_state",
	"resident_postal_code",
	"resident_country",
	"family_name_national_character",
	"given_name_national_character",
] as const;

export type MdlAttributeName = (typeof MDL_ATTRIBUTE_NAMES)[number];

/** The single document type of a presentation request, and the single namespace inside it. */
export const MDL_DOCUMENT_TYPE = "org.iso.18013.5.1.mDL";
export const MDL_NAMESPACE = "org.iso.18013.5.1";

const known: ReadonlySet<string> = new Set(MDL_ATTRIBUTE_NAMES);

export function isMdlAttributeName(name: string): name is MdlAttributeName {
	return known.has(name);
}

/** The innermost object: known attributes are booleans, unknown ones are allowed and kept as they are. */
export type MdlElements = { [name in MdlAttributeName]?: boolean } & { [unknownName: string]: unknown };

/** Specification, "Presentation request": one document type, one namespace, no other keys at either level. */
export type PresentationRequest = { [MDL_DOCUMENT_TYPE]: { [MDL_NAMESPACE]: MdlElements } };

export function presentationOf(elements: MdlElements): PresentationRequest {
	return { [MDL_DOCUMENT_TYPE]: { [MDL_NAMESPACE]: elements } };
}

export function elementsOf(presentation: PresentationRequest): MdlElements {
	return presentation[MDL_DOCUMENT_TYPE][MDL_NAMESPACE];
}
