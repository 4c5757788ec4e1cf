import "server-only";
import { X509Certificate } from "node:crypto";
import { relativeDate } from "@/components/ui/time-text";
import type { CertificateFacts, CertificateReport } from "./certificate-facts";
import { type CertificateRole, isSoonOver } from "./certificate-roles";
import { certificateBlocks, holdsOtherText } from "./pem";

/**
 * Reads every certificate of a text.
 * @param role the expected role
 * @param now the time at which validity is checked
 */
export function inspectCertificates(text: string, role: CertificateRole, now: Date): CertificateReport {
	const blocks = certificateBlocks(text);
	const warnings: string[] = [];
	const certificates = blocks.flatMap((block, index) => {
		try {
			return [factsOf(new X509Certificate(block), role, now)];
		} catch {
			warnings.push(`Certificate ${index + 1} can't be read: it is damaged or cut off.`);
			return [];
		}
	});
	if (blocks.length === 0)
		warnings.push("This is not a certificate in PEM: it has no BEGIN CERTIFICATE and END CERTIFICATE.");
	if (blocks.length > 1 && role.one) {
		warnings.push(`${blocks.length} certificates: many programs read only the first. ${role.one} is expected here.`);
	}
	if (blocks.length > 0 && holdsOtherText(text)) {
		warnings.push("There is other text around the certificate.");
	}
	return { certificates, warnings };
}

function factsOf(certificate: X509Certificate, role: CertificateRole, now: Date): CertificateFacts {
	const isSelfSigned = certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey);
	const [validFrom, validTo] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
	return {
		subject: onOneLine(certificate.subject),
		issuer: onOneLine(certificate.issuer),
		isSelfSigned,
		isAuthority: certificate.ca,
		validFrom: validFrom.toISOString(),
		validTo: validTo.toISOString(),
		validity: validityOf(validFrom, validTo, now),
		key: keyOf(certificate),
		fingerprint: certificate.fingerprint256,
		warnings: role.warningsOf(certificate, { isSelfSigned, validFrom, validTo, now }),
	};
}

function validityOf(validFrom: Date, validTo: Date, now: Date): string {
	const when = relativeDate(validTo, now);
	if (validTo < now) return `expired ${when}`;
	if (validFrom > now) return "not valid yet";
	return isSoonOver(validTo, now) ? `expires soon: ${when}` : `expires ${when}`;
}

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
