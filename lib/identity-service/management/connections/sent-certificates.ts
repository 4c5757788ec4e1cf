import { X509Certificate } from "node:crypto";
import {
	CONNECTION_CERTIFICATES_LENGTH_MAX,
	CONNECTION_CERTIFICATES_MAX,
} from "@/lib/contract/connection/connection-limits";
import { invalidField } from "../validation";

/** Keys of fewer bits are no proof any more (NIST SP 800-131A). */
const RSA_BITS_MIN = 2048;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * Certificates of a provider's keys, as they are kept: PEM, one after the other, each once. One that has expired is kept
 * as well: it counts for nothing as long as it is the only one.
 * @param text PEM, that in base64, or DER in base64
 * @param field to say it on, where they can't be used
 * @returns empty for none
 * @throws Refusal 400
 */
export function sentCertificates(text: string, field: string): string {
	const refuse = (words: string) => invalidField(field, words);
	if (text.trim() === "") return "";
	const pem = text.includes("-----BEGIN ") ? text : Buffer.from(text, "base64").toString("latin1");
	if (PRIVATE_KEY.test(pem)) throw refuse("This is a private key: only the certificate belongs here");
	const sources = pem.includes("-----BEGIN ") ? (pem.match(CERTIFICATE) ?? []) : [Buffer.from(text, "base64")];
	const certificates = sources.map(readCertificate);
	if (certificates.length === 0 || certificates.some((certificate) => certificate === null)) {
		throw refuse("Not a certificate in PEM, nor one in base64");
	}
	const known = [...new Set(certificates.flatMap((certificate) => certificate?.toString() ?? []))];
	for (const one of known) requireStrongKey(one, field);
	if (known.length > CONNECTION_CERTIFICATES_MAX) {
		throw refuse(`More than ${CONNECTION_CERTIFICATES_MAX} certificates`);
	}
	const kept = known.join("");
	// What is answered, in base64, must be good to be sent again.
	if (Buffer.from(kept).toString("base64").length > CONNECTION_CERTIFICATES_LENGTH_MAX) {
		throw refuse("The certificates are too long together");
	}
	return kept;
}

/** @param pem as it is kept */
export function certificatesIn(pem: string): X509Certificate[] {
	return (pem.match(CERTIFICATE) ?? []).map((each) => new X509Certificate(each));
}

function readCertificate(source: string | Buffer): X509Certificate | null {
	try {
		return new X509Certificate(source);
	} catch {
		return null;
	}
}

function requireStrongKey(pem: string, field: string): void {
	if (!isStrong(pem)) throw invalidField(field, `The certificate needs an RSA key of at least ${RSA_BITS_MIN} bits`);
}

/** Whether what the certificate's key signs can be checked here, and is a proof. */
export function isStrong(pem: string): boolean {
	const { publicKey } = new X509Certificate(pem);
	const { modulusLength = 0 } = publicKey.asymmetricKeyDetails ?? {};
	return publicKey.asymmetricKeyType === "rsa" && modulusLength >= RSA_BITS_MIN;
}
