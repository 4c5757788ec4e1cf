import "server-only";
import { X509Certificate } from "node:crypto";
import { relativeDate } from "@/components/ui/time-text";
import { type CertificateOwner, isSelfSigned, isSoonOver, warningsOn } from "./certificate-roles";
import { certificateBlocks, holdsOtherText } from "./pem";

/** The certificates in a text. Warnings only: the service accepts any text. Plain data: it is sent to the browser. */
export type CertificateReport = ReturnType<typeof inspectCertificates>;
export type CertificateFacts = ReturnType<typeof factsOf>;

/**
 * Reads every certificate of a text.
 * @param owner whose they are expected to be: only of a provider there may be several, while it replaces its key
 * @param now the time at which validity is checked
 */
export function inspectCertificates(text: string, owner: CertificateOwner, now: Date) {
	const blocks = certificateBlocks(text);
	const warnings: string[] = [];
	const certificates = blocks.flatMap((block, index) => {
		try {
			return [factsOf(new X509Certificate(block), owner, now)];
		} catch {
			warnings.push(`Certificate ${index + 1} can't be read: it is damaged or cut off.`);
			return [];
		}
	});
	if (text.split("BEGIN CERTIFICATE").length - 1 > blocks.length)
		warnings.push("A certificate is cut off: it has no END CERTIFICATE.");
	else if (blocks.length === 0)
		warnings.push("This is not a certificate in PEM: it has no BEGIN CERTIFICATE and END CERTIFICATE.");
	if (blocks.length > 1 && owner !== "provider")
		warnings.push(`${blocks.length} certificates: many programs read only the first. One is expected here.`);
	if (blocks.length > 0 && holdsOtherText(text)) warnings.push("There is other text around the certificate.");
	return { certificates, warnings };
}

function factsOf(certificate: X509Certificate, owner: CertificateOwner, now: Date) {
	const { validFromDate, validToDate } = certificate;
	return {
		subject: onOneLine(certificate.subject),
		issuer: onOneLine(certificate.issuer),
		isSelfSigned: isSelfSigned(certificate),
		isAuthority: certificate.ca,
		/** ISO 8601 UTC. */
		validFrom: validFromDate.toISOString(),
		validTo: validToDate.toISOString(),
		validity: validityOf(validFromDate, validToDate, now),
		key: keyOf(certificate),
		/** SHA-256 over the whole certificate, in pairs of hexadecimal digits. */
		fingerprint: certificate.fingerprint256,
		warnings: warningsOn(certificate, owner, now),
	};
}

/** "expires in 20 years", "expires soon: in 12 days", "expired 2 days ago", "not valid yet". */
function validityOf(validFrom: Date, validTo: Date, now: Date): string {
	const when = relativeDate(validTo, now);
	if (validTo < now) return `expired ${when}`;
	if (validFrom > now) return "not valid yet";
	return isSoonOver(validTo, now) ? `expires soon: ${when}` : `expires ${when}`;
}

/** "EC P-256", "RSA 2048". */
function keyOf({ publicKey }: X509Certificate): string {
	const { namedCurve, modulusLength } = publicKey.asymmetricKeyDetails ?? {};
	const curves: Record<string, string> = { prime256v1: "P-256", secp384r1: "P-384", secp521r1: "P-521" };
	if (namedCurve) return `EC ${curves[namedCurve] ?? namedCurve}`;
	return [publicKey.asymmetricKeyType?.toUpperCase(), modulusLength].filter(Boolean).join(" ");
}

/** Node writes one part of a distinguished name a line. */
function onOneLine(name: string | undefined): string {
	return (name ?? "").trim().replaceAll("\n", ", ") || "(empty)";
}
