import { createHmac, type KeyObject, sign } from "node:crypto";
import { type CborValue, encodeCbor } from "../cbor/encode-cbor";
import { ALGORITHM, toBeSigned, X5CHAIN } from "./cose-message";
import { curveOfKey } from "./curves";
import { LABEL, TYPE } from "./read-cose-key";
import { HMAC_256 } from "./verify-proof";

/**
 * COSE_Sign1 (RFC 9052, 4.2) with the algorithm that ISO/IEC 18013-5, 9.1.2.4 and 9.1.3.6, has for the key.
 * @param chain DER of the certificates that go along, the signer's first
 * @param isDetached the content is signed and not carried
 */
export function coseSign1(
	key: KeyObject,
	content: Uint8Array,
	{ chain = [], isDetached = false }: { chain?: readonly Uint8Array[]; isDetached?: boolean } = {},
): CborValue {
	const curve = curveOfKey(key);
	if (!curve) throw new TypeError("ISO/IEC 18013-5 signs with no such keys.");
	const head = encodeCbor(new Map([[ALGORITHM, curve.algorithm]]));
	const signed = sign(curve.hash, toBeSigned("Signature1", head, content), { key, dsaEncoding: "ieee-p1363" });
	const [first, ...others] = chain;
	const certificates = others.length > 0 ? chain : first;
	const loose = new Map<number, CborValue>(certificates === undefined ? [] : [[X5CHAIN, certificates]]);
	return [head, loose, isDetached ? null : content, signed];
}

/** COSE_Mac0 with HMAC 256/256 over a content that is not carried (RFC 9052, 6.2; ISO/IEC 18013-5, 9.1.3.5). */
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

/** A public key on one of the curves of ISO/IEC 18013-5 as COSE_Key (RFC 9052, section 7). */
export function coseKey(key: KeyObject): ReadonlyMap<number, CborValue> {
	const curve = curveOfKey(key);
	if (!curve) throw new TypeError("ISO/IEC 18013-5 has no such keys.");
	const { x = "", y } = key.export({ format: "jwk" });
	return new Map<number, CborValue>([
		[LABEL.type, y === undefined ? TYPE.octets : TYPE.coordinates],
		[LABEL.curve, curve.cose],
		[LABEL.x, Buffer.from(x, "base64url")],
		...(y === undefined ? [] : [[LABEL.y, Buffer.from(y, "base64url")] as const]),
	]);
}
