import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, childrenOf, onlyChild, optionalChild, requiredAttribute, textOf } from "@/lib/xml/read-element";
import { messageRefusal } from "../http/refusal";
import { instantOf } from "./inbound-messages";
import { ASSERTION, PROTOCOL } from "./names";

const SESSION_INDEXES_MAX = 20;

/** Whose sessions are to end (SAML core 2.0 section 3.7.1). */
export type LogoutRequest = {
	nameId: string;
	/** Null: it didn't say; so with the qualifiers. */
	nameIdFormat: string | null;
	nameQualifier: string | null;
	spNameQualifier: string | null;
	/** Of the answers that the application got; empty: all of this person's. */
	sessionIndexes: string[];
};

/** @throws Refusal, and UnreadableXml where an element isn't what it has to be */
export function logoutRequest(message: XmlElement, now: Date): LogoutRequest {
	const until = attributeOf(message, "NotOnOrAfter");
	if (until !== undefined && instantOf(until) <= now) throw messageRefusal("The message is too old. Begin again.");
	const indexes = childrenOf(message, PROTOCOL, "SessionIndex");
	if (indexes.length > SESSION_INDEXES_MAX) throw messageRefusal("The request names too many sessions.");
	const name = onlyChild(message, ASSERTION, "NameID");
	return {
		nameId: textOf(name),
		nameIdFormat: attributeOf(name, "Format") ?? null,
		nameQualifier: attributeOf(name, "NameQualifier") ?? null,
		spNameQualifier: attributeOf(name, "SPNameQualifier") ?? null,
		sessionIndexes: indexes.map((index) => textOf(index)),
	};
}

/** What an application says that was told to end its session (SAML core 2.0 section 3.7.2). */
export type LogoutResponse = {
	inResponseTo: string;
	status: string;
	/** The code below that one. */
	statusDetail: string | null;
};

/** @throws UnreadableXml where an element isn't what it has to be */
export function logoutResponse(message: XmlElement): LogoutResponse {
	const status = onlyChild(onlyChild(message, PROTOCOL, "Status"), PROTOCOL, "StatusCode");
	const below = optionalChild(status, PROTOCOL, "StatusCode");
	return {
		inResponseTo: requiredAttribute(message, "InResponseTo"),
		status: requiredAttribute(status, "Value"),
		statusDetail: (below && attributeOf(below, "Value")) ?? null,
	};
}
