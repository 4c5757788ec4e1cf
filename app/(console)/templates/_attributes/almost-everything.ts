import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-attribute-names";

/** Of the 21 attributes of the specification: so many say nearly all that a licence holds. */
const ALMOST_EVERYTHING_MIN = 18;

/** @param requested names of the elements that a template asks for */
export function asksForAlmostEverything(requested: readonly string[]): boolean {
	const names = new Set<string>(requested);
	return MDL_ATTRIBUTE_NAMES.filter((name) => names.has(name)).length >= ALMOST_EVERYTHING_MIN;
}
