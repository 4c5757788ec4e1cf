import { linesOf } from "@/app/_editor/kinds/lines";
import { isFilled } from "./mappings";
import type { SingleSignOnValues } from "./single-sign-on-editor";

const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/";
const USUAL_PROBES = ["nameidentifier", "emailaddress", "name"].map((name) => CLAIMS + name);

/**
 * Own mappings take the place of all the usual ones, and with them of what people are named by. A tenant signs nobody in
 * whom it has no name for.
 * @returns null where one of the attributes is among the mappings, or may come from somewhere else
 */
export function nameIdentifierAdvice({ mappings, probes }: SingleSignOnValues): string | null {
	const names = mappings.filter(isFilled).map(({ name }) => name.trim());
	if (names.length === 0 || linesOf(probes).length > 0) return null;
	if (USUAL_PROBES.some((probe) => names.includes(probe))) return null;
	return `With these mappings nobody can sign in: people would have no name identifier. Map user_id to ${USUAL_PROBES[0]}, or put one of the attributes above under Name identifier attributes.`;
}
