import { MdocFault } from "../mdoc-fault";
import type { AskedElement } from "../verification/verification";

/** Neither form of a request may ask for no element at all (ISO/IEC 18013-5, 8.3.2.1.2.1; OpenID4VP 1.0, section 6.1). */
export function refuseEmptyRequest(asked: readonly AskedElement[]): void {
	if (asked.length === 0) throw new MdocFault("Nothing is asked for: a request names at least one element.");
}
