import type { KeyObject, X509Certificate } from "node:crypto";
import type { CborItem } from "../cbor/decode-cbor";

/** One element of a request. */
export type RequestedElement = {
	namespace: string;
	name: string;
	/** `intent_to_retain`; null where the request makes no statement (DCQL may leave it out). */
	isRetained: boolean | null;
};

/** A trusted root, and the source of the trust. */
export type TrustedRoot = { certificate: X509Certificate; source: string };

/** What a response is verified against. */
export type VerificationContext = {
	requested: readonly RequestedElement[];
	/** CBOR of the session transcript that the holder's device has signed; null: its proof can't be checked. */
	transcript: Uint8Array | null;
	/** The reader's ephemeral private key of the session, for a proof by MAC; null where there is none. */
	readerKey: KeyObject | null;
	roots: readonly TrustedRoot[];
	/** The moment for which validity is checked. */
	at: Date;
	/** Whether a licence that is dated less than a minute after `at` fails; otherwise that is noted. */
	isClockStrict?: boolean;
	/** How the response deviates from its protocol, in sentences. */
	deviations?: readonly string[];
};

/** In the order of the report. */
export const CHECK_NAMES = [
	"format",
	"status",
	"document",
	"signer-certificate",
	"chain",
	"authority-dates",
	"authority-role",
	"certificate-dates",
	"signer-role",
	"algorithm",
	"issuer-signature",
	"digests",
	"distinct-elements",
	"signed-date",
	"valid-from",
	"valid-until",
	"device-proof",
	"device-elements",
	"issuing-country",
	"licence-expiry",
	"all-asked",
	"nothing-else",
	"conformance",
	"revocation",
] as const;

export type CheckName = (typeof CHECK_NAMES)[number];

/**
 * `failed` rejects the licence, `noted` does not. `unchecked`: it could not be checked, or an earlier check failed, as
 * the detail explains.
 */
export type CheckState = "passed" | "failed" | "noted" | "unchecked";

export type Check = {
	name: CheckName;
	state: CheckState;
	/** The finding, in one or two plain sentences; null where the name is enough. Never the value of an element. */
	detail: string | null;
	/** Not checked because an earlier check failed, and for no other reason. */
	isUnreached?: true;
};

export type ElementResult = {
	namespace: string;
	name: string;
	isRequested: boolean;
	/** True also where the nearest attestation of age was sent instead; null where the response can't be read. */
	isSent: boolean | null;
	/** For an age limit: the nearest attestation, which was sent instead (ISO/IEC 18013-5, 7.2.5). */
	answeredBy: string | null;
	/** Read from the bytes whose digest the issuer signed; null where none were sent or the digest is wrong. */
	value: CborItem | null;
	/** As received, where it was requested and its digest is not one that the issuer signed: only to be shown as such. */
	altered: CborItem | null;
	/** Null where the element was not sent, or the list of digests could not be read. */
	digest: "matches" | "differs" | "unlisted" | null;
	isRetained: boolean | null;
};

export type ChainLink = {
	role: "signer" | "intermediate" | "root";
	subject: string;
	issuer: string;
	validFrom: Date;
	validTo: Date;
	/** SHA-256 of the certificate, in hexadecimal digits with colons. */
	fingerprint: string;
	/** The source of the trust in it; null for certificates of the response. */
	source: string | null;
};

/**
 * `verified`: nothing failed, the device has proved itself, and all requested elements are there. `incomplete`: nothing
 * failed, but an element is missing or the proof could not be checked. `rejected`: something failed.
 */
export type Verdict = "verified" | "incomplete" | "rejected";

/** The moments of ValidityInfo (ISO/IEC 18013-5, 9.1.2.4); the last one is optional. */
export const MOMENTS = ["signed", "validFrom", "validUntil", "expectedUpdate"] as const;

export type Validity = Record<(typeof MOMENTS)[number], Date | null>;

export type Verification = {
	verdict: Verdict;
	/** One for every name, in that order. */
	checks: readonly Check[];
	/** Those requested in their order, then others that were sent. Values only where the issuer's signature holds. */
	elements: readonly ElementResult[];
	/** From the signer to the root; empty where none could be read. */
	chain: readonly ChainLink[];
	/** Null where the licence could not be read; each moment likewise. */
	validity: Validity | null;
	/** How the device proved itself; null where it did not. */
	proof: "signature" | "mac" | null;
};
