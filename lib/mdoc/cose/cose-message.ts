import { type CborEntry, type CborItem, decodeCbor } from "../cbor/decode-cbor";
import { encodeCbor } from "../cbor/encode-cbor";
import { bytesOf, findField, itemOf, itemsOf, numberOf } from "../cbor/fields";
import { MdocFault } from "../mdoc-fault";

/** Labels of COSE headers (RFC 9052, 3.1; RFC 9360, 2). */
export const ALGORITHM = 1;
const CRITICAL = 2;
export const X5CHAIN = 33;

export type CoseMessage = ReturnType<typeof readCoseMessage>;

/**
 * COSE_Sign1 or COSE_Mac0: both are one array of four (RFC 9052, 4.2 and 6.2).
 * @param report is called with headers that make every proof invalid: critical ones that are not supported, or
 * duplicates, but of certificates: what they prove is checked by themselves
 * @throws MdocFault where it is none
 */
export function readCoseMessage(item: CborItem, what: string, report: (fault: MdocFault) => void) {
	const [first, second, third, fourth, ...others] = itemsOf(item, what);
	if (!first || !second || !third || !fourth || others.length > 0) {
		throw new MdocFault(`${what} is not an array of four (RFC 9052).`, item.at);
	}
	const protectedItem = itemOf(first, "bytes", `The protected header of ${what}`);
	// An empty byte string is an empty header.
	const protectedHeader =
		protectedItem.value.length === 0
			? null
			: itemOf(decodeCbor(protectedItem.value, protectedItem.contentAt), "map", `The protected header of ${what}`);
	const unprotectedHeader = itemOf(second, "map", `The unprotected header of ${what}`);
	if (protectedHeader && findField(protectedHeader, CRITICAL)) {
		report(new MdocFault(`${what} has critical headers, which are not understood here.`, first.at));
	}
	const labels = new Set(protectedHeader?.entries.map(labelOf));
	labels.delete(`integer ${X5CHAIN}`);
	if (unprotectedHeader.entries.some((entry) => labels.has(labelOf(entry)))) {
		report(new MdocFault(`${what} has the same header protected and unprotected.`, second.at));
	}
	const algorithm = protectedHeader && findField(protectedHeader, ALGORITHM);
	const isDetached = third.kind === "simple" && third.value === null;
	return {
		/** The bytes of the protected header, as received: they are signed. */
		protectedBytes: protectedItem.value,
		/** Its number at IANA; null where the protected header, the only signed one, names none. */
		algorithm: algorithm && numberOf(algorithm, `The algorithm of ${what}`),
		/** Null where it is empty. */
		protectedHeader,
		unprotectedHeader,
		/** Null where it is detached. */
		payload: isDetached ? null : itemOf(third, "bytes", `The payload of ${what}`),
		/** The signature or the tag. */
		proof: bytesOf(fourth, `The signature of ${what}`),
	};
}

function labelOf([key]: CborEntry): string | null {
	return key.kind === "integer" || key.kind === "text" ? `${key.kind} ${key.value}` : null;
}

const NOTHING = new Uint8Array();

/** The bytes that are signed or authenticated in a COSE message, without external data (RFC 9052, 4.4 and 6.3). */
export function toBeSigned(kind: "Signature1" | "MAC0", protectedBytes: Uint8Array, payload: Uint8Array): Buffer {
	return encodeCbor([kind, protectedBytes, NOTHING, payload]);
}
