import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf } from "@/lib/xml/read-element";
import { messageRefusal } from "../../http/refusal";
import { instantOf } from "../../saml/inbound-messages";
import { ANSWER_CLOCK_SKEW_SECONDS, ANSWER_LIFETIME_SECONDS } from "./answer-limits";

const ENTITY = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity";

/** @param issued an instant @param what was issued then @throws Refusal */
export function requireRecent(issued: string, what: "answer" | "assertion", now: Date): void {
	const age = (now.getTime() - instantOf(issued).getTime()) / 1000;
	if (age > ANSWER_LIFETIME_SECONDS) throw messageRefusal(`The ${what} is too old. Sign in again.`);
	if (age < -ANSWER_CLOCK_SKEW_SECONDS) {
		throw messageRefusal(`The ${what} is from the future: a clock is wrong, here or at the identity provider.`);
	}
}

/** @throws Refusal where it holds from later on than the clocks can differ */
export function requireBegun(notBefore: string | null, now: Date): void {
	if (notBefore === null) return;
	if (instantOf(notBefore).getTime() <= now.getTime() + ANSWER_CLOCK_SKEW_SECONDS * 1000) return;
	throw messageRefusal("The assertion does not hold yet: a clock is wrong, here or at the identity provider.");
}

/** @throws Refusal where it held until longer ago than the clocks can differ */
export function requireNotOver(notOnOrAfter: string | null, now: Date): void {
	if (notOnOrAfter === null) throw messageRefusal("The assertion does not say until when it holds.");
	if (now.getTime() - ANSWER_CLOCK_SKEW_SECONDS * 1000 < instantOf(notOnOrAfter).getTime()) return;
	throw messageRefusal("The assertion holds no longer. Sign in again.");
}

/** @param known entity ID of the connection's provider, if it says one @throws Refusal */
export function requireIssuer(issuer: string, known: string | undefined): void {
	if (known !== undefined && issuer !== known) {
		throw messageRefusal("The answer is from another identity provider than the connection's.");
	}
}

/** An issuer is named by its entity ID (SAML profiles 2.0 section 4.1.4.2). @throws Refusal */
export function requireEntity(issuer: XmlElement): void {
	if ((attributeOf(issuer, "Format") ?? ENTITY) === ENTITY) return;
	throw messageRefusal("The answer names its issuer by something else than an entity ID.");
}
