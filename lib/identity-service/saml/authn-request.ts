import { HTTP_POST_BINDING } from "@/lib/contract/client/addon-limits";
import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, childrenOf, optionalChild, textOf } from "@/lib/xml/read-element";
import { messageRefusal } from "../http/refusal";
import { ASSERTION, PROTOCOL } from "./names";

const CONTEXTS_MAX = 20;
const COMPARISONS = ["exact", "minimum", "maximum", "better"] as const;

/** What an application asks for when somebody is to sign in to it (SAML core 2.0 section 3.4.1). */
export type AuthnRequest = {
	/** Where the answer goes: one of the application's callbacks. */
	replyTo: string;
	forceAuthn: boolean;
	isPassive: boolean;
	/** Null where any will do. */
	requestedContext: { comparison: (typeof COMPARISONS)[number]; classRefs: string[] } | null;
	/** Null where it asks for none. */
	nameIdFormat: string | null;
	/** Who is to sign in, as the application knows them. */
	subject: string | null;
};

/**
 * @param callbacks of the application; the first stands where the request names none
 * @throws Refusal, and UnreadableXml where an element isn't what it has to be
 */
export function authnRequest(message: XmlElement, callbacks: readonly string[]): AuthnRequest {
	if (attributeOf(message, "AssertionConsumerServiceIndex") !== undefined) {
		throw messageRefusal(
			"The request names its callback by a number (AssertionConsumerServiceIndex): it has to say the URL.",
		);
	}
	const binding = attributeOf(message, "ProtocolBinding") ?? HTTP_POST_BINDING;
	if (binding !== HTTP_POST_BINDING) throw messageRefusal("The request wants an answer by another way than HTTP-POST.");
	const subject = optionalChild(message, ASSERTION, "Subject");
	const policy = optionalChild(message, PROTOCOL, "NameIDPolicy");
	return {
		replyTo: callbackOf(attributeOf(message, "AssertionConsumerServiceURL"), callbacks),
		forceAuthn: flag(message, "ForceAuthn"),
		isPassive: flag(message, "IsPassive"),
		requestedContext: requestedContext(message),
		nameIdFormat: (policy && attributeOf(policy, "Format")) ?? null,
		subject: subject ? nameIn(subject) : null,
	};
}

/**
 * The callback that is asked for, exactly as it is registered: what is nearly the same leads elsewhere. The first one, where
 * none is asked for.
 * @throws Refusal
 */
export function callbackOf(asked: string | undefined, callbacks: readonly string[]): string {
	const answerable = callbacks.filter((uri) => /^https?:\/\//.test(uri));
	const [first] = answerable;
	if (first === undefined) throw messageRefusal("The application has no callback URL to answer to.");
	if (asked === undefined) return first;
	if (answerable.includes(asked)) return asked;
	throw messageRefusal("The request wants its answer at an address that is no callback URL of the application.");
}

function nameIn(subject: XmlElement): string | null {
	const name = optionalChild(subject, ASSERTION, "NameID");
	return name ? textOf(name) : null;
}

function requestedContext(message: XmlElement): AuthnRequest["requestedContext"] {
	const requested = optionalChild(message, PROTOCOL, "RequestedAuthnContext");
	if (!requested) return null;
	const written = attributeOf(requested, "Comparison") ?? "exact";
	const comparison = COMPARISONS.find((known) => known === written);
	if (!comparison) throw messageRefusal("The request compares authentication contexts in an unknown way.");
	const references = childrenOf(requested, ASSERTION, "AuthnContextClassRef");
	if (references.length > CONTEXTS_MAX) throw messageRefusal("The request names too many authentication contexts.");
	return { comparison, classRefs: references.map((reference) => textOf(reference)) };
}

/** An xs:boolean. */
function flag(message: XmlElement, name: string): boolean {
	const value = attributeOf(message, name) ?? "false";
	if (value === "true" || value === "1") return true;
	if (value === "false" || value === "0") return false;
	throw messageRefusal(`The request's ${name} is neither true nor false.`);
}
