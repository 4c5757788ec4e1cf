import {
	createHash,
	createHmac,
	diffieHellman,
	hkdfSync,
	type KeyObject,
	sign,
	timingSafeEqual,
	verify,
} from "node:crypto";
import { type CborValue, embeddedCbor, encodeCbor, RawCbor } from "../cbor/encode-cbor";
import { curveOfKey } from "./cose-key";
import { ALGORITHM, type CoseMessage, toBeSigned, X5CHAIN } from "./cose-message";

/** HMAC 256/256, the one that ISO/IEC 18013-5, 9.1.3.5 allows. */
export const HMAC_256 = 5;
const KEY_BYTES = 32;

/**
 * Whether a COSE_Mac0 (RFC 9052, 6.3) was made with the key that the reader and the device agree on.
 * @param payload the authenticated content, detached
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
 * (RFC 9053, 2). False as well where the algorithm does not match the curve.
 * @param payload the signed content, attached or detached
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

/**
 * COSE_Sign1 (RFC 9052, 4.2) with the algorithm that ISO/IEC 18013-5, 9.1.2.4 and 9.1.3.6, has for the key.
 * @param chain DER of the included certificates, the signer's first
 * @param isDetached the content is signed and not included
 */
export function coseSign1(
	key: KeyObject,
	content: Uint8Array,
	{ chain = [], isDetached = false }: { chain?: readonly Uint8Array[]; isDetached?: boolean } = {},
): CborValue {
	const curve = curveOfKey(key);
	if (!curve) throw new TypeError("ISO/IEC 18013-5 does not sign with such keys.");
	const head = encodeCbor(new Map([[ALGORITHM, curve.algorithm]]));
	const signed = sign(curve.hash, toBeSigned("Signature1", head, content), { key, dsaEncoding: "ieee-p1363" });
	const [first, ...others] = chain;
	const certificates = others.length > 0 ? chain : first;
	const loose = new Map<number, CborValue>(certificates === undefined ? [] : [[X5CHAIN, certificates]]);
	return [head, loose, isDetached ? null : content, signed];
}

/** COSE_Mac0 with HMAC 256/256 over a detached content (RFC 9052, 6.2; ISO/IEC 18013-5, 9.1.3.5). */
export function coseMac0(key: Uint8Array, content: Uint8Array): CborValue {
	const head = encodeCbor(new Map([[ALGORITHM, HMAC_256]]));
	return [
		head,
		new Map(),
		null,
		createHmac("sha256", key)
			.update(toBeSigned("MAC0", head, content))
			.digest(),
	];
}
