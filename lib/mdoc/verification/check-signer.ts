import { findField } from "../cbor/fields";
import type { KnownCertificate } from "../certificates/certificate-facts";
import { type CertificateChain, findChain, isValidAt, readCertificateChain } from "../certificates/find-chain";
import { algorithmTitle, curveOfKey } from "../cose/cose-key";
import { X5CHAIN } from "../cose/cose-message";
import { verifySignature } from "../cose/cose-proof";
import { MdocFault } from "../mdoc-fault";
import type { MobileDocument } from "../response/device-response";
import { isDigestAlgorithm } from "./check-elements";
import type { CheckList } from "./check-list";
import type { VerificationContext } from "./verification";

/** ISO/IEC 18013-5, B.1: ECDSA with SHA-256, -384 and -512, Ed25519, Ed448. */
const CERTIFICATE_ALGORITHMS = [
	"1.2.840.10045.4.3.2",
	"1.2.840.10045.4.3.3",
	"1.2.840.10045.4.3.4",
	"1.3.101.112",
	"1.3.101.113",
];

/**
 * Checks the signer of the licence, the trust in it, and the signature (ISO/IEC 18013-5, 9.3.1 and 9.3.3).
 * @returns null where the signer's certificate can't be read
 */
export function checkSigner(
	document: MobileDocument,
	context: VerificationContext,
	checks: CheckList,
): CertificateChain | null {
	const chain = chainOf(document, context, checks);
	if (!chain) return null;
	const [signer] = chain.certificates;
	const authorities = authoritiesOf(chain);
	if (chain.fault !== null) checks.failed("chain", chain.fault);
	else checks.passed("chain", chain.root && `Trusted through: ${chain.root.source}.`);
	if (authorities.length > 0) {
		checks.judge(
			"authority-dates",
			authorities.map((each) => {
				const whose = each === chain.root ? "The root" : "An authority's certificate";
				return dateFault(each, whose, context.at);
			}),
		);
		checks.judge("authority-role", authorityFaults(authorities));
	} else {
		checks.unchecked("authority-dates", NO_AUTHORITY);
		checks.unchecked("authority-role", NO_AUTHORITY);
	}
	checks.judge("certificate-dates", [dateFault(signer, "The signer's certificate", context.at)]);
	checks.judge("signer-role", signerFaults(chain));
	checkAlgorithms(document, chain, checks);
	if (checks.isPassed("algorithm")) {
		const key = signer.certificate.publicKey;
		checks.judge("issuer-signature", [
			!verifySignature(document.issuerAuth, document.securityObjectBytes, key) &&
				"The signature does not match the signer's key and what was received: the content was changed, or someone else signed it.",
		]);
	}
	return chain;
}

function chainOf(document: MobileDocument, { roots, at }: VerificationContext, checks: CheckList) {
	const { protectedHeader, unprotectedHeader } = document.issuerAuth;
	const misplaced = protectedHeader && findField(protectedHeader, X5CHAIN);
	const isTwice = findField(unprotectedHeader, X5CHAIN) !== null;
	if (misplaced) {
		checks.deviates(
			"conformance",
			`The signer's certificate (x5chain) is in the protected header of issuerAuth${isTwice ? " as well" : ""}, and ISO 18013-5 (9.1.2.4) allows it in the unprotected one only (byte ${misplaced.at}).`,
		);
	}
	try {
		const received = readCertificateChain(misplaced && !isTwice ? protectedHeader : unprotectedHeader);
		checks.passed("signer-certificate");
		return findChain(received, roots, at);
	} catch (error) {
		if (!(error instanceof MdocFault)) throw error;
		checks.failed("signer-certificate", error.message);
		return null;
	}
}

const NO_AUTHORITY = "Not checked, because no certificate of an authority is known.";

/** From the one above the signer to the root. A root that signed the licence itself is judged as its signer. */
function authoritiesOf(chain: CertificateChain): KnownCertificate[] {
	const [, ...between] = chain.certificates;
	return chain.root && !isRootItself(chain) ? [...between, chain.root] : between;
}

function isRootItself({ certificates: [signer], root }: CertificateChain): boolean {
	return root?.certificate.raw.equals(signer.certificate.raw) === true;
}

function dateFault({ certificate }: KnownCertificate, whose: string, at: Date): string | false {
	if (isValidAt(certificate, at)) return false;
	return certificate.validToDate < at
		? `${whose} expired on ${day(certificate.validToDate)}.`
		: `${whose} is not valid before ${day(certificate.validFromDate)}.`;
}

function day(date: Date): string {
	return `${date.toISOString().slice(0, 10)} UTC`;
}

function checkAlgorithms(
	{ issuerAuth, securityObject }: MobileDocument,
	chain: CertificateChain,
	checks: CheckList,
): void {
	const [signer] = chain.certificates;
	const curve = curveOfKey(signer.certificate.publicKey);
	const title = algorithmTitle(issuerAuth.algorithm);
	checks.judge(
		"algorithm",
		[
			title === null && "The signature names no algorithm that ISO/IEC 18013-5 allows.",
			curve === null && "The signer's key is not on a curve that ISO/IEC 18013-5 allows.",
			title !== null &&
				curve !== null &&
				curve.algorithm !== issuerAuth.algorithm &&
				`${title} does not match a key on ${curve.title}.`,
			securityObject.digestAlgorithm !== null &&
				!isDigestAlgorithm(securityObject.digestAlgorithm) &&
				"The digests do not use SHA-256, SHA-384 or SHA-512.",
			chain.certificates.some(({ facts }) => !CERTIFICATE_ALGORITHMS.includes(facts.signatureAlgorithm)) &&
				"A certificate of the chain is signed with an algorithm that ISO/IEC 18013-5 does not allow.",
		],
		title && curve && `${title} with ${curve.title}, digests of ${securityObject.digestAlgorithm}.`,
	);
}

/** id-mdl-kp-mdlDS (ISO/IEC 18013-5, B.1.4). */
const DOCUMENT_SIGNER = "1.0.18013.5.1.2";
/** RFC 5280, 4.2.1.3. */
const KEY_USAGE = { digitalSignature: 0, certificateSigning: 5 } as const;

const UNKNOWN_EXTENSION = "A certificate has a critical extension that is not understood here.";

/** The faults of the certificates above the signer's in their role (ISO/IEC 18013-5, B.1; RFC 5280, 6.1.4). */
function authorityFaults(authorities: readonly KnownCertificate[]): (string | false)[] {
	return [
		authorities.some((each) => !isAuthority(each)) &&
			"A certificate in the chain issued another one, and is not an authority's.",
		authorities.some((each, index) => !isLengthKept(each, authorities.slice(0, index))) &&
			"There are more authorities between the root and the signer than the chain allows (path length).",
		authorities.some(({ facts }) => facts.unknownCritical.length > 0) && UNKNOWN_EXTENSION,
	];
}

/** Those of the signer's certificate. */
function signerFaults(chain: CertificateChain): (string | false)[] {
	const [signer] = chain.certificates;
	const { facts } = signer;
	const top = authoritiesOf(chain).at(-1);
	return [
		(isRootItself(chain) || facts.subject === facts.issuer) &&
			"The signer's certificate is signed with its own key, not by an authority.",
		facts.isAuthority && "The signer's certificate is an authority's: authorities sign certificates, not licences.",
		!facts.extendedKeyUsage?.includes(DOCUMENT_SIGNER) &&
			"The signer's certificate may not sign licences (extended key usage).",
		!facts.keyUsage?.has(KEY_USAGE.digitalSignature) && "The signer's key may not sign (key usage).",
		facts.unknownCritical.length > 0 && UNKNOWN_EXTENSION,
		// ISO/IEC 18013-5, 9.3.3.
		top !== undefined &&
			top.facts.country !== null &&
			top.facts.country !== facts.country &&
			"The signer's certificate names a different country from its root.",
		top !== undefined &&
			top.facts.state !== null &&
			facts.state !== null &&
			top.facts.state !== facts.state &&
			"The signer's certificate names a different state from its root.",
	];
}

function isAuthority({ facts }: KnownCertificate): boolean {
	return facts.isAuthority && facts.keyUsage?.has(KEY_USAGE.certificateSigning) === true;
}

/** Self-issued authorities do not count. */
function isLengthKept({ facts }: KnownCertificate, below: readonly KnownCertificate[]): boolean {
	return (
		facts.pathLength === null ||
		below.filter(({ facts: { subject, issuer } }) => subject !== issuer).length <= facts.pathLength
	);
}
