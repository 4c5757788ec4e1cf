import "server-only";
import { MdocFault } from "@/lib/mdoc/mdoc-fault";
import type { TrustedRoot } from "@/lib/mdoc/verification/verification";
import { rootsOf } from "./trusted-roots";

/**
 * The roots of a template's custom certificate authority, which add to the trust list and do not replace it; none of an
 * empty text.
 * @returns null where it can't be read: the service takes any text
 */
export function ownRoots(authority: string): TrustedRoot[] | null {
	if (authority.trim() === "") return [];
	try {
		return rootsOf(authority, "Custom certificate authority of the template");
	} catch (error) {
		if (error instanceof MdocFault) return null;
		throw error;
	}
}
