import { createHmac, createPublicKey, createSign } from "node:crypto";
import { DOES_NOT_FIT, type HostileRow, NOT_SIGNED } from "./refusals";
import { provider } from "./responding-provider";

/** An attacker's changes of the signature of a valid response; of two signatures, of the outer one. */
export function forgedSignatures(document: string): HostileRow[] {
	const signature = /<ds:Signature .*?<\/ds:Signature>/s.exec(document)?.[0] ?? "";
	const inSignature = (from: string | RegExp, to: string) =>
		document.replace(signature, () => signature.replace(from, () => to));
	const transform = (algorithm: string, content = "") =>
		`<ds:Transform Algorithm="${algorithm}">${content}</ds:Transform></ds:Transforms>`;
	const reference = /<ds:Reference .*?<\/ds:Reference>/s.exec(signature)?.[0] ?? "";
	const method = (name: string, algorithm: string) =>
		inSignature(new RegExp(`(?<=<ds:${name} Algorithm=")[^"]*`), algorithm);
	return [
		[
			"a signature method with SHA-1",
			NOT_SIGNED,
			method("SignatureMethod", "http://www.w3.org/2000/09/xmldsig#rsa-sha1"),
		],
		["a digest of SHA-1", NOT_SIGNED, method("DigestMethod", "http://www.w3.org/2000/09/xmldsig#sha1")],
		[
			"a signature method with a shared key",
			NOT_SIGNED,
			method("SignatureMethod", "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"),
		],
		["no signature method", NOT_SIGNED, method("SignatureMethod", "")],
		[
			"canonicalization with comments",
			NOT_SIGNED,
			method("CanonicalizationMethod", "http://www.w3.org/2001/10/xml-exc-c14n#WithComments"),
		],
		[
			"inclusive canonicalization",
			NOT_SIGNED,
			method("CanonicalizationMethod", "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"),
		],
		[
			"a transform by XSLT",
			NOT_SIGNED,
			inSignature(
				"</ds:Transforms>",
				transform(
					"http://www.w3.org/TR/1999/REC-xslt-19991116",
					'<x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform"/>',
				),
			),
		],
		[
			"a transform by XPath",
			NOT_SIGNED,
			inSignature(
				"</ds:Transforms>",
				transform("http://www.w3.org/TR/1999/REC-xpath-19991116", "<ds:XPath>not(self::*)</ds:XPath>"),
			),
		],
		[
			"a transform by XPath Filter 2.0",
			NOT_SIGNED,
			inSignature("</ds:Transforms>", transform("http://www.w3.org/2002/06/xmldsig-filter2")),
		],
		["no transforms", NOT_SIGNED, inSignature(/<ds:Transforms>.*<\/ds:Transforms>/s, "")],
		["two references", NOT_SIGNED, inSignature(reference, reference + reference)],
		["a reference with an empty URI", NOT_SIGNED, inSignature(/URI="[^"]*"/, 'URI=""')],
		["a reference without a URI", NOT_SIGNED, inSignature(/ URI="[^"]*"/, "")],
		["a reference to another element", NOT_SIGNED, inSignature(/URI="[^"]*"/, 'URI="#_other"')],
		["a reference by XPointer", NOT_SIGNED, inSignature(/URI="[^"]*"/, 'URI="#xpointer(/)"')],
		["a reference to an outside URL", NOT_SIGNED, inSignature(/URI="[^"]*"/, 'URI="http://evil.example/x.xml"')],
		["the signature twice", /Signature more than once/, document.replace(signature, signature + signature)],
		[
			"an empty signature",
			NOT_SIGNED,
			document.replace(signature, '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>'),
		],
		["a signature without a value", /SignatureValue is empty/, inSignature(/(?<=<ds:SignatureValue>)[^<]*/, "")],
		["a changed signature value", DOES_NOT_FIT, inSignature(/(?<=<ds:SignatureValue>)[^<]{8}/, "AAAAAAAA")],
		["a second digest, in a comment", /comment/, inSignature("<ds:DigestValue>", "<ds:DigestValue><!--AAAA-->")],
		[
			"two digests",
			NOT_SIGNED,
			inSignature(
				/<ds:DigestValue>[^<]*<\/ds:DigestValue>/,
				"<ds:DigestValue>AAAA</ds:DigestValue><ds:DigestValue>AAAA</ds:DigestValue>",
			),
		],
		["HMAC keyed with the certificate", NOT_SIGNED, signedByHmac(document)],
		["SHA-1 with the provider's own key", NOT_SIGNED, signedBySha1(document)],
	];
}

/** A correct HMAC, with a key that is public. */
function signedByHmac(document: string): string {
	const key = createPublicKey(provider.certificate).export({ type: "spki", format: "pem" });
	return signedAnew(document, "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256", (text) =>
		createHmac("sha256", key).update(text).digest("base64"),
	);
}

function signedBySha1(document: string): string {
	return signedAnew(document, "http://www.w3.org/2000/09/xmldsig#rsa-sha1", (text) =>
		createSign("RSA-SHA1").update(text).sign(provider.key, "base64"),
	);
}

function signedAnew(document: string, algorithm: string, sign: (canonical: string) => string): string {
	const info = /<ds:SignedInfo>.*?<\/ds:SignedInfo>/s.exec(document)?.[0] ?? "";
	const changed = info.replace(/(<ds:SignatureMethod Algorithm=")[^"]*/, `$1${algorithm}`);
	const canonical = changed
		.replace("<ds:SignedInfo>", '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">')
		.replace(/<(ds:\w+)([^<>]*)\/>/g, "<$1$2></$1>");
	return document.replace(info, changed).replace(/(<ds:SignatureValue>)[^<]*/, `$1${sign(canonical)}`);
}
