import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, childrenOf, onlyChild, requiredAttribute, textOf } from "@/lib/xml/read-element";
import { RefusedMessage } from "../../federation/front-endpoint";
import { ASSERTION, PROTOCOL } from "../names";
import { instantOf } from "./message-header";

const SESSION_INDEXES_MAX = 20;

/** Whose sessions are to end (SAML core 2.0 section 3.7.1). */
export type LogoutRequest = {
	nameId: string;
	/** Of the answers that the application got; empty: all of this person's. */
	sessionIndexes: string[];
};

/** @throws RefusedMessage, and UnreadableXml where an element isn't what it has to be */
export function logoutRequest(message: XmlElement, now: Date): LogoutRequest {
	const until = attributeOf(message, "NotOnOrAfter");
	if (until !== undefined && instantOf(until) <= now) throw new RefusedMessage("The message is too old. Begin again.");
	const indexes = childrenOf(message, PROTOCOL, "SessionIndex");
	if (indexes.length > SESSION_INDEXES_MAX) throw new RefusedMessage("The request names too many sessions.");
	return {
		nameId: textOf(onlyChild(message, ASSERTION, "NameID")),
		sessionIndexes: indexes.map((index) => textOf(index)),
	};
}

/** What an application says that was told to end its session (SAML core 2.0 section 3.7.2). */
export type LogoutResponse = { inResponseTo: string; status: string };

/** @throws UnreadableXml where an element isn't what it has to be */
export function logoutResponse(message: XmlElement): LogoutResponse {
	const status = onlyChild(onlyChild(message, PROTOCOL, "Status"), PROTOCOL, "StatusCode");
	return {
		inResponseTo: requiredAttribute(message, "InResponseTo"),
		status: requiredAttribute(status, "Value"),
	};
}
