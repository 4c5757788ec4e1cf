import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, onlyChild, requiredAttribute, textOf } from "@/lib/xml/read-element";
import { messageRefusal } from "../http/refusal";
import { ASSERTION } from "./names";

/** An xs:ID; SAML core 2.0 section 1.3.4 wants 128 to 160 bits of chance in it. */
const ID = /^[A-Za-z_][A-Za-z0-9_.-]{0,255}$/;
/** SAML core 2.0 section 8.3.6. */
const ENTITY_LENGTH_MAX = 1024;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** How old a message may be, and how far before the service's clock the other side's may go. */
export const MESSAGE_LIFETIME_SECONDS = 5 * 60;
export const CLOCK_SKEW_SECONDS = 5 * 60;

export type MessageHeader = {
	id: string;
	/** The entity that it says it is from. */
	issuer: string;
	issuedAt: Date;
};

/**
 * What every message of SAML's protocols begins with (SAML core 2.0 section 3.2).
 * @param address that the message came to
 * @param isSigned then it has to say where it was sent, so that nobody brings it elsewhere (SAML bindings 2.0 3.5.5.2)
 * @throws Refusal, and UnreadableXml where an element isn't what it has to be
 */
export function messageHeader(
	message: XmlElement,
	{ address, isSigned, now }: { address: string; isSigned: boolean; now: Date },
): MessageHeader {
	if (attributeOf(message, "Version") !== "2.0") throw messageRefusal("The message is not of SAML 2.0.");
	const id = requiredAttribute(message, "ID");
	if (!ID.test(id)) throw messageRefusal("The message's ID is none.");
	const issuedAt = instantOf(requiredAttribute(message, "IssueInstant"));
	const age = (now.getTime() - issuedAt.getTime()) / 1000;
	if (age > MESSAGE_LIFETIME_SECONDS) throw messageRefusal("The message is too old. Begin again.");
	if (age < -CLOCK_SKEW_SECONDS) throw messageRefusal("The message is from the future: a clock is wrong.");
	requireDestination(attributeOf(message, "Destination"), address, isSigned);
	return { id, issuer: textOf(onlyChild(message, ASSERTION, "Issuer"), ENTITY_LENGTH_MAX), issuedAt };
}

/** @throws Refusal for what is no moment, or in no time zone */
export function instantOf(text: string): Date {
	const date = new Date(INSTANT.test(text) ? text : Number.NaN);
	if (Number.isNaN(date.getTime())) throw messageRefusal("The message has a time that cannot be read.");
	return date;
}

function requireDestination(destination: string | undefined, address: string, isSigned: boolean): void {
	if (destination === undefined) {
		if (isSigned) throw messageRefusal("The message is signed, and does not say where it was sent.");
		return;
	}
	// Applications are given the address with parameters, too: which connection to sign in through.
	if (destination === address || destination.startsWith(`${address}?`)) return;
	throw messageRefusal("The message was sent to another address.");
}
