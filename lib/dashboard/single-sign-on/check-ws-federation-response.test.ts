import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Markup, xml } from "@/lib/xml/markup";
import { ASSERTION_11, TRUST } from "@/lib/xml/metadata/metadata-names";
import { signXml } from "@/lib/xml/sign";
import { createTestSigner, type TestSigner } from "@/lib/xml/testing/test-signer";
import { checkSamlResponse } from "./check-saml-response";
import { checkWsFederationResponse } from "./check-ws-federation-response";
import type { ResponseReport } from "./response-report";

const NOW = new Date("2026-06-01T12:00:00Z");
const usual = {
	issuer: "urn:tenant.example",
	audience: "urn:realm",
	email: "ann@example.com",
	notBefore: "2026-06-01T12:00:00Z",
	notOnOrAfter: "2026-06-01T20:00:00Z",
};

let tenant: TestSigner;
let other: TestSigner;
beforeAll(async () => {
	tenant = await createTestSigner();
	other = await createTestSigner();
});
afterAll(() => {
	tenant.remove();
	other.remove();
});

function response(details: Partial<typeof usual> = {}, signer = tenant): string {
	const { issuer, audience, email, notBefore, notOnOrAfter } = { ...usual, ...details };
	const subject = xml`<saml:Subject><saml:NameIdentifier Format="urn:x">auth0|1</saml:NameIdentifier></saml:Subject>`;
	const document = (signature: Markup | null) =>
		xml`<t:RequestSecurityTokenResponse xmlns:t="${TRUST}"><t:RequestedSecurityToken><saml:Assertion xmlns:saml="${ASSERTION_11}" MajorVersion="1" MinorVersion="1" AssertionID="_a" Issuer="${issuer}" IssueInstant="${notBefore}"><saml:Conditions NotBefore="${notBefore}" NotOnOrAfter="${notOnOrAfter}"><saml:AudienceRestrictionCondition><saml:Audience>${audience}</saml:Audience></saml:AudienceRestrictionCondition></saml:Conditions><saml:AttributeStatement>${subject}<saml:Attribute AttributeName="mail" AttributeNamespace="http://a.example/claims"><saml:AttributeValue>${email}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement><saml:AuthenticationStatement AuthenticationMethod="urn:password" AuthenticationInstant="${notBefore}">${subject}</saml:AuthenticationStatement>${signature}</saml:Assertion></t:RequestedSecurityToken></t:RequestSecurityTokenResponse>`;
	return signXml(
		document,
		{ name: "Assertion", idAttribute: "AssertionID" },
		{ ...signer, signatureAlgorithm: "rsa-sha256", digestAlgorithm: "sha256" },
	).toString();
}

const expected = () => ({
	sender: "tenant" as const,
	certificates: [tenant.certificate],
	issuer: usual.issuer,
	audience: usual.audience as string | null,
	receivers: [],
	requestId: null,
	now: NOW,
});
const failures = ({ checks }: ResponseReport) =>
	checks.filter(({ outcome }) => outcome === "failed").map(({ name }) => name);

test("a valid response passes every check, and its attributes are named as applications name them", () => {
	const report = checkWsFederationResponse(response(), expected());
	expect(failures(report)).toEqual([]);
	expect(report).toMatchObject({
		isGood: true,
		subject: { name: "auth0|1", format: "urn:x" },
		attributes: [
			{ name: "http://a.example/claims/mail", friendlyName: "mail", values: [{ text: "ann@example.com", type: null }] },
		],
	});
});

describe("a response that an application has to refuse", () => {
	test.each<[string, Partial<typeof usual>, string]>([
		["for another realm", { audience: "urn:other" }, "Audience"],
		["of another issuer", { issuer: "urn:other" }, "Issuer"],
		["that has expired", { notOnOrAfter: "2026-06-01T11:00:00Z" }, "Not on or after"],
		["that is not valid yet", { notBefore: "2026-06-01T13:00:00Z" }, "Not before"],
	])("%s fails that check", (_, details, name) => {
		expect(failures(checkWsFederationResponse(response(details), expected()))).toEqual([name]);
	});

	test.each([
		["altered", () => response().replace("ann@", "eve@")],
		["signed with another key", () => response({}, other)],
		["not signed", () => response().replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, "")],
	])("%s is not read", (_, forged) => {
		const report = checkWsFederationResponse(forged(), expected());
		expect(failures(report)).toEqual(["Signature"]);
		expect(report).toMatchObject({ subject: null, attributes: [], isGood: false });
	});

	test("of the other protocol is reported as such", () => {
		expect(checkSamlResponse(response(), expected()).checks[0]?.found).toContain("not a SAML response");
	});
});
