import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { certificateBody } from "@/lib/xml/certificate-body";
import { UnreadableMetadata } from "@/lib/xml/errors";
import { createTestSigner, type TestSigner } from "@/lib/xml/testing/test-signer";
import { readServiceProviderMetadata } from "./service-provider-metadata";

let signer: TestSigner;
beforeAll(async () => {
	signer = await createTestSigner();
});
afterAll(() => signer.remove());

const POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";
const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const ARTIFACT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact";

const entity = (content: string) =>
	`<?xml version="1.0"?>\n<!-- by hand -->\n<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:application">${content}</md:EntityDescriptor>`;
const provider = (content: string, attributes = "") =>
	entity(
		`<md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" ${attributes}>${content}</md:SPSSODescriptor>`,
	);
const consumer = (location: string, attributes = "", binding = POST) =>
	`<md:AssertionConsumerService Binding="${binding}" Location="${location}" index="0" ${attributes}/>`;
const key = (certificate: string, use = 'use="signing"') =>
	`<md:KeyDescriptor ${use}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>\n${certificateBody(certificate)}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;

const why = (text: string) => {
	try {
		readServiceProviderMetadata(text);
	} catch (error) {
		if (error instanceof UnreadableMetadata) return error.message;
		throw error;
	}
	return "it was read";
};

test("a SAML application declares its name, its endpoints for responses and logouts, and its certificate", () => {
	const logout = `<md:SingleLogoutService Binding="${REDIRECT}" Location="https://sp.example/redirect"/><md:SingleLogoutService Binding="${POST}" Location="https://sp.example/logout"/>`;
	const format = "<md:NameIDFormat> urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress </md:NameIDFormat>";
	const text = provider(
		key(signer.certificate) + key("AAAA") + logout + format + consumer("https://sp.example/acs"),
		'AuthnRequestsSigned="true" WantAssertionsSigned="1"',
	);
	expect(readServiceProviderMetadata(text)).toEqual({
		protocol: "samlp",
		entityId: "urn:application",
		signsRequests: true,
		wantsSignedAssertions: true,
		nameIdFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
		certificates: [signer.certificate],
		unreadable: ["Signing certificate 2 of 2 (begins with “AAAA”) is not a certificate in DER."],
		callback: "https://sp.example/acs",
		callbackCount: 1,
		logout: { binding: POST, location: "https://sp.example/logout" },
	});
});

test("an application that signs its requests with certificates of which none can be read is refused, which names each", () => {
	const text = provider(key("AAAA") + key("BBBB"), 'AuthnRequestsSigned="true"');
	expect(why(text)).toBe(
		"None of its signing certificates can be used. Signing certificate 1 of 2 (begins with “AAAA”) is not a certificate in DER. Signing certificate 2 of 2 (begins with “BBBB”) is not a certificate in DER.",
	);
	expect(readServiceProviderMetadata(text.replace('"true"', '"false"'))).toMatchObject({
		certificates: [],
		unreadable: [expect.any(String), expect.any(String)],
	});
});

test("a certificate for encryption is not one for signatures", () => {
	const text = provider(key(signer.certificate, 'use="encryption"') + consumer("https://sp.example/acs"));
	expect(readServiceProviderMetadata(text)).toMatchObject({ certificates: [], signsRequests: false });
});

test.each([
	["the one marked as usual", ["a|", 'b|isDefault="true"', "c|"], "b"],
	["else the first that isn't marked as unusual", ['a|isDefault="false"', "b|", "c|"], "b"],
	["else the first", ['a|isDefault="false"', 'b|isDefault="false"'], "a"],
])("of several endpoints for responses, %s is used", (_, list, expected) => {
	const consumers = list.map((each) => {
		const [name, attributes] = each.split("|");
		return consumer(`https://sp.example/${name}`, attributes);
	});
	const other = consumer("https://sp.example/artifact", 'isDefault="true"', ARTIFACT);
	expect(readServiceProviderMetadata(provider(other + consumers.join("")))).toMatchObject({
		callback: `https://sp.example/${expected}`,
		callbackCount: list.length,
	});
});

test("an application without an HTTP-POST endpoint for responses has no callback", () => {
	const text = provider(consumer("https://sp.example/artifact", "", ARTIFACT));
	expect(readServiceProviderMetadata(text)).toMatchObject({ callback: null, logout: null });
});

test("a WS-Federation application declares its realm and its endpoint for responses", () => {
	const text = entity(
		`<md:RoleDescriptor xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:fed="http://docs.oasis-open.org/wsfed/federation/200706" xsi:type="fed:ApplicationServiceType" protocolSupportEnumeration="http://docs.oasis-open.org/wsfed/federation/200706"><fed:PassiveRequestorEndpoint><wsa:EndpointReference xmlns:wsa="http://www.w3.org/2005/08/addressing"><wsa:Address>https://rp.example/</wsa:Address></wsa:EndpointReference></fed:PassiveRequestorEndpoint></md:RoleDescriptor>`,
	);
	expect(readServiceProviderMetadata(text)).toEqual({
		protocol: "wsfed",
		realm: "urn:application",
		callback: "https://rp.example/",
	});
});

describe("unusable metadata is refused with the reason", () => {
	test.each([
		["nothing", " ", /Paste the metadata first/],
		["words", "hello", /text outside of its element/],
		["a cut off text", provider("").slice(0, -10), /end tag without its start/],
		["other XML", "<html/>", /begins with html/],
		["several entities", `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"/>`, /several entities/],
		["an entity without a name", provider("").replace('entityID="urn:application"', ""), /no entityID/],
		["an identity provider", entity("<md:IDPSSODescriptor/>"), /metadata of an identity provider/],
		["an entity that does neither", entity(""), /does not describe an application/],
		["a document type", `<!DOCTYPE a [<!ENTITY b "c">]>${provider("")}`, /declaration/],
		["SAML 1.1 alone", provider("").replace("2.0:protocol", "1.1:protocol"), /does not describe an application/],
		["256 KB and more", provider(`<!--${"x".repeat(256 * 1024)}-->`), /longer than 256 KB/],
	])("%s", (_, text, reason) => expect(why(text)).toMatch(reason));
});
