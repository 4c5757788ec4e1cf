import type { CheckName, CheckState, Verdict } from "@/lib/mdoc/verification/verification";

export type { CheckName, CheckState, Verdict };

/** Whose rules a presentation follows: ISO/IEC 18013-7 Annex C, or OpenID4VP 1.0 with a DCQL query. */
export type PresentationRules = "iso" | "browser";

/**
 * What became of a presentation, for an admin to read: plain data, which lives in one answer and is kept nowhere. Values
 * stand in it only where the issuer's signature holds and they were asked for.
 */
export type PresentationReport = {
	verdict: Verdict;
	/** Why, in one or two sentences. */
	reason: string;
	checks: readonly ReportedCheck[];
	elements: readonly ReportedElement[];
	/** From the signer to the root. */
	chain: readonly ReportedCertificate[];
	validity: ReportedValidity | null;
	/** The JSON that an application's own code would get from it; null where it would get nothing. */
	application: string | null;
	/** The response in CBOR's diagnostic notation, long values shortened; null where it is no CBOR. */
	diagnostic: string | null;
	/** How the response can be checked again: what the device has signed over, as names and texts to copy. */
	session: readonly { name: string; text: string }[];
	downloads: readonly Download[];
};

export type ReportedCheck = {
	name: CheckName;
	/** What is checked, as a statement that holds when it passes. */
	title: string;
	state: CheckState;
	detail: string | null;
	/** What to do when it fails; shown where it did not pass. */
	remedy: string;
};

export type ReportedElement = {
	namespace: string;
	name: string;
	/** In words, as in the form. */
	label: string;
	isRequested: boolean;
	isSent: boolean;
	/** The attestation that answers for an age limit, where another one was sent. */
	answeredBy: string | null;
	/** Null where there is none to show: not sent, not as signed, or not asked for. */
	value: ReportedValue | null;
	digest: "matches" | "differs" | "unlisted" | null;
	/** Null where the request makes no statement. */
	isRetained: boolean | null;
};

export type ReportedValue = { kind: "text"; text: string } | { kind: "image"; address: string; text: string };

export type ReportedCertificate = {
	role: "signer" | "intermediate" | "root";
	subject: string;
	issuer: string;
	/** ISO 8601 UTC. */
	validFrom: string;
	validTo: string;
	fingerprint: string;
	/** Who says that it is believed. */
	source: string | null;
};

/** ISO 8601 UTC; null where it can't be read, or the next copy is not announced. */
export type ReportedValidity = Record<"signed" | "validFrom" | "validUntil" | "expectedUpdate", string | null>;

/** A file to save. */
export type Download = { label: string; fileName: string; mediaType: string; base64: string };
