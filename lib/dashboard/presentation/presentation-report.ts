import type { CheckName, CheckState, Verdict } from "@/lib/mdoc/verification/verification";

export type { CheckName, CheckState, Verdict };

/** ISO/IEC 18013-7 annex C, or OpenID4VP 1.0 with a DCQL query. */
export type PresentationRules = "iso" | "browser";

/**
 * The result of a presentation for an admin: plain data of one response, which is not stored. It has values only where the
 * issuer's signature holds and they were requested.
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
	/** The JSON for an application's code; null where it must get nothing. */
	application: string | null;
	/** The response in CBOR's diagnostic notation, long values shortened; null where it is no CBOR. */
	diagnostic: string | null;
	/** What the device has signed over, as names and texts to copy, for checking the response again. */
	session: readonly { name: string; text: string }[];
	downloads: readonly Download[];
};

export type ReportedCheck = {
	name: CheckName;
	/** What is checked, as a statement that holds when it passes. */
	title: string;
	state: CheckState;
	detail: string | null;
	/** What to do where it did not pass. */
	remedy: string;
};

export type ReportedElement = {
	namespace: string;
	name: string;
	/** As in the form. */
	label: string;
	isRequested: boolean;
	isSent: boolean;
	/** The attestation that was sent in place of an age limit. */
	answeredBy: string | null;
	/** Null where it was not sent, not as signed, or not requested. */
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
	/** Where the trust in it comes from. */
	source: string | null;
};

/** ISO 8601 UTC; null where it can't be read, or the next copy is not announced. */
export type ReportedValidity = Record<"signed" | "validFrom" | "validUntil" | "expectedUpdate", string | null>;

export type Download = { label: string; fileName: string; mediaType: string; base64: string };
