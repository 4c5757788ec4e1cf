import type { KeyObject } from "node:crypto";
import { DOMParser } from "@xmldom/xmldom";
import { SignedXml } from "xml-crypto";
import { BadSignature } from "./errors";
import { escapeXml } from "./markup";
import { parseXml } from "./parse";
import type { XmlElement } from "./parsing/xml-element";
import { attributeOf, isElement } from "./read-element";
import { certificateKey, matchingCertificate, referencedId } from "./signature";
import { DIGEST_URIS, ENVELOPED, EXCLUSIVE_C14N, SIGNATURE_NAMESPACE, SIGNATURE_URIS } from "./signature-algorithms";

/** Attributes that some reader treats as an identifier. */
const ID_ATTRIBUTES = /^(?:id|assertionid|requestid|responseid)$/i;

type Keys = {
	/** PEM: the key of one of them has to verify the signature. Certificates in the document are ignored. */
	certificates: readonly string[];
	idAttribute: "ID" | "AssertionID";
};

export type Verification = Keys & {
	/** Whether the signature is that of the document's root, or of the one element that has one. */
	signed: "root" | "one element";
};

/**
 * The element that a document's only signature is for, parsed again from the signed bytes, so that nothing unsigned is in
 * it. Only the result may be used.
 * @param root of a document that `parseXml` read
 * @throws BadSignature, and UnreadableXml where the signature has the wrong structure
 */
export function verifiedElement(root: XmlElement, { signed, ...keys }: Verification): XmlElement {
	const [only, another] = signaturesIn(root);
	if (!only) throw new BadSignature("There is no signature.");
	if (another) throw new BadSignature("There is more than one signature.");
	if (signed === "root" && only.parent !== root) {
		throw new BadSignature("The signature is not in the element that it must sign.");
	}
	return verifiedContent(root, only, keys).element;
}

/** An element as it was signed, and the certificate whose key has signed it. */
export type Verified = { element: XmlElement; certificate: string };

/**
 * `verifiedElement` for a document with several, nested signatures: each has to be valid. Each element is returned as it
 * was signed, the outer one with the inner one in it.
 * @throws BadSignature, and UnreadableXml where a signature has the wrong structure
 */
export function verifiedElements(root: XmlElement, keys: Keys): Verified[] {
	const signatures = signaturesIn(root);
	if (signatures.length === 0) throw new BadSignature("There is no signature.");
	if (new Set(signatures.map(({ parent }) => parent)).size < signatures.length) {
		throw new BadSignature("One element has more than one signature.");
	}
	return signatures.map((signature) => verifiedContent(root, signature, keys));
}

/** A document's signature, and where it is among all of them. */
type FoundSignature = { element: XmlElement; parent: XmlElement | undefined; position: number };

function signaturesIn(root: XmlElement): FoundSignature[] {
	return [...everyElement(root)]
		.filter(({ element }) => isElement(element, SIGNATURE_NAMESPACE, "Signature"))
		.map((found, position) => ({ ...found, position }));
}

function verifiedContent(
	root: XmlElement,
	{ element: signature, parent, position }: FoundSignature,
	keys: Keys,
): Verified {
	const { idAttribute } = keys;
	if (!parent) throw new BadSignature("The signature is not in the element that it must sign.");
	const id = referencedId(signature);
	const holders = [...everyElement(root)].flatMap(({ element }) =>
		element.attributes.filter(({ name, value }) => ID_ATTRIBUTES.test(name) && value === id),
	);
	if (attributeOf(parent, idAttribute) !== id) throw new BadSignature("The signature is for another element.");
	if (holders.length > 1) throw new BadSignature("The ID of the signed element appears twice.");
	const signed = signedContent(writtenElement(root), position, keys);
	const content = parseXml(signed.content, { bytes: Number.MAX_VALUE });
	const isSame = isElement(content, parent.namespace, parent.name) && attributeOf(content, idAttribute) === id;
	if (!isSame) throw new BadSignature("The signature is for another element.");
	return { element: content, certificate: signed.certificate };
}

/** The canonical form of the signed content, as the check returned it, and the certificate of the key that signed it. */
function signedContent(document: string, position: number, { certificates, idAttribute }: Keys) {
	if (certificates.length === 0) throw new BadSignature("There is no certificate to check the signature with.");
	const signature = signatureAt(document, position);
	const certificate = signature && matchingCertificate(signature, certificates);
	const content = certificate && contentSignedBy(document, signature, certificateKey(certificate), idAttribute);
	if (certificate && content !== undefined) return { content, certificate };
	throw new BadSignature("The signature is not valid: the content was changed, or another key signed it.");
}

function contentSignedBy(document: string, signature: Element, key: KeyObject, idAttribute: string) {
	const checked = new SignedXml({ publicCert: key, getCertFromKeyInfo: () => null });
	checked.idAttributes = [idAttribute];
	// The shape is checked by now. This excludes other algorithms independently of the shape.
	allowOnly(checked.SignatureAlgorithms, Object.values(SIGNATURE_URIS));
	allowOnly(checked.HashAlgorithms, Object.values(DIGEST_URIS));
	allowOnly(checked.CanonicalizationAlgorithms, [ENVELOPED, EXCLUSIVE_C14N]);
	try {
		checked.loadSignature(signature);
		if (!checked.checkSignature(document)) return undefined;
	} catch {
		return undefined;
	}
	const [content, ...others] = checked.getSignedReferences();
	return others.length === 0 ? content : undefined;
}

function signatureAt(document: string, position: number): Element | undefined {
	try {
		return new DOMParser({ errorHandler: refuse })
			.parseFromString(document, "text/xml")
			.getElementsByTagNameNS(SIGNATURE_NAMESPACE, "Signature")[position];
	} catch {
		return undefined;
	}
}

function allowOnly(algorithms: Record<string, unknown>, allowed: readonly string[]): void {
	for (const name of Object.keys(algorithms)) {
		if (!allowed.includes(name)) delete algorithms[name];
	}
}

function refuse(_level: string, message: string): never {
	throw new Error(message);
}

/** A document's elements in its order, each with its parent. */
function* everyElement(root: XmlElement): Generator<{ element: XmlElement; parent: XmlElement | undefined }> {
	const waiting: { element: XmlElement; parent: XmlElement | undefined }[] = [{ element: root, parent: undefined }];
	for (let found = waiting.pop(); found; found = waiting.pop()) {
		yield found;
		for (const child of found.element.children.toReversed()) {
			if (typeof child !== "string") waiting.push({ element: child, parent: found.element });
		}
	}
}

/**
 * An element in a form that every parser reads alike: each text escaped, each element with an end tag. Signatures stay
 * valid.
 */
export function writtenElement(element: XmlElement): string {
	const declarations = Array.from(element.declarations, ([prefix, namespace]) => {
		return ` ${prefix === "" ? "xmlns" : `xmlns:${prefix}`}="${escapeXml(namespace)}"`;
	});
	const attributes = element.attributes.map(({ qualifiedName, value }) => ` ${qualifiedName}="${escapeXml(value)}"`);
	const children = element.children.map((child) => {
		return typeof child === "string" ? escapeXml(child) : writtenElement(child);
	});
	const { qualifiedName } = element;
	return `<${qualifiedName}${declarations.join("")}${attributes.join("")}>${children.join("")}</${qualifiedName}>`;
}
