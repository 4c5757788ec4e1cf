import "server-only";
import { X509Certificate } from "node:crypto";

export type PublishedAs = "current" | "next" | "previous";
export type PublishedCertificate = { pem: string; certificate: X509Certificate; as: PublishedAs };

/**
 * The certificates that a tenant publishes, and what each is: it signs with the first; what was made after that one comes
 * next, what was made before it has signed answers that may be on their way still.
 * @param certificates in PEM; what is none is left out
 */
export function publishedCertificates(certificates: readonly string[]): PublishedCertificate[] {
	const read = certificates.flatMap((pem) => {
		const certificate = readable(pem);
		return certificate ? [{ pem, certificate }] : [];
	});
	const [current] = read;
	return read.map(({ pem, certificate }) => ({ pem, certificate, as: placeOf(certificate, current?.certificate) }));
}

function readable(pem: string): X509Certificate | null {
	try {
		return new X509Certificate(pem);
	} catch {
		return null;
	}
}

function placeOf(certificate: X509Certificate, current = certificate): PublishedAs {
	if (certificate === current) return "current";
	return certificate.validFromDate > current.validFromDate ? "next" : "previous";
}
