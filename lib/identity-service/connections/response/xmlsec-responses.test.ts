import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lacks, programPath } from "@/lib/testing/programs.mjs";
import { createTestSigner, type TestSigner } from "@/lib/xml/testing/test-signer";
import {
	FORMS,
	type Form,
	inBase64,
	partnerConnection,
	responseTemplate,
	withSignatures,
} from "../../testing/saml-responses/responding-provider";
import { checkedResponse } from "./checked-response";

const SAML = "urn:oasis:names:tc:SAML:2.0:";
const NAMESPACES = { Response: `${SAML}protocol`, Assertion: `${SAML}assertion` };
const MORE = "http://www.w3.org/2001/04/xmldsig-more#";
const XMLENC = "http://www.w3.org/2001/04/xmlenc#";
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const PREFIXES = `<ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE}" PrefixList="xs"/>`;
const TYPES = 'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

let signer: TestSigner;
beforeAll(async () => {
	signer = await createTestSigner();
});
afterAll(() => signer.remove());

describe.skipIf(lacks("xmlsec1"))("a response that xmlsec1 has signed", () => {
	const unsigned = (document: string, name: keyof typeof NAMESPACES, prefixes: string, bits: "256" | "512") => {
		const id = new RegExp(`<\\w+:${name} [^>]*\\bID="([^"]*)"`).exec(document)?.[1];
		return `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}"/><ds:SignatureMethod Algorithm="${MORE}rsa-sha${bits}"/><ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/><ds:Transform Algorithm="${EXCLUSIVE}">${prefixes}</ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="${XMLENC}sha${bits}"/><ds:DigestValue/></ds:Reference></ds:SignedInfo><ds:SignatureValue/><ds:KeyInfo><ds:X509Data/></ds:KeyInfo></ds:Signature>`;
	};

	function signed(document: string, name: keyof typeof NAMESPACES): string {
		const file = path.join(signer.folder, "response.xml");
		writeFileSync(file, document);
		const place = name === "Response" ? "/*" : "/*/*[local-name()='Assertion']";
		const { status, stdout, stderr } = spawnSync(
			programPath("xmlsec1"),
			[
				...["--sign", "--privkey-pem", `${signer.keyFile},${signer.certificateFile}`],
				...[
					"--id-attr:ID",
					`${NAMESPACES[name]}:${name}`,
					"--node-xpath",
					`${place}/*[local-name()='Signature']`,
					file,
				],
			],
			{ encoding: "utf8" },
		);
		expect(status, stderr).toBe(0);
		return stdout;
	}

	function response(form: Form, { prefixes = "", bits = "256" as "256" | "512" } = {}): string {
		const attributes =
			'<saml:Attribute Name="mail"><saml:AttributeValue xsi:type="xs:string">r&#13;é\n</saml:AttributeValue></saml:Attribute>';
		const template = responseTemplate({ attributes }).replace("<samlp:Response ", `<samlp:Response ${TYPES} `);
		const written = (name: keyof typeof NAMESPACES, without: Form) =>
			form === without ? "" : unsigned(template, name, prefixes, bits);
		const document = withSignatures(template, written("Response", "assertion"), written("Assertion", "response"));
		const inner = form === "response" ? document : signed(document, "Assertion");
		return form === "assertion" ? inner : signed(inner, "Response");
	}

	const check = (document: string) =>
		checkedResponse(
			{ now: () => new Date() },
			partnerConnection({ signingCert: signer.certificate }),
			inBase64(document),
		);

	it.each(FORMS)("is read where the %s is signed", async (form) => {
		for (const options of [{}, { prefixes: PREFIXES }, { bits: "512" as const }]) {
			const checked = await check(response(form, options));
			expect(checked).toMatchObject({ nameId: "rita", attributes: new Map([["mail", ["r\ré\n"]]]) });
		}
	});

	it.each(FORMS)("is read where it declares the prefix xml, %s signed", async (form) => {
		const declared = 'xmlns:xml="http://www.w3.org/XML/1998/namespace"';
		// Canonical XML omits it, and so does xmlsec1 in its output.
		const document = response(form).replace(/<(?:samlp:Response|saml:Assertion|ds:SignedInfo)\b/g, `$& ${declared}`);
		expect(await check(document)).toMatchObject({ nameId: "rita" });
	});

	it.each(FORMS)("is refused where it was changed, %s signed", async (form) => {
		const document = response(form, { prefixes: PREFIXES });
		await expect(check(document.replace(">rita<", ">admin<"))).rejects.toThrow("is not valid");
		await expect(check(document.replace(/é|&#xE9;/, "e"))).rejects.toThrow("is not valid");
	});
});
