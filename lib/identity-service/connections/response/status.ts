import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, onlyChild, optionalChild } from "@/lib/xml/read-element";
import { messageRefusal } from "../../http/refusal";
import { PROTOCOL, SUCCESS } from "../../saml/names";

const STATUS = "urn:oasis:names:tc:SAML:2.0:status:";

/** Meanings of status codes (SAML core 2.0 section 3.2.2.2); second-level codes first. */
const REASONS = new Map(
	Object.entries({
		AuthnFailed: "the sign-in there failed.",
		InvalidNameIDPolicy: "it has no name identifier of the kind that was asked for.",
		NoAuthnContext: "it cannot sign in in the way that was asked for.",
		NoAvailableIDP: "the provider behind it cannot be reached.",
		NoPassive: "nobody was signed in there, and it was not to ask.",
		NoSupportedIDP: "it supports none of the providers behind it that were asked for.",
		RequestDenied: "it has denied the request.",
		RequestUnsupported: "it does not support the request.",
		UnsupportedBinding: "it cannot answer in the way that was asked for.",
		UnknownPrincipal: "it does not know the person.",
		Requester: "it finds a fault in the request.",
		Responder: "it says that the fault is on its own side.",
		VersionMismatch: "it speaks another version of SAML.",
	}),
);

/**
 * Requires the status of a response to be Success. Another status need not be signed: it signs in no user, and its
 * message is not quoted.
 * @throws Refusal, and UnreadableXml
 */
export function requireSuccess(response: XmlElement): void {
	const code = onlyChild(onlyChild(response, PROTOCOL, "Status"), PROTOCOL, "StatusCode");
	const value = attributeOf(code, "Value");
	if (value === SUCCESS) return;
	const inner = optionalChild(code, PROTOCOL, "StatusCode");
	const codes = [inner && attributeOf(inner, "Value"), value];
	const reasons = codes.flatMap((each) =>
		each?.startsWith(STATUS) ? (REASONS.get(each.slice(STATUS.length)) ?? []) : [],
	);
	throw messageRefusal(
		`The identity provider did not sign anybody in: ${reasons[0] ?? "it gives a reason that is not known here."}`,
	);
}
