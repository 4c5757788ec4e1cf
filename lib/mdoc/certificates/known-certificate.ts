import { X509Certificate } from "node:crypto";
import { type CertificateFacts, certificateFacts } from "./certificate-facts";

/** A certificate with all that is known of it. */
export type KnownCertificate = { certificate: X509Certificate; facts: CertificateFacts };

/** Null where the bytes are not one certificate in DER and nothing else. */
export function knownCertificate(bytes: Uint8Array): KnownCertificate | null {
	try {
		const certificate = new X509Certificate(bytes);
		// Node also takes PEM, and certificates that are followed by more.
		if (!certificate.raw.equals(bytes)) return null;
		const facts = certificateFacts(certificate);
		// Dates that are none, as the 31st of February, are there without an error.
		if (Number.isNaN(certificate.validFromDate.getTime() + certificate.validToDate.getTime())) return null;
		// Keys of kinds that OpenSSL does not know throw where they are first asked for.
		return certificate.publicKey ? { certificate, facts } : null;
	} catch {
		return null;
	}
}
