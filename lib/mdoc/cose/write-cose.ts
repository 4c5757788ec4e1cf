import { createHmac, type KeyObject, sign } from "node:crypto";
import { type CborValue, encodeCbor } from "../cbor/encode-cbor";

/** Labels of headers (RFC 9052, 3.1; RFC 9360, section 2). */
const ALGORITHM = 1;
const CERTIFICATES = 33;

const HMAC_256 = 5;
const EDDSA = { algorithm: -8, hash: null };
const ES256 = { algorithm: -7, hash: "sha256" };
const ECDSA = new Map([
	["secp384r1", { algorithm: -35, hash: "sha384" }],
	["secp521r1", { algorithm: -36, hash: "sha512" }],
]);

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
	const { algorithm, hash } = signature(key);
	const head = encodeCbor(new Map([[ALGORITHM, algorithm]]));
	const toSign = encodeCbor(["Signature1", head, Buffer.alloc(0), content]);
	const signed = sign(hash, toSign, { key, dsaEncoding: "ieee-p1363" });
	const [first, ...others] = chain;
	const certificates = others.length > 0 ? chain : first;
	const loose = new Map<number, CborValue>(certificates === undefined ? [] : [[CERTIFICATES, certificates]]);
	return [head, loose, isDetached ? null : content, signed];
}

/** COSE_Mac0 with HMAC 256/256 over a content that is not carried (RFC 9052, 6.2; ISO/IEC 18013-5, 9.1.3.5). */
export function coseMac0(key: Uint8Array, content: Uint8Array): CborValue {
	const head = encodeCbor(new Map([[ALGORITHM, HMAC_256]]));
	const toProve = encodeCbor(["MAC0", head, Buffer.alloc(0), content]);
	return [head, new Map(), null, createHmac("sha256", key).update(toProve).digest()];
}

function signature(key: KeyObject): { algorithm: number; hash: string | null } {
	if (key.asymmetricKeyType === "ed25519") return EDDSA;
	return ECDSA.get(key.asymmetricKeyDetails?.namedCurve ?? "") ?? ES256;
}
