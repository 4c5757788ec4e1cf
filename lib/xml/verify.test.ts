import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lacks, programPath } from "@/lib/testing/programs.mjs";
import { xml } from "./markup";
import { parseXml } from "./parse";
import { attributeOf, onlyChild, textOf } from "./read-element";
import { signXml } from "./sign";
import { anyText } from "./testing/any-text";
import { createTestSigner, type TestSigner } from "./testing/test-signer";
import { DOES_NOT_FIT, refusalOf, SHA256, signedRequest, verified } from "./testing/verification";
import { writtenElement } from "./verify";

const TEXT_RUNS = process.env.LONG ? 2000 : 12;
const XML_DECLARED = 'xmlns:xml="http://www.w3.org/XML/1998/namespace"';

let signer: TestSigner;
let other: TestSigner;
let elliptic: TestSigner;
beforeAll(async () => {
	signer = await createTestSigner();
	other = await createTestSigner();
	elliptic = await createTestSigner("ec");
});
afterAll(() => {
	for (const each of [signer, other, elliptic]) each.remove();
});

describe("a signed document", () => {
	it("is the signed content, without its signature", () => {
		const content = verified(signer, signedRequest(signer));
		expect(attributeOf(content, "To")).toBe("https://app.example/acs");
		expect(textOf(onlyChild(content, "urn:a", "Issuer"))).toBe("urn:app");
		expect(writtenElement(content)).not.toContain("Signature");
	});

	it("fits the key of any certificate given, and none but those", () => {
		const both = [other.certificate, signer.certificate];
		expect(verified(signer, signedRequest(signer), { certificates: both }).name).toBe("Request");
		expect(verified(signer, signedRequest(other), { certificates: both }).name).toBe("Request");
		// It contains the certificate of its signer, which proves nothing.
		expect(refusalOf(signer, signedRequest(other))).toBe(DOES_NOT_FIT);
	});

	it("is never accepted without a certificate, nor with one of another kind of key", () => {
		expect(refusalOf(signer, signedRequest(signer), { certificates: [] })).toBe(
			"There is no certificate to check the signature with.",
		);
		for (const certificate of ["", "no certificate", elliptic.certificate]) {
			expect(refusalOf(signer, signedRequest(signer), { certificates: [certificate] })).toBe(
				"The certificate to check the signature with has no RSA key.",
			);
		}
	});

	it("may be one element of a document, of which nothing else is returned", () => {
		const document = `<r:Response xmlns:r="urn:r" ID="_0"><r:Status>x</r:Status>${signedRequest(signer)}</r:Response>`;
		expect(refusalOf(signer, document)).toBe("The signature is not in the element that it must sign.");
		const content = verified(signer, document, { signed: "one element" });
		expect(content.name).toBe("Request");
	});

	it("may name its element by AssertionID", () => {
		const document = signXml(
			(signature) => xml`<Assertion xmlns="urn:a" AssertionID="_1"><Name>n</Name>${signature}</Assertion>`,
			{ name: "Assertion", idAttribute: "AssertionID" },
			{ ...signer, signatureAlgorithm: "rsa-sha512", digestAlgorithm: "sha512" },
		).toString();
		expect(verified(signer, document, { idAttribute: "AssertionID" }).name).toBe("Assertion");
		expect(refusalOf(signer, document)).toBe("The signature is for another element.");
	});

	it("is read as it was written, with any texts", () => {
		fc.assert(
			fc.property(anyText, anyText, (one, two) => {
				const document = signXml(
					(signature) =>
						xml`<p:Request xmlns:p="urn:p" ID="_1" Name="${one}"><p:Text>x${two}</p:Text>${signature}</p:Request>`,
					{ name: "Request", idAttribute: "ID" },
					{ ...signer, ...SHA256 },
				).toString();
				const sent = parseXml(document);
				const content = verified(signer, document);
				expect(attributeOf(content, "Name")).toBe(attributeOf(sent, "Name"));
				expect(onlyChild(content, "urn:p", "Text")).toEqual(onlyChild(sent, "urn:p", "Text"));
			}),
			{ numRuns: TEXT_RUNS },
		);
	});
});

describe.skipIf(lacks("xmlsec1"))("a document that xmlsec1 has signed", () => {
	const template = (method: string, digest: string, prefixList = "") =>
		`<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/><ds:SignatureMethod Algorithm="${method}"/><ds:Reference URI="#_1"><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/><ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#">${prefixList}</ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="${digest}"/><ds:DigestValue/></ds:Reference></ds:SignedInfo><ds:SignatureValue/><ds:KeyInfo><ds:X509Data/></ds:KeyInfo></ds:Signature>`;

	function signedByXmlsec(document: string): string {
		const file = path.join(signer.folder, "template.xml");
		writeFileSync(file, document);
		const key = ["--privkey-pem", `${signer.keyFile},${signer.certificateFile}`];
		const { status, stdout, stderr } = spawnSync(
			programPath("xmlsec1"),
			["--sign", ...key, "--id-attr:ID", "urn:p:Request", file],
			{
				encoding: "utf8",
			},
		);
		expect(status, stderr).toBe(0);
		return stdout;
	}

	function isValid(document: string): boolean {
		const file = path.join(signer.folder, "signed.xml");
		writeFileSync(file, document);
		const key = ["--pubkey-cert-pem", signer.certificateFile, "--enabled-key-data", "rsa"];
		return spawnSync(programPath("xmlsec1"), ["--verify", ...key, "--id-attr:ID", "urn:p:Request", file]).status === 0;
	}

	it.each([
		["http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", "http://www.w3.org/2001/04/xmlenc#sha256"],
		["http://www.w3.org/2001/04/xmldsig-more#rsa-sha512", "http://www.w3.org/2001/04/xmlenc#sha512"],
	])("is accepted unchanged with %s", (method, digest) => {
		const list = '<ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="xs"/>';
		for (const prefixList of ["", list]) {
			const document = signedByXmlsec(
				`<?xml version="1.0" encoding="UTF-8"?>\n<Request xmlns="urn:p" xmlns:xs="urn:xs" ID="_1">\n\t<a:Issuer xmlns:a="urn:a" b="&#9;&#xA; &quot;">é 😀\u2028 &#13;&amp;</a:Issuer>\n\t${template(method, digest, prefixList)}\n</Request>\n`,
			);
			const content = verified(signer, document);
			const issuer = onlyChild(content, "urn:a", "Issuer");
			expect(attributeOf(issuer, "b")).toBe('\t\n "');
			expect(issuer.children).toEqual(["é 😀\u2028 \r&"]);
			expect(refusalOf(signer, document.replace("é", "e"))).toBe(DOES_NOT_FIT);
		}
	});

	it.each(["", "xml xs", "#default xml"])("may declare the prefix xml, with the prefixes %j", (list) => {
		const parameters =
			list && `<ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="${list}"/>`;
		const algorithms = [
			"http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
			"http://www.w3.org/2001/04/xmlenc#sha256",
		] as const;
		const signed = signedByXmlsec(
			`<Outer xmlns:xs="urn:xs"><Request xmlns="urn:p" ID="_1" xml:lang="en"><Name xml:lang="de">rita</Name>${template(...algorithms, parameters)}</Request></Outer>`,
		);
		// Not part of the canonical form, and xmlsec1 leaves it out of the document that it writes.
		const document = signed.replace(/<(Outer|Request|Name|ds:SignedInfo)\b/g, `$& ${XML_DECLARED}`);
		expect(document.split(XML_DECLARED)).toHaveLength(5);
		const content = verified(signer, document, { signed: "one element" });
		expect(textOf(onlyChild(content, "urn:p", "Name"))).toBe("rita");
		expect(writtenElement(content)).not.toContain("xmlns:xml=");
		expect(isValid(document)).toBe(true);
		const changed = document.replace('xml:lang="de"', 'xml:lang="en"');
		expect(refusalOf(signer, changed, { signed: "one element" })).toBe(DOES_NOT_FIT);
	});

	it("is refused with SHA-1", () => {
		const document = signedByXmlsec(
			`<Request xmlns="urn:p" ID="_1">${template("http://www.w3.org/2000/09/xmldsig#rsa-sha1", "http://www.w3.org/2000/09/xmldsig#sha1")}</Request>`,
		);
		expect(refusalOf(signer, document)).toBe("The signature's SignatureMethod is an algorithm that is not accepted.");
	});
});
