import "server-only";
import { isolated } from "@/lib/contract/name-or-id";
import { ASSERTION_11, TRUST } from "@/lib/xml/metadata/metadata-names";
import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, childrenOf, isElement, optionalChild, textOf } from "@/lib/xml/read-element";
import {
	attributeValue,
	audienceCheck,
	audiencesIn,
	type Expectation,
	failed,
	issuerCheck,
	knownFacts,
	notSigned,
	REFUSE,
	type ResponseAttribute,
	type ResponseReport,
	subjectChecks,
	timeChecks,
} from "./response-report";
import { checkedResponse, NOTHING, type SignedReading } from "./verified-response";

const RESPONSES = ["RequestSecurityTokenResponse", "RequestSecurityTokenResponseCollection"];
const TRUST_13 = "http://docs.oasis-open.org/ws-sx/ws-trust/200512";

/** Checks and reads the SAML 1.1 assertion in WS-Federation's `wresult`. */
export function checkWsFederationResponse(text: string, expected: Expectation): ResponseReport {
	return checkedResponse(text, expected, {
		kind: "a WS-Federation response",
		isKind: (root) => RESPONSES.some((name) => isElement(root, TRUST, name) || isElement(root, TRUST_13, name)),
		idAttribute: "AssertionID",
		read: (signed) => ofAssertion(signed, expected),
	});
}

function ofAssertion(assertion: XmlElement, expected: Expectation): SignedReading {
	if (!isElement(assertion, ASSERTION_11, "Assertion")) {
		const check = failed(
			"Content",
			`The signed element is ${isolated(assertion.name)}, not a SAML 1.1 assertion.`,
			REFUSE,
		);
		return { ...NOTHING, checks: [check] };
	}
	const conditions = optionalChild(assertion, ASSERTION_11, "Conditions");
	const [authentication] = childrenOf(assertion, ASSERTION_11, "AuthenticationStatement");
	const statements = childrenOf(assertion, ASSERTION_11, "AttributeStatement");
	const subject = subjectIn(authentication ?? statements[0]);
	return {
		checks: [
			notSigned("Envelope", "What is around the assertion is not signed, so it was not read."),
			issuerCheck(attributeOf(assertion, "Issuer"), expected),
			audienceCheck(audiencesIn(conditions, ASSERTION_11, "AudienceRestrictionCondition"), expected),
			...timeChecks(conditions, expected),
			...subjectChecks(subject, authentication ? "It says when and how the user signed in." : null, expected),
		],
		subject,
		facts: knownFacts({
			"Signed in at": authentication && attributeOf(authentication, "AuthenticationInstant"),
			"Authentication method": authentication && attributeOf(authentication, "AuthenticationMethod"),
		}),
		attributes: statements.flatMap((each) => childrenOf(each, ASSERTION_11, "Attribute")).map(attributeIn),
	};
}

function subjectIn(statement: XmlElement | undefined): { name: string; format: string | null } | null {
	const subject = statement && optionalChild(statement, ASSERTION_11, "Subject");
	const name = subject && optionalChild(subject, ASSERTION_11, "NameIdentifier");
	return name ? { name: textOf(name), format: attributeOf(name, "Format") ?? null } : null;
}

/** SAML 1.1 has names in two parts, which applications join with a slash. */
function attributeIn(attribute: XmlElement): ResponseAttribute {
	const namespace = attributeOf(attribute, "AttributeNamespace");
	const name = attributeOf(attribute, "AttributeName") ?? "";
	return {
		name: namespace ? `${namespace.replace(/\/$/, "")}/${name}` : name,
		friendlyName: name,
		values: childrenOf(attribute, ASSERTION_11, "AttributeValue").map(attributeValue),
	};
}
