import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, onlyChild, optionalChild } from "@/lib/xml/read-element";
import { messageRefusal } from "../../http/refusal";
import { PROTOCOL, SUCCESS } from "../../saml/names";

const STATUS = "urn:oasis:names:tc:SAML:2.0:status:";

/** Meanings of status codes (SAML core 2.0 section 3.2.2.2); second-level codes first. */
const REASONS = new Map(
	Object.entries({
		AuthnFailed: "the sign-in there failed.",
		InvalidNameIDPolicy: "it can't use the requested NameID format.",
		NoAuthnContext: "it can't sign users in as requested.",
		NoAvailableIDP: "the provider behind it can't be reached.",
		NoPassive: "no one was signed in there, and the request forbade a sign-in page.",
		NoSupportedIDP: "it supports none of the requested providers behind it.",
		RequestDenied: "it denied the request.",
		RequestUnsupported: "it does not support the request.",
		UnsupportedBinding: "it can't respond as requested.",
		UnknownPrincipal: "it does not know the user.",
		Requester: "it found an error in the request.",
		Responder: "it reports an error of its own.",
		VersionMismatch: "it uses a different version of SAML.",
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
		`The identity provider did not sign you in: ${reasons[0] ?? "it gave a reason that is not known here."}`,
	);
}
