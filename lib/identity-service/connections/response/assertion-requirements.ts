import { messageRefusal } from "../../http/refusal";
import { instantOf } from "../../saml/inbound-messages";
import type { SamlConnection } from "../saml-connection";
import {
	ANSWER_CLOCK_SKEW_SECONDS,
	ATTRIBUTE_NAME_LENGTH_MAX,
	ATTRIBUTE_VALUE_LENGTH_MAX,
	ATTRIBUTE_VALUES_MAX,
	ATTRIBUTES_MAX,
	AUDIENCES_MAX,
	ENTITY_LENGTH_MAX,
	NAME_ID_LENGTH_MAX,
	SESSION_INDEX_LENGTH_MAX,
} from "./answer-limits";
import type { AssertionFacts, AuthenticationFacts, ConfirmationFacts } from "./assertion-facts";
import { requireBegun, requireIssuer, requireNotOver, requireRecent } from "./requirements";

/** An xs:ID. */
const ID = /^[A-Za-z_][A-Za-z0-9_.-]{0,255}$/;
/** What nobody sees: two names that look the same would be two people. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{fffd}]/u;
const SPACE_AROUND = /^\s|\s$/;

/**
 * Requires an assertion to be for this service, now, by the connection's provider (SAML profiles 2.0 section 4.1.4.3).
 * @throws Refusal
 */
export function requireFitting(facts: AssertionFacts, connection: SamlConnection, now: Date) {
	const { issuer, notBefore, notOnOrAfter } = facts;
	if (facts.id === null || !ID.test(facts.id)) throw messageRefusal("The assertion has no ID, or one that is none.");
	if (issuer === "" || issuer.length > ENTITY_LENGTH_MAX) {
		throw messageRefusal("The assertion does not say who it is from.");
	}
	requireIssuer(issuer, connection.options.issuer);
	requireRecent(facts.issueInstant ?? "", "assertion", now);
	requireAudience(facts.audiences, connection.entityId);
	requireBegun(notBefore, now);
	requireNotOver(notOnOrAfter, now);
	const inResponseTo = requireConfirmation(facts.confirmations, connection.callback, now);
	return {
		...{ inResponseTo, assertionId: facts.id, nameId: requireName(facts.nameId) },
		nameIdFormat: bounded(facts.nameIdFormat, ENTITY_LENGTH_MAX),
		nameQualifier: bounded(facts.nameQualifier, ENTITY_LENGTH_MAX),
		spNameQualifier: bounded(facts.spNameQualifier, ENTITY_LENGTH_MAX),
		...requireAuthentication(facts.authentication, now),
		attributes: requireAttributes(facts.attributes),
	};
}

function requireAudience(audiences: AssertionFacts["audiences"], entityId: string): void {
	const isOurs = audiences.length > 0 && audiences.every((restriction) => restriction.includes(entityId));
	// In the vendor's words.
	if (!isOurs || audiences.flat().length > AUDIENCES_MAX) throw messageRefusal("Audience is invalid");
}

/** @returns the request that is answered; null: none */
function requireConfirmation(
	[confirmation, another]: readonly ConfirmationFacts[],
	callback: string,
	now: Date,
): string | null {
	if (!confirmation || another) {
		throw messageRefusal("The assertion has to be confirmed once by whoever brings it (bearer).");
	}
	const { recipient, inResponseTo, notBefore, notOnOrAfter } = confirmation;
	if (recipient !== callback) throw messageRefusal("The assertion is for another recipient.");
	requireBegun(notBefore, now);
	requireNotOver(notOnOrAfter, now);
	// Some libraries for providers write an empty one where nobody asked.
	if (inResponseTo === null || inResponseTo === "") return null;
	if (!ID.test(inResponseTo)) throw messageRefusal("The assertion answers a request whose ID is none.");
	return inResponseTo;
}

function requireName(nameId: string): string {
	if (nameId === "") throw messageRefusal("The assertion names nobody.");
	if (nameId.length > NAME_ID_LENGTH_MAX) {
		throw messageRefusal(`The name identifier is longer than ${NAME_ID_LENGTH_MAX} characters.`);
	}
	if (UNSEEN.test(nameId) || SPACE_AROUND.test(nameId)) {
		throw messageRefusal("The name identifier holds characters that nobody sees, or white space around it.");
	}
	return nameId;
}

function bounded(text: string | null, lengthMax: number): string | null {
	if (text === null || (text.length <= lengthMax && !UNSEEN.test(text))) return text;
	throw messageRefusal("The assertion has an attribute that is too long, or holds characters that nobody sees.");
}

/** Where nothing is said of a sign-in, nothing is known of when it was, nor of a session there. */
function requireAuthentication(authentication: AuthenticationFacts | null, now: Date) {
	if (authentication === null) return { authenticatedAt: null, sessionUntil: null, sessionIndex: null };
	const { instant, sessionNotOnOrAfter, sessionIndex } = authentication;
	const authenticatedAt = instantOf(instant ?? "");
	const latest = now.getTime() + ANSWER_CLOCK_SKEW_SECONDS * 1000;
	if (authenticatedAt.getTime() > latest) {
		throw messageRefusal("The sign-in at the identity provider is from the future: a clock is wrong.");
	}
	const sessionUntil = sessionNotOnOrAfter === null ? null : instantOf(sessionNotOnOrAfter);
	if (sessionUntil !== null && sessionUntil <= now) {
		throw messageRefusal("The session at the identity provider is over. Sign in again.");
	}
	return { authenticatedAt, sessionUntil, sessionIndex: bounded(sessionIndex, SESSION_INDEX_LENGTH_MAX) };
}

/** Values of a name that stands more than once come after each other: some providers write each role so. */
function requireAttributes(attributes: AssertionFacts["attributes"]): Map<string, readonly string[]> {
	const values = attributes.flatMap((attribute) => attribute.values);
	const isBounded =
		attributes.length <= ATTRIBUTES_MAX &&
		values.length <= ATTRIBUTE_VALUES_MAX &&
		values.every(({ length }) => length <= ATTRIBUTE_VALUE_LENGTH_MAX);
	if (!isBounded) throw messageRefusal("The assertion holds more attributes, or longer ones, than are taken here.");
	const named = new Map<string, readonly string[]>();
	for (const { name, values: own } of attributes) {
		if (!name || name.length > ATTRIBUTE_NAME_LENGTH_MAX) {
			throw messageRefusal("The assertion has an attribute without a name, or with one that is too long.");
		}
		named.set(name, [...(named.get(name) ?? []), ...own]);
	}
	return named;
}
