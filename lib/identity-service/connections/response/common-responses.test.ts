import { describe, expect, it } from "vitest";
import { commonResponses } from "../../testing/saml-responses/common-responses";
import {
	attacker,
	CALLBACK,
	EMAIL_ATTRIBUTE,
	ENTITY_ID,
	FORMS,
	type Form,
	inBase64,
	PROVIDER,
	partnerConnection,
	provider,
	responseTemplate,
	signedResponse,
} from "../../testing/saml-responses/responding-provider";
import { checkedResponse } from "./checked-response";

const now = new Date();
const service = { now: () => now };
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();

const check = (document: string, options = {}) =>
	checkedResponse(service, partnerConnection(options), inBase64(document));
const checkedIn = (form: Form, edit: (template: string) => string) =>
	check(signedResponse(form, edit(responseTemplate({ now }))));

describe("a response as products write it", () => {
	it.each(commonResponses(now))("is read: $name", async ({ document, nameId, attributes }) => {
		const response = await check(document);
		expect(response).toMatchObject({ nameId, inResponseTo: "_request" });
		expect(Object.fromEntries(response.attributes)).toEqual(attributes);
	});

	it.each(FORMS)("is read with SHA-512, where the %s is signed", async (form) => {
		const document = signedResponse(form, responseTemplate({ now }), {
			signatureAlgorithm: "rsa-sha512",
			digestAlgorithm: "sha512",
		});
		expect((await check(document)).nameId).toBe("rita");
	});

	it("is verified by any of the connection's certificates", async () => {
		const signingCert = attacker.certificate + provider.certificate;
		expect((await check(signedResponse("both", responseTemplate({ now })), { signingCert })).nameId).toBe("rita");
	});

	it("may have line ends in its base64", async () => {
		const lines = inBase64(signedResponse("both", responseTemplate({ now }))).replace(/.{76}/g, "$&\r\n");
		expect((await checkedResponse(service, partnerConnection(), lines)).nameId).toBe("rita");
	});

	it("may be unsolicited", async () => {
		for (const form of FORMS) {
			const document = signedResponse(form, responseTemplate({ now, inResponseTo: null }));
			expect((await check(document)).inResponseTo).toBeNull();
		}
	});

	it("may be from any issuer with the key, where the connection names no issuer", async () => {
		const document = signedResponse("both", responseTemplate({ now }).replaceAll(PROVIDER, "urn:other"));
		const { options, ...connection } = partnerConnection();
		const { issuer: _, ...unnamed } = options;
		expect((await checkedResponse(service, { ...connection, options: unnamed }, inBase64(document))).nameId).toBe(
			"rita",
		);
		await expect(check(document)).rejects.toThrow("an identity provider other than");
	});
});

describe("a response at the bounds of its validity", () => {
	it.each([
		[
			"begins to be valid within the clock skew",
			(xml: string) => xml.replace(/NotBefore="[^"]*"/, `NotBefore="${at(180)}"`),
		],
		[
			"has expired within the clock skew",
			(xml: string) => xml.replaceAll(/NotOnOrAfter="[^"]*"/g, `NotOnOrAfter="${at(-179)}"`),
		],
		["is ten minutes old", (xml: string) => xml.replaceAll(/IssueInstant="[^"]*"/g, `IssueInstant="${at(-600)}"`)],
		[
			"is from the future within the clock skew",
			(xml: string) => xml.replaceAll(/IssueInstant="[^"]*"/g, `IssueInstant="${at(180)}"`),
		],
		["has no beginning", (xml: string) => xml.replace(/ NotBefore="[^"]*"/, "")],
		[
			"has a session that lasts",
			(xml: string) => xml.replace("<saml:AuthnStatement ", `<saml:AuthnStatement SessionNotOnOrAfter="${at(1)}" `),
		],
		[
			"has times with fractions and time zones",
			(xml: string) => xml.replace(/NotBefore="[^"]*"/, 'NotBefore="2026-01-01T02:00:00.1234567+02:00"'),
		],
	] as const)("is accepted where it %s", async (_, edit) => {
		for (const form of FORMS) expect((await checkedIn(form, edit)).nameId).toBe("rita");
	});

	it("is checked by the service's clock", async () => {
		const document = inBase64(signedResponse("both", responseTemplate({ now: new Date("2030-01-01T00:00:00Z") })));
		const then = { now: () => new Date("2030-01-01T00:01:00Z") };
		expect((await checkedResponse(then, partnerConnection(), document)).nameId).toBe("rita");
		await expect(checkedResponse(service, partnerConnection(), document)).rejects.toThrow("future");
	});
});

describe("the content of a response", () => {
	const attribute = (name: string, ...values: string[]) =>
		`<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join("")}</saml:Attribute>`;
	const attributesOf = async (attributes: string) => {
		const responses = FORMS.map((form) => check(signedResponse(form, responseTemplate({ now, attributes }))));
		const [first, ...others] = (await Promise.all(responses)).map((each) => Object.fromEntries(each.attributes));
		for (const other of others) expect(other).toEqual(first);
		return first;
	};

	it("keeps the order of values, also of a repeated name", async () => {
		const roles = attribute("Role", "b", "a") + attribute("x", "") + attribute("Role", "c");
		expect(await attributesOf(roles)).toEqual({ Role: ["b", "a", "c"], x: [""] });
	});

	it("keeps every character of a value, and white space", async () => {
		const value = "&lt;a&gt; &amp;amp; &quot;é😀&#9;&#xA; ";
		expect(await attributesOf(attribute("x", value))).toEqual({ x: ['<a> &amp; "é😀\t\n '] });
		// The second reader normalises the line ends of XML 1.1, too.
		for (const end of ["&#x85;", "&#x2028;"]) {
			await expect(attributesOf(attribute("x", `a${end}b`)), end).rejects.toThrow("can be read in two ways");
		}
	});

	it("omits attributes that contain XML alone", async () => {
		const xml = attribute("id", "<saml:NameID>admin</saml:NameID>") + attribute("email", "admin<x/>@evil", "rita");
		expect(await attributesOf(xml + attribute("mail", "rita@partner.example"))).toEqual({
			mail: ["rita@partner.example"],
		});
	});

	it("is an empty value for white space alone, nil and an empty element", async () => {
		const nil = '<saml:AttributeValue xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>';
		const values = attribute("x", " \n", "").replace("</saml:Attribute>", `${nil}</saml:Attribute>`);
		expect(await attributesOf(values)).toEqual({ x: ["", "", ""] });
		expect(await attributesOf('<saml:Attribute Name="x"/>')).toEqual({ x: [] });
	});

	it("may have attributes in several statements, in none, and under any name", async () => {
		const statements = `${attribute("a", "1")}</saml:AttributeStatement><saml:AttributeStatement>${attribute("b", "2")}`;
		expect(await attributesOf(statements)).toEqual({ a: ["1"], b: ["2"] });
		const response = await checkedIn("both", (xml) =>
			xml.replace(/<saml:AttributeStatement>.*<\/saml:AttributeStatement>/s, ""),
		);
		expect(response.attributes.size).toBe(0);
		for (const name of [
			"__proto__",
			"constructor",
			"nameID",
			"issuer",
			"getAssertion",
			"inResponseTo",
			"sessionIndex",
		]) {
			const named = await checkedIn("both", (xml) => xml.replace(EMAIL_ATTRIBUTE, attribute(name, "x", "y")));
			expect(named).toMatchObject({ nameId: "rita", inResponseTo: "_request", sessionIndex: "_session" });
			expect([...named.attributes]).toEqual([[name, ["x", "y"]]]);
		}
	});

	it("may be for several audiences of which this service is one, in each restriction", async () => {
		const two = `<saml:Audience>urn:other</saml:Audience><saml:Audience>${ENTITY_ID}</saml:Audience>`;
		const restricted = `<saml:AudienceRestriction>${two}</saml:AudienceRestriction>`;
		const response = await checkedIn("both", (xml) =>
			xml.replace("<saml:AudienceRestriction>", () => `${restricted}<saml:AudienceRestriction>`),
		);
		expect(response.nameId).toBe("rita");
	});

	it("needs a bearer confirmation, and may have other ones", async () => {
		const other = '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:sender-vouches"/>';
		const response = await checkedIn("both", (xml) =>
			xml.replace("<saml:SubjectConfirmation ", () => `${other}<saml:SubjectConfirmation `),
		);
		expect(response.nameId).toBe("rita");
	});

	it("has the name identifier with its qualifiers, in any characters", async () => {
		const name = `<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" NameQualifier="${PROVIDER}" SPNameQualifier="${ENTITY_ID}">O'Riley &amp; 李|é</saml:NameID>`;
		const response = await checkedIn("response", (xml) => xml.replace(/<saml:NameID.*<\/saml:NameID>/s, () => name));
		expect(response).toMatchObject({ nameId: "O'Riley & 李|é", nameQualifier: PROVIDER, spNameQualifier: ENTITY_ID });
		const bare = await checkedIn("response", (xml) => xml.replace(/<saml:NameID[^>]*>/, "<saml:NameID>"));
		expect(bare).toMatchObject({ nameIdFormat: null, nameQualifier: null });
	});

	it("may lack an AuthnStatement: then the sign-in's time and the provider's session are unknown", async () => {
		for (const form of FORMS) {
			const read = await checkedIn(form, (xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/s, ""));
			expect(read).toMatchObject({ nameId: "rita", authenticatedAt: null, sessionIndex: null, sessionUntil: null });
		}
	});

	it("is unsolicited where InResponseTo is empty, in the response and in its assertion", async () => {
		const emptied = (xml: string) => xml.replaceAll(/InResponseTo="[^"]*"/g, 'InResponseTo=""');
		for (const form of FORMS) expect((await checkedIn(form, emptied)).inResponseTo).toBeNull();
		const once = (xml: string) => xml.replace(/InResponseTo="[^"]*"/, 'InResponseTo=""');
		await expect(checkedIn("both", once)).rejects.toThrow("are for different requests");
	});

	it("may omit its destination where the response is not signed", async () => {
		const without = (xml: string) => xml.replace(` Destination="${CALLBACK}"`, "");
		expect((await checkedIn("assertion", without)).nameId).toBe("rita");
		for (const form of ["response", "both"] as const) {
			await expect(checkedIn(form, without)).rejects.toThrow("does not say where it was sent");
		}
	});

	it("may omit the response's issuer where the response is not signed", async () => {
		const without = (xml: string) => xml.replace(/<saml:Issuer>[^<]*<\/saml:Issuer>/, "");
		expect((await checkedIn("assertion", without)).nameId).toBe("rita");
		for (const form of ["response", "both"] as const) {
			await expect(checkedIn(form, without)).rejects.toThrow("does not say who it is from");
		}
	});
});
