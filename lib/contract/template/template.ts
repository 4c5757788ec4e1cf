import { z } from "zod";
import { pageOf, text } from "../lenient";
import {
	CERTIFICATE_AUTHORITY_LENGTH_MAX,
	PRESENTATION_ATTRIBUTES_MIN,
	TEMPLATE_DIALECT_LENGTH_MAX,
	TEMPLATE_NAME_LENGTH_MAX,
	TEMPLATE_TYPE_LENGTH_MAX,
	TRUSTED_ISSUERS_LENGTH_MAX,
} from "../limits";
import { objectOfEntries } from "../safe-object";
import type { MdlElements, PresentationRequest } from "./mdl-elements";
import { isMdlAttributeName, MDL_ATTRIBUTE_NAMES, MDL_DOCUMENT_TYPE, MDL_NAMESPACE } from "./mdl-elements";

export const mdlElements = objectOfEntries<MdlElements>((entries, report) => {
	for (const [name, value] of entries) {
		if (isMdlAttributeName(name) && typeof value !== "boolean") {
			report({ code: "invalid_type", expected: "boolean", input: value, path: [name] });
		}
	}
	if (entries.length < PRESENTATION_ATTRIBUTES_MIN) {
		report({
			code: "too_small",
			origin: "object",
			minimum: PRESENTATION_ATTRIBUTES_MIN,
			inclusive: true,
			input: Object.fromEntries(entries),
		});
	}
}).meta({
	type: "object",
	minProperties: PRESENTATION_ATTRIBUTES_MIN,
	properties: Object.fromEntries(MDL_ATTRIBUTE_NAMES.map((name) => [name, { type: "boolean" }])),
	additionalProperties: true,
});

/** Specification, "Presentation request": one document type, one namespace, no other keys at either level. */
export const presentationRequest: z.ZodType<PresentationRequest> = z.strictObject({
	[MDL_DOCUMENT_TYPE]: z.strictObject({ [MDL_NAMESPACE]: mdlElements }),
});

const name = z.string().min(1).max(TEMPLATE_NAME_LENGTH_MAX);
const type = z.string().min(1).max(TEMPLATE_TYPE_LENGTH_MAX);
// The patterns are the specification's own, character for character (the dot matches any character there too).
const dialect = z
	.string()
	.max(TEMPLATE_DIALECT_LENGTH_MAX)
	.regex(/^simplified\/1.0$/u);
const trustedIssuers = z
	.string()
	.min(1)
	.max(TRUSTED_ISSUERS_LENGTH_MAX)
	.regex(/^aamva$/u);
const certificateAuthority = z.string().min(1).max(CERTIFICATE_AUTHORITY_LENGTH_MAX);

/** Body of `POST /verifiable-credentials/verification/templates`. Additional properties are rejected. */
export const createTemplateRequest = z.strictObject({
	name,
	type,
	dialect,
	presentation: presentationRequest,
	custom_certificate_authority: certificateAuthority.nullable().optional(),
	well_known_trusted_issuers: trustedIssuers,
});
export type CreateTemplateRequest = z.infer<typeof createTemplateRequest>;

/** Body of `PATCH …/templates/{id}`: every property optional; the certificate authority cannot be changed. */
export const updateTemplateRequest = z.strictObject({
	name: name.nullable().optional(),
	type: type.nullable().optional(),
	dialect: dialect.nullable().optional(),
	presentation: presentationRequest.optional(),
	well_known_trusted_issuers: trustedIssuers.nullable().optional(),
	version: z.number().nullable().optional(),
});
export type UpdateTemplateRequest = z.infer<typeof updateTemplateRequest>;

/** A template in a response. A real tenant guarantees only the id. */
export const template = z.looseObject({
	id: z.string(),
	name: text,
	type: text,
	dialect: text,
	// Null also for a presentation of another shape, so that one invalid template breaks no list.
	presentation: presentationRequest.nullish().catch(null),
	custom_certificate_authority: text,
	well_known_trusted_issuers: text,
	created_at: text,
	updated_at: text,
});
export type Template = z.infer<typeof template>;

/** Checkpoint page: `next` goes into the `from` query parameter. */
export const templatePage = pageOf("templates", template, { next: z.string().nullish() });
export type TemplatePage = z.infer<typeof templatePage>;
