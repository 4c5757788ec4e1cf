import type {
	ChainLink,
	Check,
	CheckName,
	ElementResult,
	Validity,
	Verdict,
} from "@/lib/mdoc/verification/verification";

export type { CheckName, Verdict };

/** ISO/IEC 18013-7 annex C, or OpenID4VP 1.0 with a DCQL query. */
export type PresentationRules = "iso" | "browser";

/**
 * The result of a presentation for an admin: plain data of one response, which is not stored. It has values only where the
 * issuer's signature holds and they were requested.
 */
export type PresentationReport = {
	verdict: Verdict;
	/** The reason in one or two sentences. */
	reason: string;
	checks: readonly ReportedCheck[];
	elements: readonly ReportedElement[];
	/** From the signer to the root. */
	chain: readonly ReportedCertificate[];
	validity: ReportedValidity | null;
	/** The JSON for an application's code; null where it must not get any. */
	application: string | null;
	/** The response in CBOR's diagnostic notation, long values shortened; null where it is no CBOR. */
	diagnostic: string | null;
	/** What the device has signed, as names and texts to copy, for checking the response again. */
	session: readonly { name: string; text: string }[];
	downloads: readonly Download[];
	/** Why the photo, and what contains it, was not sent to the browser; null where nothing was left out. */
	withheld: string | null;
};

/** The links of the chain, from what everything rests on to what was asked for. */
export type LinkName = "root" | "signer" | "licence" | "phone" | "request";

export type ReportedCheck = Check & {
	link: LinkName;
	/** What is checked, as a statement that is true when it passes. */
	title: string;
	/** What to do where it does not pass. */
	remedy: string;
};

/**
 * `label`: as in the form. `value`: null where it was not sent, not as signed, or not requested. `altered`: the received
 * value where it is not the signed one, only to be shown as such.
 */
export type ReportedElement = Omit<ElementResult, "value" | "altered"> & {
	label: string;
	value: ReportedValue | null;
	altered: string | null;
};

export type ReportedValue = { kind: "text"; text: string } | { kind: "image"; address: string; text: string };

/** Times are ISO 8601 UTC. */
export type ReportedCertificate = Omit<ChainLink, "validFrom" | "validTo"> & { validFrom: string; validTo: string };

/** ISO 8601 UTC; null where it can't be read, or the next copy is not announced. */
export type ReportedValidity = Record<keyof Validity, string | null>;

export type Download = { label: string; fileName: string; mediaType: string; base64: string };
