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

/** A response as an identity provider makes it, by the letter of SAML 2.0 and signed. */
export function samlResponse(
	material: Pick<SigningMaterial, "key" | "certificate">,
	details: Partial<ResponseDetails> = {},
): string {
	const answer = { ...usual, ...details };
	const document = (signature: Markup | null) => {
		const [outer, inner] = answer.signs === "Response" ? [signature, null] : [null, signature];
		return xml`<samlp:Response xmlns:samlp="${PROTOCOL}" ID="_r" Version="2.0" IssueInstant="${later(0)}" Destination="${answer.destination}" InResponseTo="${answer.inResponseTo}"><saml:Issuer xmlns:saml="${ASSERTION}">${answer.issuer}</saml:Issuer>${outer}<samlp:Status><samlp:StatusCode Value="${answer.status}"/></samlp:Status>${answer.hasAssertion ? assertion(answer, inner) : null}</samlp:Response>`;
	};
	return signXml(
		document,
		{ name: answer.signs, idAttribute: "ID" },
		{ ...material, signatureAlgorithm: "rsa-sha256", digestAlgorithm: "sha256" },
	).toString();
}

function assertion(answer: ResponseDetails, signature: Markup | null): Markup {
	return xml`<saml:Assertion xmlns:saml="${ASSERTION}" ID="_a" Version="2.0" IssueInstant="${later(0)}"><saml:Issuer>${answer.issuer}</saml:Issuer>${signature}<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified">${answer.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${answer.notOnOrAfter}" Recipient="${answer.recipient}" InResponseTo="${answer.inResponseTo}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${answer.notBefore}" NotOnOrAfter="${answer.notOnOrAfter}"><saml:AudienceRestriction><saml:Audience>${answer.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${later(0)}" SessionIndex="_s"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><saml:Attribute Name="email" FriendlyName="E-mail"><saml:AttributeValue xsi:type="xs:string">${answer.email}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`;
}
