import { type Markup, xml } from "@/lib/xml/markup";
import type { UserAttribute } from "../identity-provider/user-attributes";
import { ASSERTION, BEARER } from "./names";

export type AssertionContent = {
	id: string;
	issuer: string;
	/** It holds from then … */
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
	const { id, issuer, nameId, recipient, audience, authenticatedAt, sessionIndex, contextClass, attributes } = content;
	const [issued, until] = [content.issued.toISOString(), content.until.toISOString()];
	const requestId = content.inResponseTo === null ? null : xml` InResponseTo="${content.inResponseTo}"`;
	const subject = xml`<saml:Subject><saml:NameID Format="${nameId.format}">${nameId.value}</saml:NameID><saml:SubjectConfirmation Method="${BEARER}"><saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${recipient}"${requestId}/></saml:SubjectConfirmation></saml:Subject>`;
	const conditions = xml`<saml:Conditions NotBefore="${issued}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`;
	const authentication = xml`<saml:AuthnStatement AuthnInstant="${authenticatedAt.toISOString()}" SessionIndex="${sessionIndex}"><saml:AuthnContext><saml:AuthnContextClassRef>${contextClass}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
	return xml`<saml:Assertion xmlns:saml="${ASSERTION}" Version="2.0" ID="${id}" IssueInstant="${issued}"><saml:Issuer>${issuer}</saml:Issuer>${signature}${subject}${conditions}${authentication}${attributes}</saml:Assertion>`;
}

type AttributeSettings = { typedAttributes?: boolean; includeAttributeNameFormat?: boolean };

/** Null where there is nothing to say: an empty statement is none (SAML core 2.0 section 2.7.3). */
export function attributeStatement(
	attributes: readonly UserAttribute[],
	{ typedAttributes = true, includeAttributeNameFormat = true }: AttributeSettings,
): Markup | null {
	if (attributes.length === 0) return null;
	// Two fields may be mapped to one name: it is one attribute with both.
	const statement = [...Map.groupBy(attributes, ({ name }) => name)].map(([name, values]) => {
		const format = includeAttributeNameFormat ? xml` NameFormat="${attributeNameFormat(name)}"` : null;
		const markup = values.map(
			({ value }) =>
				xml`<saml:AttributeValue xsi:type="xs:${typedAttributes ? typeof value : "anyType"}">${value}</saml:AttributeValue>`,
		);
		return xml`<saml:Attribute Name="${name}"${format}>${markup}</saml:Attribute>`;
	});
	return xml`<saml:AttributeStatement xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${statement}</saml:AttributeStatement>`;
}

const FORMATS = "urn:oasis:names:tc:SAML:2.0:attrname-format:";

/** RFC 3986: a scheme, and nothing that has to be escaped. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`\p{Cc}]+$/u;

/** XML 1.0 section 2.3, productions 4 to 5. */
const NAME_START =
	":A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}";
const XML_NAME = new RegExp(`^[${NAME_START}][${NAME_START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}]*$`, "u");

/** How an attribute's name is to be read (SAML core 2.0 section 8.2), by what it looks like. */
export function attributeNameFormat(name: string): string {
	if (URI.test(name)) return `${FORMATS}uri`;
	return FORMATS + (XML_NAME.test(name) ? "basic" : "unspecified");
}
