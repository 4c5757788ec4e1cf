import { createHash, createPrivateKey, createPublicKey, sign, X509Certificate } from "node:crypto";
import type { JWK } from "jose";
import { der, derTime, identifier, pem, TAG } from "@/lib/der/write-der";

const COMMON_NAME = "550403";
const SHA256_WITH_RSA = "2a864886f70d01010b";
const ECDSA_WITH_SHA256 = "2a8648ce3d040302";
const SIGNED_DATA = "2a864886f70d010702";
const DATA = "2a864886f70d010701";
const VERSION_3 = 2;
const SERIAL_BYTES = 15;
const LIFETIME_YEARS = 20;

/**
 * A certificate for one of the service's own keys (X.509 version 3, RFC 5280 section 4.1), signed with that key: partners
 * who verify by certificate pin it, without an authority.
 * @param key private, RSA or P-256
 * @param commonName of the key's owner
 * @param from the beginning of its validity of twenty years
 * @returns PEM
 */
export function selfSignedCertificate(key: JWK, commonName: string, from: Date): string {
	const privateKey = createPrivateKey({ key, format: "jwk" });
	const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "der" });
	const algorithm =
		key.kty === "RSA"
			? der(TAG.sequence, identifier(SHA256_WITH_RSA), der(TAG.nothing))
			: der(TAG.sequence, identifier(ECDSA_WITH_SHA256));
	const attribute = der(TAG.sequence, identifier(COMMON_NAME), der(TAG.text, Buffer.from(commonName)));
	const name = der(TAG.sequence, der(TAG.set, attribute));
	const until = new Date(from);
	until.setUTCFullYear(from.getUTCFullYear() + LIFETIME_YEARS);
	const content = der(
		TAG.sequence,
		der(TAG.context, der(TAG.integer, Buffer.from([VERSION_3]))),
		der(TAG.integer, serialNumber(publicKey)),
		algorithm,
		name,
		der(TAG.sequence, derTime(from), derTime(until)),
		name,
		publicKey,
	);
	const signature = der(TAG.bits, Buffer.from([0]), sign("sha256", content, privateKey));
	return pem("CERTIFICATE", der(TAG.sequence, content, algorithm, signature));
}

/** The certificate alone as PKCS #7 (RFC 2315 section 9.1: signed data without signers), in PEM. */
export function certificateAsPkcs7(certificate: string): string {
	const { raw } = new X509Certificate(certificate);
	const signedData = der(
		TAG.sequence,
		der(TAG.integer, Buffer.from([1])),
		der(TAG.set),
		der(TAG.sequence, identifier(DATA)),
		der(TAG.context, raw),
		der(TAG.set),
	);
	return pem("PKCS7", der(TAG.sequence, identifier(SIGNED_DATA), der(TAG.context, signedData)));
}

/** Derived from the key, positive. */
function serialNumber(publicKey: Uint8Array): Buffer {
	const bytes = createHash("sha256").update(publicKey).digest().subarray(0, SERIAL_BYTES);
	bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
	return bytes;
}
