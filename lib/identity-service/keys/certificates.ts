import { X509Certificate } from "node:crypto";

/** Keys of fewer bits are no proof any more (NIST SP 800-131A). */
export const RSA_BITS_MIN = 2048;
/** Beyond it a check takes long, and proves no more. */
const VERIFIED_RSA_BITS_MAX = 8192;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

export function holdsPrivateKey(pem: string): boolean {
	return PRIVATE_KEY.test(pem);
}

/** Each certificate of a text in PEM, which may hold other text around them; unread. */
export function certificateBlocks(pem: string): string[] {
	return pem.match(CERTIFICATE) ?? [];
}

/** @param source PEM of one certificate, or DER. @returns null where it is none, or its public key cannot be read */
export function readCertificate(source: string | Buffer): X509Certificate | null {
	try {
		const certificate = new X509Certificate(source);
		// Reads the key, which may be none.
		return certificate.publicKey.type === "public" ? certificate : null;
	} catch {
		return null;
	}
}

/** Whether what the certificate's key signs can be checked here, and is a proof: an RSA key that is long enough. */
export function hasStrongKey({ publicKey }: X509Certificate): boolean {
	return publicKey.asymmetricKeyType === "rsa" && bitsOf(publicKey) >= RSA_BITS_MIN;
}

/** Whether a signature by a certificate may be verified with it now: its key is strong and of bearable length, its dates hold. */
export function isUsableToVerify(certificate: X509Certificate, now: Date): boolean {
	const { publicKey, validFromDate, validToDate } = certificate;
	const isValid = validFromDate <= now && now <= validToDate;
	return isValid && hasStrongKey(certificate) && bitsOf(publicKey) <= VERIFIED_RSA_BITS_MAX;
}

function bitsOf({ asymmetricKeyDetails }: X509Certificate["publicKey"]): number {
	return asymmetricKeyDetails?.modulusLength ?? 0;
}
