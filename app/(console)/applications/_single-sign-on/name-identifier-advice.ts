import { linesOf } from "@/app/_editor/kinds/lists";
import { isFilled } from "../_edit/mappings";
import type { SingleSignOnValues } from "../_edit/single-sign-on-editor";

const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/";
const USUAL_PROBES = ["nameidentifier", "emailaddress", "name"].map((name) => CLAIMS + name);

/**
 * What own mappings lack, which replace all the default ones: that of the name identifier.
 * @returns null where one of the attributes is among the mappings, or the name identifier attributes are set
 */
export function nameIdentifierAdvice({
	mappings,
	probes,
}: Pick<SingleSignOnValues, "mappings" | "probes">): string | null {
	const rows = mappings.filter(isFilled);
	if (rows.length === 0 || linesOf(probes).length > 0) return null;
	if (rows.some(({ name }) => USUAL_PROBES.includes(name.trim()))) return null;
	return `With these mappings people may have no name identifier, without which nobody signs in. Map user_id to ${USUAL_PROBES[0]}, or put one of the attributes above under Name identifier attributes.`;
}
