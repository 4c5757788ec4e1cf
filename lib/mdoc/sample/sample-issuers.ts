import type { X509Certificate } from "node:crypto";
import type { TrustedRoot } from "../verification/verification";
import { sampleKey } from "./sample-key";
import { type CertificateName, type Signatory, writeCertificate } from "./write-certificate";

const SAMPLE_TRUST_LIST = "Sample trust list (made up)";

/** ISO/IEC 18013-5, B.1.2: twenty years at most. Fixed, because the root has to be the same on every day. */
const ROOT_FROM = new Date("2020-01-01T00:00:00Z");
const ROOT_TO = new Date("2039-12-31T23:59:59Z");

/** B.1.4. */
const SIGNER_DAYS = 457;
const DAY_MS = 24 * 60 * 60 * 1000;

export type SampleIssuer = { root: X509Certificate; authority: Signatory; signerName: CertificateName };

/** The signer of an issuer's licences, with `[certificate, …]` for the response; never the root. */
export type DocumentSigner = Signatory & { chain: readonly X509Certificate[] };

const LISTED: SampleIssuer = sampleIssuer("Sample State Department of Licences");
const UNLISTED: SampleIssuer = sampleIssuer("Unlisted Department of Licences");

/** The one root that simulations trust, instead of the list of a real association of issuers. */
export function sampleTrustList(): TrustedRoot[] {
	return [{ certificate: LISTED.root, source: SAMPLE_TRUST_LIST }];
}

/** The root of the issuer whose licences are rejected until it is listed. */
export function unlistedSampleRoot(): X509Certificate {
	return UNLISTED.root;
}

export function sampleIssuerOf(isListed: boolean): SampleIssuer {
	return isListed ? LISTED : UNLISTED;
}

/**
 * The certificate that signs licences in the month of a moment. It is valid from the month before, and is the same in every
 * process during that month.
 */
export function documentSigner(issuer: SampleIssuer, at: Date): DocumentSigner {
	const from = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1));
	return signer(issuer, from, new Date(from.getTime() + SIGNER_DAYS * DAY_MS - 1000));
}

/** A signer whose certificate ended with the day before. */
export function expiredDocumentSigner(issuer: SampleIssuer, at: Date): DocumentSigner {
	const today = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
	return signer(issuer, new Date(today.getTime() - SIGNER_DAYS * DAY_MS), new Date(today.getTime() - 1000));
}

function signer(issuer: SampleIssuer, from: Date, to: Date): DocumentSigner {
	const key = sampleKey(issuer.signerName.commonName);
	const subject = { name: issuer.signerName, publicKey: key.publicKey };
	const certificate = writeCertificate({ subject, issuer: issuer.authority, from, to, role: "signer" });
	return { ...key, name: issuer.signerName, chain: [certificate] };
}

function sampleIssuer(organisation: string): SampleIssuer {
	// No state has this code.
	const place = { country: "US", state: "US-ZZ", organisation };
	const name = { ...place, commonName: `${organisation} Root` };
	const authority = { name, ...sampleKey(name.commonName) };
	const root = writeCertificate({ subject: authority, issuer: authority, from: ROOT_FROM, to: ROOT_TO, role: "root" });
	return { root, authority, signerName: { ...place, commonName: `${organisation} Signer` } };
}
