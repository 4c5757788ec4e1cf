import { z } from "zod";
import { PRESENTATION_ATTRIBUTES_MIN } from "../limits";
import { objectOfEntries } from "../safe-object";
import { isMdlAttributeName, MDL_ATTRIBUTE_NAMES, MDL_DOCUMENT_TYPE, MDL_NAMESPACE } from "./mdl-attribute-names";
import type { MdlElements, PresentationRequest } from "./mdl-elements";

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
