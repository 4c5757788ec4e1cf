import type { KeyObject } from "node:crypto";
import { SignedXml } from "xml-crypto";
import { certificateBody } from "./certificate-body";
import { type Markup, trustedXml, xml } from "./markup";
import { DIGEST_URIS, ENVELOPED, EXCLUSIVE_C14N, SIGNATURE_URIS } from "./signature-algorithms";

const PREFIX = "ds";

export type SigningMaterial = {
	/** RSA. */
	key: KeyObject;
	/** PEM, for the signature's KeyInfo. */
	certificate: string;
	signatureAlgorithm: keyof typeof SIGNATURE_URIS;
	digestAlgorithm: keyof typeof DIGEST_URIS;
};

/** The element that is signed: the document has one of this local name. */
export type SignedElement = { name: string; idAttribute: "ID" | "AssertionID" };

/**
 * Signs one element of a document (XML Signature 1.1: enveloped, exclusive canonicalization without comments).
 * @param document returns the document with the signature at its place in the signed element; called once without a
 * signature. So the text is never serialized from a DOM, which would lose character references.
 */
export function signXml(
	document: (signature: Markup | null) => Markup,
	{ name, idAttribute }: SignedElement,
	{ key, certificate, signatureAlgorithm, digestAlgorithm }: SigningMaterial,
): Markup {
	const signed = new SignedXml({
		privateKey: key,
		signatureAlgorithm: SIGNATURE_URIS[signatureAlgorithm],
		canonicalizationAlgorithm: EXCLUSIVE_C14N,
		idAttribute,
		getKeyInfoContent: () => keyInfo(certificate),
	});
	signed.addReference({
		xpath: `//*[local-name(.)='${name}']`,
		digestAlgorithm: DIGEST_URIS[digestAlgorithm],
		transforms: [ENVELOPED, EXCLUSIVE_C14N],
	});
	signed.computeSignature(document(null).toString(), { prefix: PREFIX });
	return document(trustedXml(signed.getSignatureXml()));
}

function keyInfo(certificate: string): string {
	const body = xml`${certificateBody(certificate)}`;
	return `<${PREFIX}:X509Data><${PREFIX}:X509Certificate>${body}</${PREFIX}:X509Certificate></${PREFIX}:X509Data>`;
}
