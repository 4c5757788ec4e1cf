import { createHash, createHmac, diffieHellman, hkdfSync, type KeyObject, timingSafeEqual, verify } from "node:crypto";
import { embeddedCbor, encodeCbor, RawCbor } from "../cbor/encode-cbor";
import { type CoseMessage, toBeSigned } from "./cose-message";
import { curveOfKey } from "./curves";

/** HMAC 256/256, the one that ISO/IEC 18013-5, 9.1.3.5 allows. */
export const HMAC_256 = 5;
const KEY_BYTES = 32;

/**
 * Whether a COSE_Mac0 (RFC 9052, 6.3) was made with the key that the reader and the device agree on.
 * @param payload what is authenticated, detached
 * @param eMacKey 32 bytes
 */
export function verifyMac(message: CoseMessage, payload: Uint8Array, eMacKey: Uint8Array): boolean {
	if (message.algorithm !== HMAC_256) return false;
	const tag = createHmac("sha256", eMacKey)
		.update(toBeSigned("MAC0", message.protectedBytes, payload))
		.digest();
	return tag.length === message.proof.length && timingSafeEqual(tag, message.proof);
}

/**
 * EMacKey (ISO/IEC 18013-5, 9.1.3.5): from the reader's ephemeral key and the device's key, bound to the session.
 * @param transcript CBOR of the session transcript
 * @returns null where the two keys are not on one curve
 */
export function agreeOnMacKey(own: KeyObject, other: KeyObject, transcript: Uint8Array): Uint8Array | null {
	const salt = createHash("sha256")
		.update(encodeCbor(embeddedCbor(new RawCbor(transcript))))
		.digest();
	try {
		const secret = diffieHellman({ privateKey: own, publicKey: other });
		return new Uint8Array(hkdfSync("sha256", secret, salt, "EMacKey", KEY_BYTES));
	} catch {
		return null;
	}
}

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
