import { MDL_DOCUMENT_TYPE, MDL_NAMESPACE, type MdlAttributeName } from "./mdl-attribute-names";
// No schema library: the browser builds and reads requests with this file.

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
