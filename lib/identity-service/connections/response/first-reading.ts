import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, childrenOf, onlyChild, optionalChild } from "@/lib/xml/read-element";
import { ASSERTION, BEARER } from "../../saml/names";
import { type AssertionFacts, authenticationFacts, type ConfirmationFacts, writtenText } from "./assertion-facts";

/** @param assertion from bytes that were signed, in the shape that was required */
export function firstReading(assertion: XmlElement): AssertionFacts {
	const subject = onlyChild(assertion, ASSERTION, "Subject");
	const nameId = onlyChild(subject, ASSERTION, "NameID");
	const conditions = onlyChild(assertion, ASSERTION, "Conditions");
	const authentication = optionalChild(assertion, ASSERTION, "AuthnStatement");
	return {
		id: said(assertion, "ID"),
		issuer: textIn(onlyChild(assertion, ASSERTION, "Issuer")),
		issueInstant: said(assertion, "IssueInstant"),
		nameId: textIn(nameId),
		nameIdFormat: said(nameId, "Format"),
		nameQualifier: said(nameId, "NameQualifier"),
		spNameQualifier: said(nameId, "SPNameQualifier"),
		confirmations: childrenOf(subject, ASSERTION, "SubjectConfirmation")
			.filter((confirmation) => said(confirmation, "Method") === BEARER)
			.map(confirmationFacts),
		notBefore: said(conditions, "NotBefore"),
		notOnOrAfter: said(conditions, "NotOnOrAfter"),
		audiences: childrenOf(conditions, ASSERTION, "AudienceRestriction").map((restriction) =>
			childrenOf(restriction, ASSERTION, "Audience").map(textIn),
		),
		authentication: authentication ? authenticationFacts((name) => said(authentication, name)) : null,
		attributes: childrenOf(assertion, ASSERTION, "AttributeStatement")
			.flatMap((statement) => childrenOf(statement, ASSERTION, "Attribute"))
			.flatMap(attributeFacts),
	};
}

function confirmationFacts(confirmation: XmlElement): ConfirmationFacts {
	const [data] = childrenOf(confirmation, ASSERTION, "SubjectConfirmationData");
	const value = (name: string) => (data ? said(data, name) : null);
	return {
		recipient: value("Recipient"),
		inResponseTo: value("InResponseTo"),
		notBefore: value("NotBefore"),
		notOnOrAfter: value("NotOnOrAfter"),
	};
}

/** None for one that holds XML, as some identifiers of directories do: nothing here reads it. */
function attributeFacts(attribute: XmlElement): AssertionFacts["attributes"] {
	const values = childrenOf(attribute, ASSERTION, "AttributeValue");
	const isText = values.every(({ children }) => children.every((child) => typeof child === "string"));
	return isText ? [{ name: said(attribute, "Name"), values: values.map(textIn) }] : [];
}

function said(element: XmlElement, name: string): string | null {
	return attributeOf(element, name, Number.POSITIVE_INFINITY) ?? null;
}

/** As it stands there: what is trimmed could be somebody else's name. */
function textIn({ children }: XmlElement): string {
	return writtenText(children.join(""));
}
