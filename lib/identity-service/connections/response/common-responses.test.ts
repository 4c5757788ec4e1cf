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

describe("an answer as products write it", () => {
	it.each(commonResponses(now))("is read: $name", async ({ document, nameId, attributes }) => {
		const answer = await check(document);
		expect(answer).toMatchObject({ nameId, inResponseTo: "_request" });
		expect(Object.fromEntries(answer.attributes)).toEqual(attributes);
	});

	it.each(FORMS)("is read with SHA-512, where the %s is signed", async (form) => {
		const document = signedResponse(form, responseTemplate({ now }), {
			signatureAlgorithm: "rsa-sha512",
			digestAlgorithm: "sha512",
		});
		expect((await check(document)).nameId).toBe("rita");
	});

	it("is read by any of the connection's certificates", async () => {
		const signingCert = attacker.certificate + provider.certificate;
		expect((await check(signedResponse("both", responseTemplate({ now })), { signingCert })).nameId).toBe("rita");
	});

	it("may come in lines", async () => {
		const lines = inBase64(signedResponse("both", responseTemplate({ now }))).replace(/.{76}/g, "$&\r\n");
		expect((await checkedResponse(service, partnerConnection(), lines)).nameId).toBe("rita");
	});

	it("may be nobody's answer, where the provider begins", async () => {
		for (const form of FORMS) {
			const document = signedResponse(form, responseTemplate({ now, inResponseTo: null }));
			expect((await check(document)).inResponseTo).toBeNull();
		}
	});

	it("may be of any provider that holds the key, where the connection names none", async () => {
		const document = signedResponse("both", responseTemplate({ now }).replaceAll(PROVIDER, "urn:other"));
		const { options, ...connection } = partnerConnection();
		const { issuer: _, ...unnamed } = options;
		expect((await checkedResponse(service, { ...connection, options: unnamed }, inBase64(document))).nameId).toBe(
			"rita",
		);
		await expect(check(document)).rejects.toThrow("another identity provider");
	});
});

describe("an answer at the bounds of its times", () => {
	it.each([
		[
			"begins to hold within the clocks' difference",
			(xml: string) => xml.replace(/NotBefore="[^"]*"/, `NotBefore="${at(180)}"`),
		],
		[
			"held until within the clocks' difference",
			(xml: string) => xml.replaceAll(/NotOnOrAfter="[^"]*"/g, `NotOnOrAfter="${at(-179)}"`),
		],
		["is ten minutes old", (xml: string) => xml.replaceAll(/IssueInstant="[^"]*"/g, `IssueInstant="${at(-600)}"`)],
		[
			"is from within the clocks' difference",
			(xml: string) => xml.replaceAll(/IssueInstant="[^"]*"/g, `IssueInstant="${at(180)}"`),
		],
		["has no beginning", (xml: string) => xml.replace(/ NotBefore="[^"]*"/, "")],
		[
			"has a session that goes on",
			(xml: string) => xml.replace("<saml:AuthnStatement ", `<saml:AuthnStatement SessionNotOnOrAfter="${at(1)}" `),
		],
		[
			"says its times with fractions and zones",
			(xml: string) => xml.replace(/NotBefore="[^"]*"/, 'NotBefore="2026-01-01T02:00:00.1234567+02:00"'),
		],
	] as const)("is taken where it %s", async (_, edit) => {
		for (const form of FORMS) expect((await checkedIn(form, edit)).nameId).toBe("rita");
	});

	it("is judged by the service's clock", async () => {
		const document = inBase64(signedResponse("both", responseTemplate({ now: new Date("2030-01-01T00:00:00Z") })));
		const then = { now: () => new Date("2030-01-01T00:01:00Z") };
		expect((await checkedResponse(then, partnerConnection(), document)).nameId).toBe("rita");
		await expect(checkedResponse(service, partnerConnection(), document)).rejects.toThrow("future");
	});
});

describe("what an answer says", () => {
	const attribute = (name: string, ...values: string[]) =>
		`<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join("")}</saml:Attribute>`;
	const attributesOf = async (attributes: string) => {
		const answers = FORMS.map((form) => check(signedResponse(form, responseTemplate({ now, attributes }))));
		const [first, ...others] = (await Promise.all(answers)).map((answer) => Object.fromEntries(answer.attributes));
		for (const other of others) expect(other).toEqual(first);
		return first;
	};

	it("keeps the order of values, also where a name stands twice", async () => {
		const roles = attribute("Role", "b", "a") + attribute("x", "") + attribute("Role", "c");
		expect(await attributesOf(roles)).toEqual({ Role: ["b", "a", "c"], x: [""] });
	});

	it("keeps every character of a value, and white space", async () => {
		const value = "&lt;a&gt; &amp;amp; &quot;é😀&#9;&#xA; ";
		expect(await attributesOf(attribute("x", value))).toEqual({ x: ['<a> &amp; "é😀\t\n '] });
		// The second reader takes line ends of XML 1.1 for those of XML 1.0.
		for (const end of ["&#x85;", "&#x2028;"]) {
			await expect(attributesOf(attribute("x", `a${end}b`)), end).rejects.toThrow("can be read in two ways");
		}
	});

	it("has no attribute that holds XML, and the others", async () => {
		const xml = attribute("id", "<saml:NameID>admin</saml:NameID>") + attribute("email", "admin<x/>@evil", "rita");
		expect(await attributesOf(xml + attribute("mail", "rita@partner.example"))).toEqual({
			mail: ["rita@partner.example"],
		});
	});

	it("is an empty value where it is white space alone, nil or nothing", async () => {
		const nil = '<saml:AttributeValue xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>';
		const values = attribute("x", " \n", "").replace("</saml:Attribute>", `${nil}</saml:Attribute>`);
		expect(await attributesOf(values)).toEqual({ x: ["", "", ""] });
		expect(await attributesOf('<saml:Attribute Name="x"/>')).toEqual({ x: [] });
	});

	it("may be in several statements, in none, and under any name", async () => {
		const statements = `${attribute("a", "1")}</saml:AttributeStatement><saml:AttributeStatement>${attribute("b", "2")}`;
		expect(await attributesOf(statements)).toEqual({ a: ["1"], b: ["2"] });
		const answer = await checkedIn("both", (xml) =>
			xml.replace(/<saml:AttributeStatement>.*<\/saml:AttributeStatement>/s, ""),
		);
		expect(answer.attributes.size).toBe(0);
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
		const answer = await checkedIn("both", (xml) =>
			xml.replace("<saml:AudienceRestriction>", () => `${restricted}<saml:AudienceRestriction>`),
		);
		expect(answer.nameId).toBe("rita");
	});

	it("is confirmed by whoever brings it, whoever else may confirm it", async () => {
		const other = '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:sender-vouches"/>';
		const answer = await checkedIn("both", (xml) =>
			xml.replace("<saml:SubjectConfirmation ", () => `${other}<saml:SubjectConfirmation `),
		);
		expect(answer.nameId).toBe("rita");
	});

	it("is the name with its qualifiers, in any letters", async () => {
		const name = `<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" NameQualifier="${PROVIDER}" SPNameQualifier="${ENTITY_ID}">O'Riley &amp; 李|é</saml:NameID>`;
		const answer = await checkedIn("response", (xml) => xml.replace(/<saml:NameID.*<\/saml:NameID>/s, () => name));
		expect(answer).toMatchObject({ nameId: "O'Riley & 李|é", nameQualifier: PROVIDER, spNameQualifier: ENTITY_ID });
		const bare = await checkedIn("response", (xml) => xml.replace(/<saml:NameID[^>]*>/, "<saml:NameID>"));
		expect(bare).toMatchObject({ nameIdFormat: null, nameQualifier: null });
	});

	it("may say nothing of a sign-in: then nothing is known of its time, and of a session there", async () => {
		for (const form of FORMS) {
			const answer = await checkedIn(form, (xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/s, ""));
			expect(answer).toMatchObject({ nameId: "rita", authenticatedAt: null, sessionIndex: null, sessionUntil: null });
		}
	});

	it("answers nobody where it names an empty request, in the response and in its assertion", async () => {
		const emptied = (xml: string) => xml.replaceAll(/InResponseTo="[^"]*"/g, 'InResponseTo=""');
		for (const form of FORMS) expect((await checkedIn(form, emptied)).inResponseTo).toBeNull();
		const once = (xml: string) => xml.replace(/InResponseTo="[^"]*"/, 'InResponseTo=""');
		await expect(checkedIn("both", once)).rejects.toThrow("answer different requests");
	});

	it("may leave its destination out where the response is not signed", async () => {
		const without = (xml: string) => xml.replace(` Destination="${CALLBACK}"`, "");
		expect((await checkedIn("assertion", without)).nameId).toBe("rita");
		for (const form of ["response", "both"] as const) {
			await expect(checkedIn(form, without)).rejects.toThrow("does not say where it was sent");
		}
	});

	it("may leave the response's issuer out where the response is not signed", async () => {
		const without = (xml: string) => xml.replace(/<saml:Issuer>[^<]*<\/saml:Issuer>/, "");
		expect((await checkedIn("assertion", without)).nameId).toBe("rita");
		for (const form of ["response", "both"] as const) {
			await expect(checkedIn(form, without)).rejects.toThrow("does not say who it is from");
		}
	});
});
