import { type KeyObject, verify } from "node:crypto";
import type { CoseMessage } from "./cose-message";
import { curveOfKey } from "./curve-of-key";
import { toBeSigned } from "./to-be-signed";

/**
 * Whether a COSE_Sign1 (RFC 9052, 4.4) was made with the key: ECDSA with both numbers at full length, or EdDSA
 * (RFC 9053, 2). False as well where the algorithm does not fit the curve.
 * @param payload what is signed, attached or detached
 */
export function verifySignature(message: CoseMessage, payload: Uint8Array, key: KeyObject): boolean {
	const curve = curveOfKey(key);
	if (!curve || curve.algorithm !== message.algorithm) return false;
	if (curve.hash !== null && message.proof.length !== 2 * curve.size) return false;
	const signed = toBeSigned("Signature1", message.protectedBytes, payload);
	try {
		return verify(curve.hash, signed, { key, dsaEncoding: "ieee-p1363" }, message.proof);
	} catch {
		return false;
	}
}
