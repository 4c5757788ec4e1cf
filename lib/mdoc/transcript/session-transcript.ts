import { createHash } from "node:crypto";
import { type CborValue, encodeCbor } from "../cbor/encode-cbor";

/**
 * `SessionTranscript` of a session that has neither device engagement nor reader key (ISO/IEC 18013-5, 9.1.5.1): what
 * binds it to this request is the hash in the handover.
 * @param kind the first element of the handover
 * @param info what is hashed
 */
export function sessionTranscript(kind: string, info: readonly CborValue[]): Uint8Array {
	const hash = createHash("sha256").update(encodeCbor(info)).digest();
	return encodeCbor([null, null, [kind, hash]]);
}
