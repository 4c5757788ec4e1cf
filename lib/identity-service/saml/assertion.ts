import { type Markup, xml } from "@/lib/xml/markup";
import { ASSERTION, BEARER } from "./names";

export type AssertionContent = {
	id: string;
	issuer: string;
	/** From now on it is good … */
	issued: Date;
	/** … until then. */
	until: Date;
	nameId: { value: string; format: string };
	recipient: string;
	inResponseTo: string | null;
	audience: string;
	authenticatedAt: Date;
	sessionIndex: string;
	contextClass: string;
	attributes: Markup | null;
};

/** Who has signed in, for whom, and until when (SAML profiles 2.0 section 4.1.4.2). */
export function assertionMarkup(content: AssertionContent, signature: Markup | null): Markup {
	const { id, issuer, attributes } = content;
	const [issued, until] = [content.issued.toISOString(), content.until.toISOString()];
	return xml`<saml:Assertion xmlns:saml="${ASSERTION}" Version="2.0" ID="${id}" IssueInstant="${issued}"><saml:Issuer>${issuer}</saml:Issuer>${signature}${subject(content, until)}<saml:Conditions NotBefore="${issued}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${content.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>${authentication(content)}${attributes}</saml:Assertion>`;
}

function subject({ nameId, recipient, inResponseTo }: AssertionContent, until: string): Markup {
	const answered = inResponseTo === null ? null : xml` InResponseTo="${inResponseTo}"`;
	return xml`<saml:Subject><saml:NameID Format="${nameId.format}">${nameId.value}</saml:NameID><saml:SubjectConfirmation Method="${BEARER}"><saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${recipient}"${answered}/></saml:SubjectConfirmation></saml:Subject>`;
}

function authentication({ authenticatedAt, sessionIndex, contextClass }: AssertionContent): Markup {
	return xml`<saml:AuthnStatement AuthnInstant="${authenticatedAt.toISOString()}" SessionIndex="${sessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>${contextClass}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
}
