import { createHash, type KeyObject, X509Certificate } from "node:crypto";

/** Shorter keys are no longer secure (NIST SP 800-131A). */
export const RSA_BITS_MIN = 2048;
/** Signatures by longer keys take long to verify without being more secure. */
const VERIFIED_RSA_BITS_MAX = 8192;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

export function holdsPrivateKey(pem: string): boolean {
	return PRIVATE_KEY.test(pem);
}

/** Each certificate of a PEM text, which may hold other text around them; not parsed. */
export function certificateBlocks(pem: string): string[] {
	return pem.match(CERTIFICATE) ?? [];
}

/** @param source PEM of one certificate, or DER. @returns null where it or its public key cannot be read */
export function readCertificate(source: string | Buffer): X509Certificate | null {
	try {
		const certificate = new X509Certificate(source);
		// Parses the key, which may be invalid.
		return certificate.publicKey.type === "public" ? certificate : null;
	} catch {
		return null;
	}
}

/** SHA-1 of a certificate, in hexadecimal digits, as the interface has it. */
export function thumbprintOf({ raw }: X509Certificate): string {
	return createHash("sha1").update(raw).digest("hex");
}

/** Whether signatures by the certificate's key can be verified here and are secure: an RSA key that is long enough. */
export function hasStrongKey({ publicKey }: X509Certificate): boolean {
	return publicKey.asymmetricKeyType === "rsa" && bitsOf(publicKey) >= RSA_BITS_MIN;
}

/** Whether a signature may be verified with a certificate now: its key is strong and not too long, its dates are valid. */
export function isUsableToVerify(certificate: X509Certificate, now: Date): boolean {
	const { publicKey, validFromDate, validToDate } = certificate;
	const isValid = validFromDate <= now && now <= validToDate;
	return isValid && hasStrongKey(certificate) && bitsOf(publicKey) <= VERIFIED_RSA_BITS_MAX;
}

/** Whether signatures by an RSA key are no longer secure. */
export function isShort(publicKey: KeyObject): boolean {
	return publicKey.asymmetricKeyType?.startsWith("rsa") === true && bitsOf(publicKey) < RSA_BITS_MIN;
}

function bitsOf({ asymmetricKeyDetails }: KeyObject): number {
	return asymmetricKeyDetails?.modulusLength ?? 0;
}
