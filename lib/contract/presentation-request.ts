import { z } from "zod";
import { PRESENTATION_ATTRIBUTES_MIN } from "./limits";
import {
	isMdlAttributeName,
	MDL_ATTRIBUTE_NAMES,
	MDL_DOCUMENT_TYPE,
	MDL_NAMESPACE,
	type MdlAttributeName,
} from "./mdl-attribute-names";
import { objectOfEntries } from "./safe-object";

/** The innermost object: known attributes are booleans, unknown ones are allowed and kept as they are. */
export type MdlElements = { [name in MdlAttributeName]?: boolean } & { [unknownName: string]: unknown };

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
export const presentationRequest = z.strictObject({
	[MDL_DOCUMENT_TYPE]: z.strictObject({ [MDL_NAMESPACE]: mdlElements }),
});

export type PresentationRequest = z.infer<typeof presentationRequest>;

export function presentationOf(elements: MdlElements): PresentationRequest {
	return { [MDL_DOCUMENT_TYPE]: { [MDL_NAMESPACE]: elements } };
}

export function elementsOf(presentation: PresentationRequest): MdlElements {
	return presentation[MDL_DOCUMENT_TYPE][MDL_NAMESPACE];
}
