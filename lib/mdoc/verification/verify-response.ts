import type { KnownCertificate } from "../certificates/certificate-facts";
import type { CertificateChain } from "../certificates/find-chain";
import type { MobileDocument } from "../response/device-response";
import { checkContents, checkValidity } from "./check-contents";
import { checkDevice } from "./check-device";
import { answersTo, checkElements } from "./check-elements";
import { CheckList } from "./check-list";
import { checkSigner } from "./check-signer";
import { findDocument } from "./find-document";
import type { ChainLink, ElementResult, Verdict, Verification, VerificationContext } from "./verification";

/**
 * Verifies a wallet's response (ISO/IEC 18013-5, 9.3.1): who signed the licence, whether the elements are the ones that
 * were signed, whether the phone is the one it was issued to, and whether all requested elements are there. Never throws:
 * what can't be read is a failed check.
 * @param response CBOR of a DeviceResponse
 */
export function verifyResponse(response: Uint8Array, context: VerificationContext): Verification {
	const checks = new CheckList();
	for (const sentence of context.deviations ?? []) checks.deviates("conformance", sentence);
	const document = findDocument(response, checks);
	const chain = document && checkSigner(document, context, checks);
	const sent = document ? checkElements(document, checks) : [];
	const elements = answersTo(context.requested, sent);
	if (document && chain && checks.isPassed("issuer-signature")) {
		checkValidity(document.securityObject, chain, context.at, checks);
		checkDevice(document, context, checks);
		checkContents(sent, chain, context, checks);
		checkAnswers(elements, checks);
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

function checkAnswers(elements: readonly ElementResult[], checks: CheckList): void {
	const requested = elements.filter(({ isRequested }) => isRequested);
	const missing = requested.filter(({ isSent }) => !isSent).map(({ name }) => name);
	const others = elements.length - requested.length;
	if (elements.every(({ isSent }) => !isSent))
		checks.failed("all-asked", "Nothing was sent: the licence came without elements.");
	else if (requested.length > 0 && missing.length === requested.length) {
		checks.failed("all-asked", "None of the elements that were asked for was sent.");
	} else if (missing.length > 0) checks.noted("all-asked", `Not sent: ${missing.join(", ")}.`);
	else checks.passed("all-asked");
	if (others > 0) {
		checks.noted(
			"nothing-else",
			`${others} ${others === 1 ? "element was" : "elements were"} sent that nobody asked for.`,
		);
	} else checks.passed("nothing-else");
}

function revocation(document: MobileDocument | null): string {
	return document?.securityObject.hasStatus
		? "Revocation is not checked: the licence names a list of revoked ones, which is not fetched."
		: "Revocation is not checked: whether the issuer has withdrawn the licence or a certificate is not asked.";
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
