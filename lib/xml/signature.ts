import { type KeyObject, verify, X509Certificate } from "node:crypto";
import { ExclusiveCanonicalization } from "xml-crypto";
import { BadSignature } from "./errors";
import type { XmlElement } from "./parsing/xml-element";
import { attributeOf, elementsIn, isElement, textOf } from "./read-element";
import { DIGEST_URIS, ENVELOPED, EXCLUSIVE_C14N, SIGNATURE_NAMESPACE, SIGNATURE_URIS } from "./signature-algorithms";

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** `#` and an ID, which is an XML name. */
const FRAGMENT = /^#([A-Za-z_][A-Za-z0-9_.-]{0,255})$/;
const SIGNATURE_ALGORITHMS: readonly string[] = Object.values(SIGNATURE_URIS);
const DIGEST_ALGORITHMS: readonly string[] = Object.values(DIGEST_URIS);
const HASHES: Readonly<Record<string, string>> = {
	[SIGNATURE_URIS["rsa-sha256"]]: "sha256",
	[SIGNATURE_URIS["rsa-sha512"]]: "sha512",
};

/**
 * Requires the one shape of signature that sign-in protocols use, before it is verified: each part once and in its place,
 * so that no two readers find different parts.
 * @returns the ID of the signed element
 * @throws BadSignature, and UnreadableXml where an element has the wrong content
 */
export function referencedId(signature: XmlElement): string {
	const [signedInfo, value, keyInfo, ...rest] = elementsIn(signature);
	requireAttributes(signature, ["Id"]);
	requirePart(signedInfo, "SignedInfo", ["Id"]);
	requirePart(value, "SignatureValue", ["Id"]);
	requireBase64(value);
	// The key is not taken from the document: the certificate in it is not read.
	if (keyInfo) requirePart(keyInfo, "KeyInfo", ["Id"]);
	if (rest.length > 0) throw new BadSignature("The signature contains more than a signature needs.");
	const [canonicalization, method, reference, another] = elementsIn(signedInfo);
	requireAlgorithm(canonicalization, "CanonicalizationMethod", [EXCLUSIVE_C14N]);
	requireAlgorithm(method, "SignatureMethod", SIGNATURE_ALGORITHMS);
	requirePart(reference, "Reference", ["URI", "Id", "Type"]);
	if (another) throw new BadSignature("The signature has more than one reference.");
	return referenced(reference);
}

function referenced(reference: XmlElement): string {
	const [transforms, digestMethod, digest, ...rest] = elementsIn(reference);
	requirePart(transforms, "Transforms", []);
	const [enveloped, exclusive, another] = elementsIn(transforms);
	requireAlgorithm(enveloped, "Transform", [ENVELOPED]);
	requireAlgorithm(exclusive, "Transform", [EXCLUSIVE_C14N], EXCLUSIVE_C14N);
	requireAlgorithm(digestMethod, "DigestMethod", DIGEST_ALGORITHMS);
	requirePart(digest, "DigestValue", []);
	requireBase64(digest);
	if (another || rest.length > 0) throw new BadSignature("The signature's reference contains more than it needs.");
	const id = FRAGMENT.exec(attributeOf(reference, "URI") ?? "")?.[1];
	if (id === undefined) throw new BadSignature("The signature's reference is not the ID of an element.");
	return id;
}

function requirePart(
	element: XmlElement | undefined,
	name: string,
	attributes: readonly string[],
): asserts element is XmlElement {
	if (!element || !isElement(element, SIGNATURE_NAMESPACE, name)) {
		throw new BadSignature(`The signature has no ${name} where it belongs.`);
	}
	requireAttributes(element, attributes);
}

function requireAttributes(element: XmlElement, known: readonly string[]): void {
	if (element.attributes.every(({ namespace, name }) => namespace === "" && known.includes(name))) return;
	throw new BadSignature(`The signature's ${element.name} has an attribute that is not allowed.`);
}

/** @param parameters namespace of the one child that it may have */
function requireAlgorithm(
	element: XmlElement | undefined,
	name: string,
	allowed: readonly string[],
	parameters?: string,
): void {
	requirePart(element, name, ["Algorithm"]);
	if (!allowed.includes(attributeOf(element, "Algorithm") ?? "")) {
		throw new BadSignature(`The signature's ${name} is an algorithm that is not accepted.`);
	}
	const [child, ...others] = elementsIn(element);
	const mayHave = child === undefined || (parameters && isElement(child, parameters, "InclusiveNamespaces"));
	if (!mayHave || others.length > 0) throw new BadSignature(`The signature's ${name} has parameters.`);
}

function requireBase64(element: XmlElement): void {
	// Java programs end lines with a carriage return as well, which they write as a reference.
	if (BASE64.test(textOf(element).replace(/[ \t\r\n]/g, ""))) return;
	throw new BadSignature(`The signature's ${element.name} is not base64.`);
}

/**
 * The first certificate whose key has made a signature, checked on `SignedInfo` only: so the content is canonicalized for
 * one key, and for none where no known key has signed.
 * @param signature of the shape that is required
 * @throws BadSignature where a certificate has no RSA key
 */
export function matchingCertificate(signature: Element, certificates: readonly string[]): string | undefined {
	const info = signature.getElementsByTagNameNS(SIGNATURE_NAMESPACE, "SignedInfo")[0];
	const method = signature.getElementsByTagNameNS(SIGNATURE_NAMESPACE, "SignatureMethod")[0];
	const value = signature.getElementsByTagNameNS(SIGNATURE_NAMESPACE, "SignatureValue")[0];
	const hash = HASHES[method?.getAttribute("Algorithm") ?? ""];
	if (!info || !value || hash === undefined) return undefined;
	const signed = Buffer.from(new ExclusiveCanonicalization().process(info, {}));
	const bytes = Buffer.from(value.textContent ?? "", "base64");
	return certificates.find((certificate) => verify(hash, signed, certificateKey(certificate), bytes));
}

/**
 * The key of a certificate. Its dates and issuer are ignored: the operator has configured it.
 * @param certificate PEM
 * @throws BadSignature where it has no RSA key
 */
export function certificateKey(certificate: string): KeyObject {
	try {
		const { publicKey } = new X509Certificate(certificate);
		if (publicKey.asymmetricKeyType === "rsa") return publicKey;
	} catch {
		// Reported below.
	}
	throw new BadSignature("The certificate to check the signature with has no RSA key.");
}
