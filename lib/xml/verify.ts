import type { KeyObject } from "node:crypto";
import { DOMParser } from "@xmldom/xmldom";
import { SignedXml } from "xml-crypto";
import { BadSignature } from "./bad-signature";
import { parseXml } from "./parse";
import { writtenElement } from "./parsing/write-element";
import type { XmlElement } from "./parsing/xml-element";
import { attributeOf, isElement } from "./read-element";
import { DIGEST_URIS, ENVELOPED, EXCLUSIVE_C14N, SIGNATURE_NAMESPACE, SIGNATURE_URIS } from "./signature-algorithms";
import { certificateKey } from "./verifying/certificate-key";
import { everyElement } from "./verifying/element-search";
import { referencedId } from "./verifying/signature-shape";

/** What is an identifier to one reader or another. */
const ID_ATTRIBUTES = /^(?:id|assertionid|requestid|responseid)$/i;

export type Verification = {
	/** PEM: the signature fits the key of one of them. What the document brings along is not looked at. */
	certificates: readonly string[];
	idAttribute: "ID" | "AssertionID";
	/** Whether the signature is that of the document's root, or of the one element that has one. */
	signed: "root" | "one element";
};

/**
 * The element that a document's one signature is for, read from the bytes that were signed: what else the document holds
 * is not in it, and cannot get there. Nothing but what comes back is to be read.
 * @param root of a document that `parseXml` read
 * @throws BadSignature, and UnreadableXml where the signature isn't made of what it has to be
 */
export function verifiedElement(root: XmlElement, { certificates, idAttribute, signed }: Verification): XmlElement {
	const elements = [...everyElement(root)];
	const signatures = elements.filter(({ element }) => isElement(element, SIGNATURE_NAMESPACE, "Signature"));
	const [only] = signatures;
	if (!only) throw new BadSignature("There is no signature.");
	if (signatures.length > 1) throw new BadSignature("There is more than one signature.");
	const { element: signature, parent } = only;
	if (!parent || (signed === "root" && parent !== root)) {
		throw new BadSignature("The signature is not in the element that it has to sign.");
	}
	const id = referencedId(signature);
	const holders = elements.flatMap(({ element }) =>
		element.attributes.filter(({ name, value }) => ID_ATTRIBUTES.test(name) && value === id),
	);
	if (attributeOf(parent, idAttribute) !== id) throw new BadSignature("The signature is for another element.");
	if (holders.length > 1) throw new BadSignature("The ID of what is signed is there twice.");
	const content = parseXml(signedContent(writtenElement(root), certificates, idAttribute), { bytes: Number.MAX_VALUE });
	const isSame = isElement(content, parent.namespace, parent.name) && attributeOf(content, idAttribute) === id;
	if (!isSame) throw new BadSignature("The signature is for another element.");
	return content;
}

/** The canonical form of what was signed, as the check returned it. */
function signedContent(document: string, certificates: readonly string[], idAttribute: string): string {
	if (certificates.length === 0) throw new BadSignature("There is no certificate to check the signature with.");
	for (const certificate of certificates) {
		const content = contentSignedBy(document, certificateKey(certificate), idAttribute);
		if (content !== undefined) return content;
	}
	throw new BadSignature("The signature does not fit: the content was changed, or another key has signed it.");
}

function contentSignedBy(document: string, key: KeyObject, idAttribute: string): string | undefined {
	const checked = new SignedXml({ publicCert: key, getCertFromKeyInfo: () => null });
	checked.idAttributes = [idAttribute];
	// The shape is known by now. That no other algorithm is there to be found holds whatever the shape is.
	allowOnly(checked.SignatureAlgorithms, Object.values(SIGNATURE_URIS));
	allowOnly(checked.HashAlgorithms, Object.values(DIGEST_URIS));
	allowOnly(checked.CanonicalizationAlgorithms, [ENVELOPED, EXCLUSIVE_C14N]);
	try {
		const signature = new DOMParser({ errorHandler: refuse })
			.parseFromString(document, "text/xml")
			.getElementsByTagNameNS(SIGNATURE_NAMESPACE, "Signature")[0];
		if (!signature) return undefined;
		checked.loadSignature(signature);
		if (!checked.checkSignature(document)) return undefined;
	} catch {
		return undefined;
	}
	const [content, ...others] = checked.getSignedReferences();
	return others.length === 0 ? content : undefined;
}

function allowOnly(algorithms: Record<string, unknown>, allowed: readonly string[]): void {
	for (const name of Object.keys(algorithms)) {
		if (!allowed.includes(name)) delete algorithms[name];
	}
}

function refuse(_level: string, message: string): never {
	throw new Error(message);
}
