import "server-only";
import type { X509Certificate } from "node:crypto";

type Circumstances = { isSelfSigned: boolean; validFrom: Date; validTo: Date; now: Date };

/** The expected role of a certificate, and the warnings where it looks like something else. */
export type CertificateRole = {
	/** As the beginning of a sentence: "One root". Null where several are expected as well. */
	one: string | null;
	/** Larger than any text that the form's field accepts. */
	bytesMax: number;
	warningsOf: (certificate: X509Certificate, circumstances: Circumstances) => string[];
};

/** Extended key usages of ISO/IEC 18013-5, annex B: those of certificates other than an issuer's root. */
const OTHER_ROLES: Record<string, string> = {
	"1.0.18013.5.1.2": "This looks like a document signer, not like the root that issued it.",
	"1.0.18013.5.1.6": "This looks like a reader's certificate, not like an issuer's root.",
	"1.0.18013.5.1.8": "This signs lists of issuers; it is not an issuer's root.",
};

/** An issuer's root (IACA, ISO/IEC 18013-5 annex B). */
export const issuerRoot: CertificateRole = {
	one: "One root",
	bytesMax: 64 * 1024,
	warningsOf(certificate, { isSelfSigned, validFrom, validTo, now }) {
		// Node calls the extended key usages "keyUsage"; it is undefined where there are none.
		const roles = (certificate.keyUsage ?? []) as string[];
		const type = certificate.publicKey.asymmetricKeyType;
		return texts(
			...roles.map((role) => OTHER_ROLES[role] ?? false),
			!certificate.ca && "Not a certificate authority: it can't have issued other certificates.",
			certificate.ca && !isSelfSigned && "Not self-signed: this is an intermediate authority, not a root.",
			validTo < now && "Expired: licences that it vouches for will be refused.",
			validFrom > now && "Not valid yet.",
			type !== "ec" &&
				type !== "ed25519" &&
				type !== "ed448" &&
				"An unusual key: mobile driving licences are signed with elliptic curves.",
		);
	},
};

const RSA_BITS_MIN = 2048;

/** The certificate with which an application signs its messages. */
export const messageSigner: CertificateRole = {
	one: "One signing certificate",
	bytesMax: 64 * 1024,
	warningsOf: (certificate, circumstances) => signerWarnings(certificate, circumstances, "application"),
};

/** The certificates with which an identity provider signs its responses: during a key rotation there are two. */
export const providerSigner: CertificateRole = {
	one: null,
	bytesMax: 128 * 1024,
	warningsOf: (certificate, circumstances) => signerWarnings(certificate, circumstances, "provider"),
};

function signerWarnings({ publicKey }: X509Certificate, { validFrom, validTo, now }: Circumstances, owner: string) {
	const { modulusLength = 0 } = publicKey.asymmetricKeyDetails ?? {};
	const isSoon = validTo >= now && isSoonOver(validTo, now);
	return texts(
		publicKey.asymmetricKeyType !== "rsa" && "Not an RSA key: signatures of SAML messages are checked with RSA here.",
		publicKey.asymmetricKeyType === "rsa" &&
			modulusLength < RSA_BITS_MIN &&
			`The key has fewer than ${RSA_BITS_MIN} bits: it is no proof any more.`,
		validTo < now && `Expired: ask the ${owner} for a new one.`,
		isSoon && `Expires soon: ask the ${owner} for the next one.`,
		validFrom > now && "Not valid yet.",
	);
}

function texts(...found: (string | false)[]): string[] {
	return found.filter((each) => each !== false);
}

const DAY_MS = 24 * 3600 * 1000;
const SOON_DAYS = 30;

/** Whether an expiry is so near that an admin has to arrange a replacement. */
export function isSoonOver(end: Date, now: Date): boolean {
	return Math.floor((end.getTime() - now.getTime()) / DAY_MS) <= SOON_DAYS;
}
