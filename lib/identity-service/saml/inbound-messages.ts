import { HTTP_POST_BINDING } from "@/lib/contract/client/addon-limits";
import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, childrenOf, onlyChild, optionalChild, requiredAttribute, textOf } from "@/lib/xml/read-element";
import { messageRefusal } from "../http/refusal";
import { CONTEXT_COMPARISONS, type RequestedContext } from "../identity-provider/federated-request";
import { ASSERTION, PROTOCOL } from "./names";

// Readers of SAML's protocol messages. All throw a Refusal, or UnreadableXml where an element is malformed.

/** An xs:ID; SAML core 2.0 section 1.3.4 requires 128 to 160 random bits in it. */
export const XML_ID = /^[A-Za-z_][A-Za-z0-9_.-]{0,255}$/;
/** Of an entity ID (SAML core 2.0 section 8.3.6). */
export const ENTITY_LENGTH_MAX = 1024;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
const REQUESTED_CONTEXTS_MAX = 20;
const SESSION_INDEXES_MAX = 20;

/** How old a message may be, and how far the sender's clock may be ahead of the service's. */
export const MESSAGE_LIFETIME_SECONDS = 5 * 60;
export const CLOCK_SKEW_SECONDS = 5 * 60;

/** `issuer`: the entity ID that the message claims. */
export type MessageHeader = { id: string; issuer: string };

/**
 * What every message begins with (SAML core 2.0 section 3.2).
 * @param address at which the message was received
 * @param isSigned then it must name its destination, so that it can't be delivered elsewhere (SAML bindings 2.0 3.5.5.2)
 */
export function messageHeader(
	message: XmlElement,
	{ address, isSigned, now }: { address: string; isSigned: boolean; now: Date },
): MessageHeader {
	if (attributeOf(message, "Version") !== "2.0") throw messageRefusal("The message is not SAML 2.0.");
	const id = requiredAttribute(message, "ID");
	if (!XML_ID.test(id)) throw messageRefusal("The message's ID is not valid.");
	const age = (now.getTime() - instantOf(requiredAttribute(message, "IssueInstant")).getTime()) / 1000;
	if (age > MESSAGE_LIFETIME_SECONDS) throw messageRefusal("The message is too old. Begin again.");
	if (age < -CLOCK_SKEW_SECONDS) throw messageRefusal("The message is from the future: a clock is wrong.");
	requireDestination(attributeOf(message, "Destination"), address, isSigned);
	return { id, issuer: textOf(onlyChild(message, ASSERTION, "Issuer"), ENTITY_LENGTH_MAX) };
}

/** @throws Refusal for what is no xs:dateTime, or has no time zone */
export function instantOf(text: string): Date {
	const date = new Date(INSTANT.test(text) ? text : Number.NaN);
	if (Number.isNaN(date.getTime())) throw messageRefusal("The message has a time that cannot be read.");
	return date;
}

function requireDestination(destination: string | undefined, address: string, isSigned: boolean): void {
	if (destination === undefined) {
		if (isSigned) throw messageRefusal("The message is signed, but does not say where it was sent.");
		return;
	}
	// Applications may use the address with a query that names the connection to sign in through.
	if (destination === address || destination.startsWith(`${address}?`)) return;
	throw messageRefusal("The message was sent to another URL.");
}

export type AuthnRequest = ReturnType<typeof authnRequest>;

/**
 * SAML core 2.0 section 3.4.1.
 * @param callbacks of the application; the first is used where the request names none
 */
export function authnRequest(message: XmlElement, callbacks: readonly string[]) {
	if (attributeOf(message, "AssertionConsumerServiceIndex") !== undefined) {
		throw messageRefusal(
			"The request names its callback by a number (AssertionConsumerServiceIndex): it must name the URL.",
		);
	}
	const binding = attributeOf(message, "ProtocolBinding") ?? HTTP_POST_BINDING;
	if (binding !== HTTP_POST_BINDING)
		throw messageRefusal("The request asks for a response by a binding other than HTTP-POST.");
	const subject = optionalChild(message, ASSERTION, "Subject");
	const nameId = subject && optionalChild(subject, ASSERTION, "NameID");
	const policy = optionalChild(message, PROTOCOL, "NameIDPolicy");
	return {
		/** The assertion consumer service: one of the application's callbacks. */
		replyTo: callbackOf(attributeOf(message, "AssertionConsumerServiceURL"), callbacks),
		forceAuthn: flag(message, "ForceAuthn"),
		isPassive: flag(message, "IsPassive"),
		/** Null: any. */
		requestedContext: requestedContext(message),
		nameIdFormat: (policy && attributeOf(policy, "Format")) ?? null,
		/** NameID of the user who is to sign in. */
		subject: nameId ? textOf(nameId) : null,
	};
}

/** The requested callback, which must match a registered one exactly; without a request for one, the first. */
export function callbackOf(requested: string | undefined, callbacks: readonly string[]): string {
	const usable = callbacks.filter((uri) => /^https?:\/\//.test(uri));
	const [first] = usable;
	if (first === undefined) throw messageRefusal("The application has no callback URL to respond to.");
	if (requested === undefined) return first;
	if (usable.includes(requested)) return requested;
	throw messageRefusal("The request asks for its response at a URL that is not a callback URL of the application.");
}

function requestedContext(message: XmlElement): RequestedContext | null {
	const requested = optionalChild(message, PROTOCOL, "RequestedAuthnContext");
	if (!requested) return null;
	const written = attributeOf(requested, "Comparison") ?? "exact";
	const comparison = CONTEXT_COMPARISONS.find((known) => known === written);
	if (!comparison) throw messageRefusal("The request compares authentication contexts in an unknown way.");
	const classRefs = childrenOf(requested, ASSERTION, "AuthnContextClassRef");
	if (classRefs.length > REQUESTED_CONTEXTS_MAX) {
		throw messageRefusal("The request names too many authentication contexts.");
	}
	return { comparison, classRefs: classRefs.map((reference) => textOf(reference)) };
}

/** An xs:boolean. */
function flag(message: XmlElement, name: string): boolean {
	const value = attributeOf(message, name) ?? "false";
	if (value === "true" || value === "1") return true;
	if (value === "false" || value === "0") return false;
	throw messageRefusal(`The request's ${name} is neither true nor false.`);
}

export type LogoutRequest = ReturnType<typeof logoutRequest>;

/** SAML core 2.0 section 3.7.1. Null: not named. */
export function logoutRequest(message: XmlElement, now: Date) {
	const until = attributeOf(message, "NotOnOrAfter");
	if (until !== undefined && instantOf(until) <= now) throw messageRefusal("The message is too old. Begin again.");
	const indexes = childrenOf(message, PROTOCOL, "SessionIndex");
	if (indexes.length > SESSION_INDEXES_MAX) throw messageRefusal("The request names too many sessions.");
	const nameId = onlyChild(message, ASSERTION, "NameID");
	return {
		nameId: textOf(nameId),
		nameIdFormat: attributeOf(nameId, "Format") ?? null,
		nameQualifier: attributeOf(nameId, "NameQualifier") ?? null,
		spNameQualifier: attributeOf(nameId, "SPNameQualifier") ?? null,
		/** Of the assertions that the sender received; empty: all sessions of the user. */
		sessionIndexes: indexes.map((index) => textOf(index)),
	};
}

export type LogoutResponse = ReturnType<typeof logoutResponse>;

/** SAML core 2.0 section 3.7.2. `statusDetail` is the second-level code. */
export function logoutResponse(message: XmlElement) {
	const status = onlyChild(onlyChild(message, PROTOCOL, "Status"), PROTOCOL, "StatusCode");
	const below = optionalChild(status, PROTOCOL, "StatusCode");
	return {
		inResponseTo: requiredAttribute(message, "InResponseTo"),
		status: requiredAttribute(status, "Value"),
		statusDetail: (below && attributeOf(below, "Value")) ?? null,
	};
}
