import type { KnownCertificate } from "../certificates/certificate-facts";
import type { CertificateChain } from "../certificates/find-chain";
import { MDL_DOCUMENT_TYPE } from "../mdl";
import { MdocFault } from "../mdoc-fault";
import { Deviations } from "../response/deviations";
import {
	type DeviceResponse,
	type MobileDocument,
	readDeviceResponse,
	readMobileDocument,
} from "../response/device-response";
import { checkContents, checkValidity } from "./check-contents";
import { checkDevice } from "./check-device";
import { checkElements, resultsFor } from "./check-elements";
import { CheckList } from "./check-list";
import { checkSigner } from "./check-signer";
import type { ChainLink, ElementResult, Verdict, Verification, VerificationContext } from "./verification";

/**
 * Verifies a wallet's response (ISO/IEC 18013-5, 9.3.1): who signed the licence, whether the elements are the ones that
 * were signed, whether the phone is the one it was issued to, and whether all requested elements are there. Never throws:
 * an unreadable part is a failed check.
 * @param response CBOR of a DeviceResponse
 */
export function verifyResponse(response: Uint8Array, context: VerificationContext): Verification {
	const checks = new CheckList();
	for (const sentence of context.deviations ?? []) checks.deviates("conformance", sentence);
	const { document, isRead } = findDocument(response, checks);
	const chain = document && checkSigner(document, context, checks);
	const sent = document ? checkElements(document, checks) : [];
	const elements = resultsFor(context.requested, isRead ? sent : null);
	if (document && chain && checks.isPassed("issuer-signature")) {
		checkValidity(document.securityObject, chain, context, checks);
		checkDevice(document, context, checks);
		checkContents(sent, chain, context, checks);
		checkCompleteness(elements, checks);
	}
	checks.unchecked("revocation", revocation(document));
	return {
		verdict: verdictOf(elements, checks),
		checks: checks.all(),
		elements,
		chain: chain ? linksOf(chain) : [],
		validity: document?.securityObject.validity ?? null,
		proof: checks.isPassed("device-proof") ? (document?.deviceSigned?.auth?.kind ?? null) : null,
	};
}

function checkCompleteness(elements: readonly ElementResult[], checks: CheckList): void {
	const requested = elements.filter(({ isRequested }) => isRequested);
	const missing = requested.filter(({ isSent }) => !isSent).map(({ name }) => name);
	const others = elements.length - requested.length;
	if (elements.every(({ isSent }) => !isSent))
		checks.failed("all-asked", "Nothing was sent: the licence came without attributes.");
	else if (requested.length > 0 && missing.length === requested.length) {
		checks.failed("all-asked", "None of the requested attributes were sent.");
	} else if (missing.length > 0) checks.noted("all-asked", `Not sent: ${missing.join(", ")}.`);
	else checks.passed("all-asked");
	if (others > 0) {
		checks.noted(
			"nothing-else",
			`${others} ${others === 1 ? "attribute was" : "attributes were"} sent that the request did not ask for.`,
		);
	} else checks.passed("nothing-else");
}

function revocation(document: MobileDocument | null): string {
	return document?.securityObject.hasStatus
		? "Revocation is not checked: the licence names a list of revoked licences, which is not fetched."
		: "Revocation is not checked: the issuer is not asked whether it has withdrawn the licence or a certificate.";
}

function verdictOf(elements: readonly ElementResult[], checks: CheckList): Verdict {
	if (checks.hasFailed()) return "rejected";
	const isMissing = elements.some(({ isRequested, isSent }) => isRequested && !isSent);
	return isMissing || !checks.isPassed("device-proof") ? "incomplete" : "verified";
}

function linksOf({ certificates, root }: CertificateChain): ChainLink[] {
	const links = certificates.map((each, index) => linkOf(each, index === 0 ? "signer" : "intermediate", null));
	return root ? [...links, linkOf(root, "root", root.source)] : links;
}

function linkOf({ certificate }: KnownCertificate, role: ChainLink["role"], source: string | null): ChainLink {
	return {
		role,
		subject: certificate.subject,
		issuer: certificate.issuer,
		validFrom: certificate.validFromDate,
		validTo: certificate.validToDate,
		fingerprint: certificate.fingerprint256,
		source,
	};
}

/** ISO/IEC 18013-5, 8.3.2.1.2.3. */
const STATUS_OK = 0;
const STATUS = new Map([
	[10, "a general error"],
	[11, "that it could not decode the request's CBOR"],
	[12, "that the request's CBOR was not valid"],
]);

type FoundDocument = {
	/** Null where none can be read. */
	document: MobileDocument | null;
	/** Whether it is known what was sent. */
	isRead: boolean;
};

/** The one mobile driving licence of a response, with the checks of the response as a whole. */
function findDocument(bytes: Uint8Array, checks: CheckList): FoundDocument {
	const deviations = new Deviations();
	try {
		const response = readDeviceResponse(bytes, deviations);
		const [received, ...others] = response.documents.filter(({ docType }) => docType === MDL_DOCUMENT_TYPE);
		const document = received && others.length === 0 ? readMobileDocument(received, deviations) : null;
		checks.passed("format");
		checks.passed("conformance");
		for (const { check, sentence } of deviations.all) checks.deviates(check, sentence);
		checkStatus(response, document, checks);
		if (!received) checks.failed("document", missing(response));
		else if (!document)
			checks.failed("document", `There are ${others.length + 1} mobile driving licences; one was asked for.`);
		else if (![document.docType, null].includes(document.securityObject.docType)) {
			checks.failed("document", "The issuer signed a document of a different type from what the response says.");
		} else checkOthers(response, checks);
		// Without a status it may be anything else.
		return { document, isRead: document !== null || (!received && response.status !== null) };
	} catch (error) {
		if (!(error instanceof MdocFault)) throw error;
		checks.failed("format", error.at === null ? error.message : `At byte ${error.at}: ${error.message}`);
		return { document: null, isRead: false };
	}
}

function checkStatus(response: DeviceResponse, document: MobileDocument | null, checks: CheckList): void {
	const { status, documentErrors } = response;
	const errors = documentErrors.length + (document?.errors.length ?? 0);
	if (status !== null && status !== STATUS_OK) {
		checks.failed(
			"status",
			`The wallet reports ${STATUS.get(status) ?? "an error that is not in the standard"} (${status}).`,
		);
	} else if (errors > 0) {
		const named = counted(errors, "document or attribute", "documents or attributes");
		checks.noted("status", `The wallet says that it does not return ${named}.`);
	} else checks.passed("status");
}

function missing({ documents, documentErrors }: DeviceResponse): string {
	if (documents.length > 0) return "Nothing was sent: there are documents, but none is a mobile driving licence.";
	const error = documentErrors.find(({ docType }) => docType === MDL_DOCUMENT_TYPE);
	return error
		? `Nothing was sent: the wallet says that it does not return the licence (${error.code}).`
		: "Nothing was sent: the response has no documents.";
}

function checkOthers({ documents }: DeviceResponse, checks: CheckList): void {
	const others = documents.length - 1;
	if (others === 0) checks.passed("document");
	else
		checks.noted(
			"document",
			`${counted(others, "further document", "further documents")} of other types came with it and were not read.`,
		);
}

function counted(count: number, one: string, many: string): string {
	return `${count} ${count === 1 ? one : many}`;
}
