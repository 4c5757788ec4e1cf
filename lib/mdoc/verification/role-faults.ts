import type { CertificateChain } from "../certificates/find-chain";
import type { KnownCertificate } from "../certificates/known-certificate";

/** id-mdl-kp-mdlDS (ISO/IEC 18013-5, B.1.4). */
const DOCUMENT_SIGNER = "1.0.18013.5.1.2";
/** RFC 5280, 4.2.1.3. */
const KEY_USAGE = { digitalSignature: 0, certificateSigning: 5 } as const;

/** What speaks against each certificate in its place (ISO/IEC 18013-5, B.1; RFC 5280, 6.1.4). */
export function roleFaults({ certificates, root }: CertificateChain): (string | false)[] {
	const [signer, ...between] = certificates;
	const authorities: KnownCertificate[] = root ? [...between, root] : between;
	const { facts } = signer;
	const isRootItself = root?.certificate.raw.equals(signer.certificate.raw) === true;
	const top = authorities.at(-1);
	return [
		(isRootItself || facts.subject === facts.issuer) &&
			"The signer's certificate is signed with its own key, not by an authority.",
		facts.isAuthority &&
			"The signer's certificate is that of an authority: authorities sign certificates, not licences.",
		!facts.extendedKeyUsage?.includes(DOCUMENT_SIGNER) &&
			"The signer's certificate is not one for signing licences (extended key usage).",
		!facts.keyUsage?.has(KEY_USAGE.digitalSignature) && "The signer's key is not one for signing (key usage).",
		authorities.some((each) => !isAuthority(each)) &&
			"A certificate in the chain that issued another one is not that of an authority.",
		authorities.some((each, index) => !isLengthKept(each, authorities.slice(0, index))) &&
			"More authorities stand between the root and the signer than the chain allows (path length).",
		[...certificates, ...authorities].some((each) => each.facts.unknownCritical.length > 0) &&
			"A certificate has a critical extension that is not understood here.",
		// ISO/IEC 18013-5, 9.3.3.
		top !== undefined &&
			top.facts.country !== null &&
			top.facts.country !== facts.country &&
			"The signer's certificate names another country than its root.",
		top !== undefined &&
			top.facts.state !== null &&
			facts.state !== null &&
			top.facts.state !== facts.state &&
			"The signer's certificate names another state than its root.",
	];
}

function isAuthority({ facts }: KnownCertificate): boolean {
	return facts.isAuthority && facts.keyUsage?.has(KEY_USAGE.certificateSigning) === true;
}

/** Authorities that issued a certificate for themselves do not count. */
function isLengthKept({ facts }: KnownCertificate, below: readonly KnownCertificate[]): boolean {
	return (
		facts.pathLength === null ||
		below.filter(({ facts: { subject, issuer } }) => subject !== issuer).length <= facts.pathLength
	);
}
