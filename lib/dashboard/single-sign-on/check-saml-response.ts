import "server-only";
import { isolated } from "@/lib/contract/name-or-id";
import { ASSERTION, PROTOCOL } from "@/lib/xml/metadata/metadata-names";
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
	passed,
	REFUSE,
	type ResponseAttribute,
	type ResponseCheck,
	type ResponseReport,
	subjectChecks,
	timeChecks,
	timeOf,
	untilCheck,
	warning,
} from "./response-report";
import { checkedResponse, NOTHING, type SignedReading } from "./verified-response";

const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";

/** Checks and reads a SAML response as an application has to (SAML profiles 2.0 section 4.1.4.3). */
export function checkSamlResponse(text: string, expected: Expectation): ResponseReport {
	return checkedResponse(text, expected, {
		kind: "a SAML response",
		isKind: (root) => isElement(root, PROTOCOL, "Response"),
		idAttribute: "ID",
		read: (signed) =>
			isElement(signed, PROTOCOL, "Response") ? ofResponse(signed, expected) : ofSigned(signed, expected),
	});
}

function ofSigned(signed: XmlElement, expected: Expectation): SignedReading {
	if (!isElement(signed, ASSERTION, "Assertion")) {
		const check = failed(
			"Content",
			`The signed element is ${isolated(signed.name)}, neither the response nor its assertion.`,
			REFUSE,
		);
		return { ...NOTHING, checks: [check] };
	}
	const outside = "Status and destination are not signed, so they were not read.";
	const reading = ofAssertion(signed, expected);
	return { ...reading, checks: [notSigned("Envelope", outside), ...reading.checks] };
}

function ofResponse(response: XmlElement, expected: Expectation): SignedReading {
	const status = statusCheck(response, expected);
	const checks = [status, receiverCheck("Destination", attributeOf(response, "Destination"), expected)];
	const assertion = optionalChild(response, ASSERTION, "Assertion");
	if (assertion) {
		const reading = ofAssertion(assertion, expected);
		return { ...reading, checks: [...checks, ...reading.checks] };
	}
	const issuer = optionalChild(response, ASSERTION, "Issuer");
	const others = [
		issuerCheck(issuer && textOf(issuer), expected),
		requestCheck(attributeOf(response, "InResponseTo"), expected),
	];
	const isEncrypted = childrenOf(response, ASSERTION, "EncryptedAssertion").length > 0;
	const missing = isEncrypted
		? [
				failed(
					"Assertion",
					`The assertion is encrypted, and only the ${expected.sender === "tenant" ? "application" : "tenant"} can read it.`,
					"Test without encryption.",
				),
			]
		: status.outcome === "passed"
			? [failed("Assertion", "It has no assertion, so it does not say who signed in.", REFUSE)]
			: [];
	return { ...NOTHING, checks: [...checks, ...others, ...missing] };
}

function statusCheck(response: XmlElement, { sender }: Expectation): ResponseCheck {
	const status = optionalChild(response, PROTOCOL, "Status");
	const code = status && optionalChild(status, PROTOCOL, "StatusCode");
	const value = code && attributeOf(code, "Value");
	if (value === SUCCESS) return passed("Status", "The sign-in succeeded.");
	const inner = code && optionalChild(code, PROTOCOL, "StatusCode");
	const reason = statusInWords((inner && attributeOf(inner, "Value")) ?? value ?? "");
	return failed("Status", `The ${sender} refused: ${reason.words}`, reason.advice);
}

function receiverCheck(name: string, found: string | undefined, { receivers, sender }: Expectation): ResponseCheck {
	if (found === undefined) return failed(name, "It has none.", "It must be refused: it may be meant for someone else.");
	if (receivers.includes(found)) return passed(name, `It was sent to ${isolated(found)}.`);
	return failed(
		name,
		`It is sent to ${isolated(found)}, not to ${receivers.join(" or ")}.`,
		sender === "tenant"
			? "Leave recipient and destination empty, so that they follow the callback URL, or set them to the application's own."
			: "Set the ACS URL at the provider to this tenant's, character by character.",
	);
}

function requestCheck(found: string | undefined, { requestId, sender }: Expectation): ResponseCheck {
	const name = "Request";
	if (requestId !== null) {
		if (found === requestId) return passed(name, `It responds to the request of this test, ${requestId}.`);
		return failed(
			name,
			found ? `It responds to another request: ${isolated(found)}.` : "It responds to no request, though one was sent.",
			"An application that remembers its requests refuses it. Start the test again.",
		);
	}
	if (found === undefined) return passed(name, `It responds to no request: the sign-in began at the ${sender}.`);
	return warning(
		name,
		`It responds to the request ${isolated(found)}.`,
		sender === "tenant"
			? "Only the application knows whether it sent this request."
			: "The tenant accepts it once, in the browser that began the sign-in.",
	);
}

function ofAssertion(assertion: XmlElement, expected: Expectation): SignedReading {
	const issuer = optionalChild(assertion, ASSERTION, "Issuer");
	const element = optionalChild(assertion, ASSERTION, "Subject");
	const nameId = element && optionalChild(element, ASSERTION, "NameID");
	const conditions = optionalChild(assertion, ASSERTION, "Conditions");
	const [statement] = childrenOf(assertion, ASSERTION, "AuthnStatement");
	const subject = nameId ? { name: textOf(nameId), format: attributeOf(nameId, "Format") ?? null } : null;
	return {
		checks: [
			issuerCheck(issuer && textOf(issuer), expected),
			audienceCheck(audiencesIn(conditions, ASSERTION, "AudienceRestriction"), expected),
			...confirmationChecks(element, expected),
			...timeChecks(conditions, expected),
			...subjectChecks(subject, statement ? "It says when the user signed in, and names the session." : null, expected),
		],
		subject,
		facts: statement ? statementFacts(statement) : [],
		attributes: childrenOf(assertion, ASSERTION, "AttributeStatement")
			.flatMap((each) => childrenOf(each, ASSERTION, "Attribute"))
			.map(attributeIn),
	};
}

function confirmationChecks(subject: XmlElement | undefined, expected: Expectation): ResponseCheck[] {
	const confirmation = (subject ? childrenOf(subject, ASSERTION, "SubjectConfirmation") : []).find(
		(each) => attributeOf(each, "Method") === BEARER,
	);
	const data = confirmation && optionalChild(confirmation, ASSERTION, "SubjectConfirmationData");
	if (!data) return [failed("Recipient", "It has no confirmation for its bearer.", REFUSE)];
	return [
		receiverCheck("Recipient", attributeOf(data, "Recipient"), expected),
		requestCheck(attributeOf(data, "InResponseTo"), expected),
		untilCheck("Use until", timeOf(data, "NotOnOrAfter"), expected.now),
	];
}

function statementFacts(statement: XmlElement): ResponseReport["facts"] {
	const context = optionalChild(statement, ASSERTION, "AuthnContext");
	const reference = context && optionalChild(context, ASSERTION, "AuthnContextClassRef");
	return knownFacts({
		"Signed in at": attributeOf(statement, "AuthnInstant"),
		Session: attributeOf(statement, "SessionIndex"),
		"Authentication context": reference && textOf(reference),
	});
}

function attributeIn(attribute: XmlElement): ResponseAttribute {
	return {
		name: attributeOf(attribute, "Name") ?? "",
		friendlyName: attributeOf(attribute, "FriendlyName") ?? null,
		values: childrenOf(attribute, ASSERTION, "AttributeValue").map(attributeValue),
	};
}

const STATUS = "urn:oasis:names:tc:SAML:2.0:status:";

/** The status codes of SAML core 2.0 section 3.2.2.2 that occur in sign-ins. */
const reasons: Record<string, { words: string; advice: string }> = {
	AuthnFailed: { words: "the user could not be signed in.", advice: "Try again, or with another account." },
	NoPassive: {
		words: "no one is signed in, and the request forbids a sign-in page.",
		advice: "Sign in first, or send the request without IsPassive.",
	},
	NoAuthnContext: {
		words: "the request asks for an authentication context that is not offered.",
		advice: "Send the request without one.",
	},
	RequestDenied: { words: "the request was denied.", advice: "Check whether the user may sign in here." },
	InvalidNameIDPolicy: {
		words: "the request asks for a NameID format that is not offered.",
		advice: "Ask for an unspecified NameID format.",
	},
	UnknownPrincipal: { words: "the user is not known.", advice: "Try another account." },
	Requester: { words: "the request was wrong.", advice: "Compare the settings of both sides." },
	Responder: { words: "it could not respond.", advice: "Try again; its log says more." },
	VersionMismatch: { words: "the two sides use different SAML versions.", advice: "Use SAML 2.0 on both sides." },
};

/** The meaning of a status other than success, and what can be done. */
function statusInWords(code: string): { words: string; advice: string } {
	const known = reasons[code.replace(STATUS, "")];
	return known ?? { words: `${isolated(code) || "without a reason"}.`, advice: "Its log says more." };
}
