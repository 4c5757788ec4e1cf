import type { CborItem, CborOf } from "../cbor/cbor-item";
import { bytesOf, findField, itemsOf } from "../cbor/fields";
import { X5CHAIN } from "../cose/cose-message";
import { MdocFault } from "../mdoc-fault";
import { type KnownCertificate, knownCertificate } from "./known-certificate";

/** A document signer, two authorities between, a root, and one to spare. */
const CERTIFICATES_MAX = 5;

/**
 * The certificates of an unprotected header, the signer's first: one as bytes, several as an array (RFC 9360, 2;
 * ISO/IEC 18013-5, 9.1.2.4).
 * @throws MdocFault
 */
export function readCertificateChain(header: CborOf<"map">): [KnownCertificate, ...KnownCertificate[]] {
	const item = findField(header, X5CHAIN);
	if (!item) throw new MdocFault("issuerAuth brings no certificate of its signer (x5chain).", header.at);
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
