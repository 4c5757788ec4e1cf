import { isMdlAttributeName, MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-attribute-names";

/** "7 of 21 requested, 1 more": the one counter of a template. What is listed as false is not asked for. */
export function requestedInWords(elements: Record<string, unknown>): string {
	const requested = Object.entries(elements).flatMap(([name, value]) => (value === false ? [] : [name]));
	const ofAll = requested.filter(isMdlAttributeName).length;
	const more = requested.length - ofAll;
	return `${ofAll} of ${MDL_ATTRIBUTE_NAMES.length} requested${more > 0 ? `, ${more} more` : ""}`;
}
