import "server-only";
import { X509Certificate } from "node:crypto";

export type PublishedAs = "current" | "next" | "previous";
export type PublishedCertificate = { pem: string; certificate: X509Certificate; as: PublishedAs };

/**
 * A tenant's published certificates with their roles: it signs with the first; newer ones are next, older ones were used
 * before, for responses that may still be in flight.
 * @param certificates in PEM; invalid ones are left out
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
