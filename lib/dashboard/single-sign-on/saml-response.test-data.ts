import { type Markup, xml } from "@/lib/xml/markup";
import { ASSERTION, PROTOCOL } from "@/lib/xml/metadata/metadata-names";
import { type SigningMaterial, signXml } from "@/lib/xml/sign";

export const ACS = "https://console.example/sign-in-test/saml";
export const NOW = new Date("2026-06-01T12:00:00Z");
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toISOString();

export const usual = {
	issuer: "urn:tenant.example",
	audience: "urn:application",
	recipient: ACS,
	destination: ACS,
	inResponseTo: "_request",
	status: "urn:oasis:names:tc:SAML:2.0:status:Success",
	notBefore: later(0),
	notOnOrAfter: later(3600),
	nameId: "auth0|1",
	email: "ann@example.com",
	signs: "Assertion" as "Assertion" | "Response",
	hasAssertion: true,
};
export type ResponseDetails = typeof usual;

/** A signed response of an identity provider, according to SAML 2.0. */
export function samlResponse(
	material: Pick<SigningMaterial, "key" | "certificate">,
	details: Partial<ResponseDetails> = {},
): string {
	const values = { ...usual, ...details };
	const document = (signature: Markup | null) => {
		const [outer, inner] = values.signs === "Response" ? [signature, null] : [null, signature];
		return xml`<samlp:Response xmlns:samlp="${PROTOCOL}" ID="_r" Version="2.0" IssueInstant="${later(0)}" Destination="${values.destination}" InResponseTo="${values.inResponseTo}"><saml:Issuer xmlns:saml="${ASSERTION}">${values.issuer}</saml:Issuer>${outer}<samlp:Status><samlp:StatusCode Value="${values.status}"/></samlp:Status>${values.hasAssertion ? assertion(values, inner) : null}</samlp:Response>`;
	};
	return signXml(
		document,
		{ name: values.signs, idAttribute: "ID" },
		{ ...material, signatureAlgorithm: "rsa-sha256", digestAlgorithm: "sha256" },
	).toString();
}

function assertion(values: ResponseDetails, signature: Markup | null): Markup {
	return xml`<saml:Assertion xmlns:saml="${ASSERTION}" ID="_a" Version="2.0" IssueInstant="${later(0)}"><saml:Issuer>${values.issuer}</saml:Issuer>${signature}<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified">${values.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${values.notOnOrAfter}" Recipient="${values.recipient}" InResponseTo="${values.inResponseTo}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${values.notBefore}" NotOnOrAfter="${values.notOnOrAfter}"><saml:AudienceRestriction><saml:Audience>${values.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${later(0)}" SessionIndex="_s"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><saml:Attribute Name="email" FriendlyName="E-mail"><saml:AttributeValue xsi:type="xs:string">${values.email}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`;
}
