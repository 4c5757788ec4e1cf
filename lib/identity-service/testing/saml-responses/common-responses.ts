import { CALLBACK, ENTITY_ID, type Form, PROVIDER, responseTemplate, signedResponse } from "./responding-provider";

const TYPES = 'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/";
const BASIC = "urn:oasis:names:tc:SAML:2.0:attrname-format:basic";
const URI = "urn:oasis:names:tc:SAML:2.0:attrname-format:uri";
const [RESPONSE, ASSERTION] = ["{signature of Response}", "{signature of Assertion}"];

export type CommonResponse = {
	name: string;
	document: string;
	nameId: string;
	attributes: Record<string, string[]>;
};

/** Responses as common products write them: prefixes, declarations, white space, order, signatures. */
export function commonResponses(now: Date): CommonResponse[] {
	const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
	const [issued, until] = [at(-1), at(300)];
	const row = (
		name: string,
		form: Form,
		template: string,
		nameId: string,
		attributes: CommonResponse["attributes"],
	) => ({
		name,
		nameId,
		attributes,
		document: signedResponse(form, template),
	});

	// Each part in a default namespace, the AttributeStatement before the AuthnStatement, no white space.
	const defaults = `<samlp:Response ID="_r1" Version="2.0" IssueInstant="${issued}" Destination="${CALLBACK}" Consent="urn:oasis:names:tc:SAML:2.0:consent:unspecified" InResponseTo="_request" xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"><Issuer xmlns="urn:oasis:names:tc:SAML:2.0:assertion">${PROVIDER}</Issuer>${RESPONSE}<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success" /></samlp:Status><Assertion ID="_a1" IssueInstant="${issued}" Version="2.0" xmlns="urn:oasis:names:tc:SAML:2.0:assertion"><Issuer>${PROVIDER}</Issuer>${ASSERTION}<Subject><NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">rita@partner.example</NameID><SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><SubjectConfirmationData InResponseTo="_request" NotOnOrAfter="${until}" Recipient="${CALLBACK}" /></SubjectConfirmation></Subject><Conditions NotBefore="${issued}" NotOnOrAfter="${until}"><AudienceRestriction><Audience>${ENTITY_ID}</Audience></AudienceRestriction></Conditions><AttributeStatement><Attribute Name="${CLAIMS}givenname"><AttributeValue>Rita</AttributeValue></Attribute><Attribute Name="${CLAIMS}role" a:OriginalIssuer="urn:x" xmlns:a="http://schemas.xmlsoap.org/ws/2009/09/identity/claims"><AttributeValue>one</AttributeValue><AttributeValue>two</AttributeValue></Attribute></AttributeStatement><AuthnStatement AuthnInstant="${issued}" SessionIndex="_a1"><AuthnContext><AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</AuthnContextClassRef></AuthnContext></AuthnStatement></Assertion></samlp:Response>`;

	// Other prefixes, a declaration at each value, white space between all elements, an XML declaration.
	const value = (text: string) => `<saml2:AttributeValue ${TYPES} xsi:type="xs:string">${text}</saml2:AttributeValue>`;
	const groups = Array.from({ length: 300 }, (_, index) => `group ${index}`);
	const indented = `<?xml version="1.0" encoding="UTF-8"?>
<saml2p:Response Destination="${CALLBACK}" ID="id1" InResponseTo="_request" IssueInstant="${issued}" Version="2.0" xmlns:saml2p="urn:oasis:names:tc:SAML:2.0:protocol">
  <saml2:Issuer xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion" Format="urn:oasis:names:tc:SAML:2.0:nameid-format:entity">${PROVIDER}</saml2:Issuer>${RESPONSE}
  <saml2p:Status>
    <saml2p:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>
    <saml2p:StatusMessage>Fine</saml2p:StatusMessage>
  </saml2p:Status>
  <saml2:Assertion ID="id2" IssueInstant="${issued}" Version="2.0" xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion">
    <saml2:Issuer Format="urn:oasis:names:tc:SAML:2.0:nameid-format:entity">${PROVIDER}</saml2:Issuer>${ASSERTION}
    <saml2:Subject>
      <saml2:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified" NameQualifier="${PROVIDER}" SPNameQualifier="${ENTITY_ID}">rita</saml2:NameID>
      <saml2:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">
        <saml2:SubjectConfirmationData Address="192.0.2.1" InResponseTo="_request" NotOnOrAfter="${until}" Recipient="${CALLBACK}"/>
      </saml2:SubjectConfirmation>
    </saml2:Subject>
    <saml2:Conditions NotBefore="${issued}" NotOnOrAfter="${until}">
      <saml2:AudienceRestriction>
        <saml2:Audience>${ENTITY_ID}</saml2:Audience>
      </saml2:AudienceRestriction>
      <saml2:OneTimeUse/>
    </saml2:Conditions>
    <saml2:AuthnStatement AuthnInstant="${issued}" SessionIndex="_s" SessionNotOnOrAfter="${at(36_000)}">
      <saml2:SubjectLocality Address="192.0.2.1"/>
      <saml2:AuthnContext>
        <saml2:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml2:AuthnContextClassRef>
        <saml2:AuthenticatingAuthority>${PROVIDER}</saml2:AuthenticatingAuthority>
      </saml2:AuthnContext>
    </saml2:AuthnStatement>
    <saml2:AttributeStatement>
      <saml2:Attribute FriendlyName="mail" Name="urn:oid:0.9.2342.19200300.100.1.3" NameFormat="${URI}">
        ${value("rita@partner.example")}
      </saml2:Attribute>
      <saml2:Attribute Name="groups" NameFormat="${BASIC}">${groups.map(value).join("")}</saml2:Attribute>
    </saml2:AttributeStatement>
  </saml2:Assertion>
</saml2p:Response>
`;

	// Types declared once, at the root; a separate attribute for each role.
	const roles = ["offline_access", "manage"].map(
		(role) =>
			`<saml:Attribute FriendlyName="role" Name="Role" NameFormat="${BASIC}"><saml:AttributeValue xsi:type="xs:string">${role}</saml:AttributeValue></saml:Attribute>`,
	);
	const rooted = responseTemplate({ now, attributes: roles.join("") }).replace(
		"<samlp:Response ",
		`<samlp:Response ${TYPES} `,
	);

	const forms = ["assertion", "response", "both"] as const;
	return [
		...forms.map((form) => {
			const attributes = { [`${CLAIMS}givenname`]: ["Rita"], [`${CLAIMS}role`]: ["one", "two"] };
			return row(`default namespaces, ${form} signed`, form, defaults, "rita@partner.example", attributes);
		}),
		...forms.map((form) => {
			const attributes = { "urn:oid:0.9.2342.19200300.100.1.3": ["rita@partner.example"], groups };
			return row(`other prefixes and white space, ${form} signed`, form, indented, "rita", attributes);
		}),
		...forms.map((form) =>
			row(`one attribute for each role, ${form} signed`, form, rooted, "rita", { Role: ["offline_access", "manage"] }),
		),
		...forms.map((form) => ({
			...row("", form, responseTemplate({ now }), "rita", { email: ["rita@partner.example"] }),
			name: `signatures in lines with carriage returns, ${form} signed`,
			document: inLines(signedResponse(form, responseTemplate({ now }))),
		})),
	];
}

/** The outer signature's value with line ends as Java's base64 writes them. An inner signature can't be changed. */
function inLines(document: string): string {
	return document.replace(/(?<=<ds:SignatureValue>)[^<]*/, (value) => value.replace(/.{76}/g, "$&&#13;\n"));
}
