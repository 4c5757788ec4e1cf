import { MDL_ATTRIBUTE_NAMES } from "@/lib/contract/template/mdl-attribute-names";
import { elementsOf } from "@/lib/contract/template/mdl-elements";
import type { Template } from "@/lib/contract/template/template";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { requestedNames } from "@/lib/dashboard/templates/attribute-facts";
import { kindsOf } from "../templates/_list/template-row";

/** Up to this many attributes are named; more are counted, with their kinds. */
const NAMED_MAX = 3;

/**
 * What a template requests from the holder: "Over 21, Photo", "8 of 21: identity, address", "12 of 21 and Over 18: identity".
 */
export function requestInWords({ presentation }: Template): string {
	if (!presentation) return "Not readable here";
	const names = requestedNames(elementsOf(presentation));
	if (names.length === 0) return "Nothing";
	if (names.length <= NAMED_MAX) return names.map(attributeLabel).join(", ");
	const kinds = kindsOf(names);
	const known: readonly string[] = MDL_ATTRIBUTE_NAMES;
	const beyond = names.filter((name) => !known.includes(name)).map(attributeLabel);
	const counted = `${names.length - beyond.length} of ${known.length}`;
	const [only] = beyond;
	const others = beyond.length === 0 ? "" : ` and ${beyond.length === 1 ? only : `${beyond.length} more`}`;
	return `${counted}${others}${kinds.length > 0 ? `: ${kinds.join(", ")}` : ""}`;
}
