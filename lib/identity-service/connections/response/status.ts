import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, onlyChild, optionalChild } from "@/lib/xml/read-element";
import { messageRefusal } from "../../http/refusal";
import {
	NO_AUTHN_CONTEXT,
	NO_PASSIVE,
	PROTOCOL,
	REQUEST_DENIED,
	REQUESTER,
	RESPONDER,
	SUCCESS,
	UNKNOWN_PRINCIPAL,
} from "../../saml/names";

const STATUS = "urn:oasis:names:tc:SAML:2.0:status:";

/** What a code says (SAML core 2.0 section 3.2.2.2); the more exact ones first. */
const REASONS: Readonly<Record<string, string>> = {
	[`${STATUS}AuthnFailed`]: "the sign-in there failed.",
	[`${STATUS}InvalidNameIDPolicy`]: "it has no name identifier of the kind that was asked for.",
	[NO_AUTHN_CONTEXT]: "it cannot sign in in the way that was asked for.",
	[`${STATUS}NoAvailableIDP`]: "the provider behind it cannot be reached.",
	[NO_PASSIVE]: "nobody was signed in there, and it was not to ask.",
	[`${STATUS}NoSupportedIDP`]: "it supports none of the providers behind it that were asked for.",
	[REQUEST_DENIED]: "it has denied the request.",
	[`${STATUS}RequestUnsupported`]: "it does not support the request.",
	[`${STATUS}UnsupportedBinding`]: "it cannot answer in the way that was asked for.",
	[UNKNOWN_PRINCIPAL]: "it does not know the person.",
	[REQUESTER]: "it finds a fault in the request.",
	[RESPONDER]: "it says that the fault is on its own side.",
	[`${STATUS}VersionMismatch`]: "it speaks another version of SAML.",
};

/**
 * Requires the status of a response to be Success. Another one need not be signed: no user is signed in by it, and the
 * words are our own.
 * @throws Refusal, and UnreadableXml
 */
export function requireSuccess(response: XmlElement): void {
	const code = onlyChild(onlyChild(response, PROTOCOL, "Status"), PROTOCOL, "StatusCode");
	const value = attributeOf(code, "Value");
	if (value === SUCCESS) return;
	const inner = optionalChild(code, PROTOCOL, "StatusCode");
	const codes = [inner && attributeOf(inner, "Value"), value];
	const reasons = codes.flatMap((each) => (each !== undefined && Object.hasOwn(REASONS, each) ? [REASONS[each]] : []));
	throw messageRefusal(
		`The identity provider did not sign anybody in: ${reasons[0] ?? "it gives a reason that is not known here."}`,
	);
}
