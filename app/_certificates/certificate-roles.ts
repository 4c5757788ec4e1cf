import "server-only";
import type { X509Certificate } from "node:crypto";

/** Whose certificate it is: that of the issuer of licences, or of the other side of a sign-in. */
export const certificateOwners = ["issuer", "application", "provider"] as const;
export type CertificateOwner = (typeof certificateOwners)[number];

/** Why a certificate looks like another one than its owner has to use, or is of no use now or soon. */
export function warningsOn(certificate: X509Certificate, owner: CertificateOwner, now: Date): string[] {
	const found = owner === "issuer" ? rootWarnings(certificate, now) : signerWarnings(certificate, owner, now);
	return [...found, certificate.validFromDate > now && "Not valid yet."].filter((each) => each !== false);
}

/** Extended key usages of ISO/IEC 18013-5, annex B: those of certificates other than an issuer's root. */
const OTHER_ROLES: Record<string, string> = {
	"1.0.18013.5.1.2": "This looks like a document signer, not the root that issued it.",
	"1.0.18013.5.1.6": "This looks like a reader's certificate, not an issuer's root.",
	"1.0.18013.5.1.8": "This signs lists of issuers; it is not an issuer's root.",
};

/** Of an issuer's root (IACA, ISO/IEC 18013-5 annex B). */
function rootWarnings(certificate: X509Certificate, now: Date): (string | false)[] {
	// Node calls the extended key usages "keyUsage"; it is undefined where there are none.
	const roles = (certificate.keyUsage ?? []) as string[];
	return [
		...roles.map((role) => OTHER_ROLES[role] ?? false),
		!certificate.ca && "Not a certificate authority: it can't have issued other certificates.",
		certificate.ca && !isSelfSigned(certificate) && "Not self-signed: this is an intermediate authority, not a root.",
		certificate.validToDate < now && "Expired: licences signed under it will be refused.",
		!["ec", "ed25519", "ed448"].includes(certificate.publicKey.asymmetricKeyType ?? "") &&
			"An unusual key: mobile driving licences are signed with elliptic curves.",
	];
}

const RSA_BITS_MIN = 2048;

function signerWarnings(certificate: X509Certificate, owner: CertificateOwner, now: Date): (string | false)[] {
	const { publicKey, validToDate } = certificate;
	const isRsa = publicKey.asymmetricKeyType === "rsa";
	const isExpired = validToDate < now;
	return [
		!isRsa && "Not an RSA key: signatures of SAML messages are checked with RSA here.",
		isRsa && !isStrong(certificate) && `The key has fewer than ${RSA_BITS_MIN} bits, which is no longer safe.`,
		isExpired && `Expired: ask the ${owner} for a new one.`,
		!isExpired && isSoonOver(validToDate, now) && `Expires soon: ask the ${owner} for the next one.`,
	];
}

/** Signatures of SAML messages are checked with RSA alone, and not with short keys. */
export function isStrong({ publicKey }: X509Certificate): boolean {
	return publicKey.asymmetricKeyType === "rsa" && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) >= RSA_BITS_MIN;
}

export function isSelfSigned(certificate: X509Certificate): boolean {
	return certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey);
}

const DAY_MS = 24 * 3600 * 1000;
const SOON_DAYS = 30;

/** Whether an expiry is so near that an admin has to arrange a replacement. */
export function isSoonOver(end: Date, now: Date): boolean {
	return Math.floor((end.getTime() - now.getTime()) / DAY_MS) <= SOON_DAYS;
}
