import type { CborItem, CborOf } from "../cbor/decode-cbor";
import { bytesOf, findField, itemsOf } from "../cbor/fields";
import { X5CHAIN } from "../cose/cose-message";
import { MdocFault } from "../mdoc-fault";
import type { TrustedRoot } from "../verification/verification";
import { type KnownCertificate, knownCertificate } from "./certificate-facts";

/** The certificates of the response, and the root that issued the last of them. */
export type CertificateChain = {
	/** The signer's first, without the root. */
	certificates: readonly [KnownCertificate, ...KnownCertificate[]];
	/** Null where none of the trusted roots has issued them. */
	root: (KnownCertificate & { source: string }) | null;
	/** Why it is invalid; null where it ends at a trusted root. */
	fault: string | null;
};

/**
 * The path from a signer to a trusted root, by signatures and not by names alone (RFC 5280, 6.1). Each certificate has to
 * have issued the one before it; the root may be among them.
 */
export function findChain(
	received: readonly [KnownCertificate, ...KnownCertificate[]],
	roots: readonly TrustedRoot[],
	at: Date,
): CertificateChain {
	for (const [index, issuer] of received.slice(1).entries()) {
		const issued = received[index];
		if (issued && !hasIssued(issuer, issued)) {
			const fault = `Certificate ${index + 2} of the chain did not issue certificate ${index + 1}.`;
			return { certificates: received, root: null, fault };
		}
	}
	const last = received.at(-1) ?? received[0];
	const listed = roots.find(({ certificate }) => certificate.raw.equals(last.certificate.raw));
	if (listed) {
		const [signer, ...others] = received;
		const root = { ...last, source: listed.source };
		return { certificates: [signer, ...others.slice(0, -1)], root, fault: null };
	}
	const issuing = roots.flatMap(({ certificate, source }) => {
		// Cheap first: a trust list has hundreds of roots.
		const known = certificate.subject === last.certificate.issuer ? knownCertificate(certificate.raw) : null;
		return known && hasIssued(known, last) ? [{ ...known, source }] : [];
	});
	// A root and its renewal may have the same name and key.
	const root = issuing.find(({ certificate }) => isValidAt(certificate, at)) ?? issuing[0] ?? null;
	const fault = root ? null : "It leads to no root on the trust list: the issuer is not on the list.";
	return { certificates: received, root, fault };
}

export function isValidAt({ validFromDate, validToDate }: KnownCertificate["certificate"], at: Date): boolean {
	return validFromDate <= at && at <= validToDate;
}

function hasIssued(issuer: KnownCertificate, issued: KnownCertificate): boolean {
	if (issuer.facts.subject !== issued.facts.issuer) return false;
	try {
		return issued.certificate.verify(issuer.certificate.publicKey);
	} catch {
		return false;
	}
}

/** A document signer, two authorities between, a root, and one to spare. */
const CERTIFICATES_MAX = 5;

/**
 * The certificates of a header, the signer's first: one as bytes, several as an array (RFC 9360, 2;
 * ISO/IEC 18013-5, 9.1.2.4).
 * @throws MdocFault
 */
export function readCertificateChain(header: CborOf<"map">): [KnownCertificate, ...KnownCertificate[]] {
	const item = findField(header, X5CHAIN);
	if (!item) throw new MdocFault("issuerAuth has no certificate of its signer (x5chain).", header.at);
	const items = item.kind === "array" ? itemsOf(item, "x5chain") : [item];
	if (items.length > CERTIFICATES_MAX) {
		throw new MdocFault(`The issuer's chain has more than ${CERTIFICATES_MAX} certificates.`, item.at);
	}
	const [signer, ...others] = items.map(certificateIn);
	if (!signer) throw new MdocFault("The issuer's chain of certificates is empty.", item.at);
	return [signer, ...others];
}

function certificateIn(item: CborItem, index: number): KnownCertificate {
	const known = knownCertificate(bytesOf(item, "A certificate of the issuer's chain"));
	if (!known) throw new MdocFault(`Certificate ${index + 1} of the issuer's chain can't be read.`, item.at);
	return known;
}
