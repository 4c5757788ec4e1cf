import { encodeCbor } from "../cbor/encode-cbor";

const NOTHING = new Uint8Array();

/** What a COSE message is signed or authenticated over, without further data (RFC 9052, 4.4 and 6.3). */
export function toBeSigned(kind: "Signature1" | "MAC0", protectedBytes: Uint8Array, payload: Uint8Array): Buffer {
	return encodeCbor([kind, protectedBytes, NOTHING, payload]);
}
