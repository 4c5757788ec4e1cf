import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, childrenOf, onlyChild, optionalChild } from "@/lib/xml/read-element";
import { ASSERTION, BEARER } from "../../saml/names";
import { type AssertionFacts, authenticationFacts, confirmationFacts, writtenText } from "./assertion-facts";

/** @param assertion from bytes that were signed, in the shape that was required */
export function firstReading(assertion: XmlElement): AssertionFacts {
	const subject = onlyChild(assertion, ASSERTION, "Subject");
	const nameId = onlyChild(subject, ASSERTION, "NameID");
	const conditions = onlyChild(assertion, ASSERTION, "Conditions");
	const authentication = optionalChild(assertion, ASSERTION, "AuthnStatement");
	return {
		id: attributeIn(assertion, "ID"),
		issuer: textIn(onlyChild(assertion, ASSERTION, "Issuer")),
		issueInstant: attributeIn(assertion, "IssueInstant"),
		nameId: textIn(nameId),
		nameIdFormat: attributeIn(nameId, "Format"),
		nameQualifier: attributeIn(nameId, "NameQualifier"),
		spNameQualifier: attributeIn(nameId, "SPNameQualifier"),
		confirmations: childrenOf(subject, ASSERTION, "SubjectConfirmation")
			.filter((confirmation) => attributeIn(confirmation, "Method") === BEARER)
			.map((confirmation) => {
				const [data] = childrenOf(confirmation, ASSERTION, "SubjectConfirmationData");
				return confirmationFacts((name) => (data ? attributeIn(data, name) : null));
			}),
		notBefore: attributeIn(conditions, "NotBefore"),
		notOnOrAfter: attributeIn(conditions, "NotOnOrAfter"),
		audiences: childrenOf(conditions, ASSERTION, "AudienceRestriction").map((restriction) =>
			childrenOf(restriction, ASSERTION, "Audience").map(textIn),
		),
		authentication: authentication ? authenticationFacts((name) => attributeIn(authentication, name)) : null,
		attributes: childrenOf(assertion, ASSERTION, "AttributeStatement")
			.flatMap((statement) => childrenOf(statement, ASSERTION, "Attribute"))
			.flatMap(attributeFacts),
	};
}

/** Omits attributes with XML values, as some directory identifiers have: no field is read from them. */
function attributeFacts(attribute: XmlElement): AssertionFacts["attributes"] {
	const values = childrenOf(attribute, ASSERTION, "AttributeValue");
	const isText = values.every(({ children }) => children.every((child) => typeof child === "string"));
	return isText ? [{ name: attributeIn(attribute, "Name"), values: values.map(textIn) }] : [];
}

function attributeIn(element: XmlElement, name: string): string | null {
	return attributeOf(element, name, Number.POSITIVE_INFINITY) ?? null;
}

/** Untrimmed: a trimmed name could be another user's. */
function textIn({ children }: XmlElement): string {
	return writtenText(children.join(""));
}
