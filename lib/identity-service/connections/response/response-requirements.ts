import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, optionalChild, requiredAttribute, textOf } from "@/lib/xml/read-element";
import { messageRefusal, unregisteredRefusal } from "../../http/refusal";
import { ENTITY_LENGTH_MAX, instantOf, XML_ID } from "../../saml/inbound-messages";
import { ASSERTION } from "../../saml/names";
import type { SamlConnection } from "../saml-connection";
import type { AssertionFacts, AuthenticationFacts, ConfirmationFacts } from "./assertion-facts";
import * as limits from "./response-limits";

// Required contents of a response and its assertion. All functions throw a Refusal.

/** With such characters, two users' names would look the same. */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{fffd}]/u;
export const SPACE_AROUND = /^\s|\s$/;
const ENTITY = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity";
const CLOCK_SKEW_MILLISECONDS = limits.RESPONSE_CLOCK_SKEW_SECONDS * 1000;

/**
 * Requires a response's header to fit the connection and the assertion in it. An unsigned header that fits proves
 * nothing; one that contradicts its assertion was forged.
 * @param assertion its checked content
 */
export function requireResponseHeader(
	response: XmlElement,
	{ callback, options }: SamlConnection,
	assertion: { isSigned: boolean; issuer: string; inResponseTo: string | null; now: Date },
): void {
	const { isSigned } = assertion;
	if (attributeOf(response, "Version") !== "2.0") throw messageRefusal("The response is not SAML 2.0.");
	requiredAttribute(response, "ID");
	requireRecent(requiredAttribute(response, "IssueInstant"), "response", assertion.now);
	const destination = attributeOf(response, "Destination");
	// SAML bindings 2.0 section 3.5.5.2.
	if (destination === undefined && isSigned) {
		throw messageRefusal("The response is signed, but does not say where it was sent.");
	}
	if (destination !== undefined && destination !== callback) {
		throw messageRefusal("The response was sent to another URL.");
	}
	const own = optionalChild(response, ASSERTION, "Issuer");
	// SAML profiles 2.0 section 4.1.4.2.
	if (!own && isSigned) throw messageRefusal("The response is signed, but does not say who it is from.");
	if (own) {
		requireEntity(own);
		const issuer = textOf(own, ENTITY_LENGTH_MAX);
		requireIssuer(issuer, options.issuer);
		if (issuer !== assertion.issuer)
			throw messageRefusal("The response and its assertion are from different providers.");
	}
	if ((attributeOf(response, "InResponseTo") || null) !== assertion.inResponseTo) {
		throw messageRefusal("The response and its assertion are for different requests.");
	}
}

/** An issuer is identified by its entity ID (SAML profiles 2.0 section 4.1.4.2). */
export function requireEntity(issuer: XmlElement): void {
	if ((attributeOf(issuer, "Format") ?? ENTITY) === ENTITY) return;
	throw messageRefusal("The response names its issuer by something other than an entity ID.");
}

/** Requires a valid assertion of the connection's provider for this service (SAML profiles 2.0 section 4.1.4.3). */
export function requireFitting(facts: AssertionFacts, connection: SamlConnection, now: Date) {
	const { id, issuer } = facts;
	if (id === null || !XML_ID.test(id)) throw messageRefusal("The assertion has no valid ID.");
	if (issuer === "" || issuer.length > ENTITY_LENGTH_MAX) {
		throw messageRefusal("The assertion does not say who it is from.");
	}
	requireIssuer(issuer, connection.options.issuer);
	requireRecent(facts.issueInstant ?? "", "assertion", now);
	requireAudience(facts.audiences, connection.entityId);
	requireValidity(facts, now);
	const inResponseTo = requireConfirmation(facts.confirmations, connection.callback, now);
	return {
		/** The request that it responds to; null: it is IdP-initiated. */
		inResponseTo,
		assertionId: id,
		nameId: requireName(facts.nameId),
		nameIdFormat: bounded(facts.nameIdFormat, ENTITY_LENGTH_MAX),
		nameQualifier: bounded(facts.nameQualifier, ENTITY_LENGTH_MAX),
		spNameQualifier: bounded(facts.spNameQualifier, ENTITY_LENGTH_MAX),
		...requireAuthentication(facts.authentication, now),
		attributes: requireAttributes(facts.attributes),
	};
}

/** @param known entity ID of the connection's provider, if it has one */
function requireIssuer(issuer: string, known: string | undefined): void {
	if (known === undefined || issuer === known) return;
	throw unregisteredRefusal("The response is from an identity provider other than the connection's.", "Issuer", {
		came: issuer,
		registered: [known],
	});
}

function requireRecent(issued: string, what: "response" | "assertion", now: Date): void {
	const age = now.getTime() - instantOf(issued).getTime();
	if (age > limits.RESPONSE_LIFETIME_SECONDS * 1000) throw messageRefusal(`The ${what} is too old. Sign in again.`);
	if (age < -CLOCK_SKEW_MILLISECONDS) {
		throw messageRefusal(`The ${what} is from the future: a clock is wrong, here or at the identity provider.`);
	}
}

/** Allows for clock skew. */
function requireValidity(
	{ notBefore, notOnOrAfter }: Pick<AssertionFacts, "notBefore" | "notOnOrAfter">,
	now: Date,
): void {
	if (notBefore !== null && instantOf(notBefore).getTime() > now.getTime() + CLOCK_SKEW_MILLISECONDS) {
		throw messageRefusal("The assertion is not valid yet: a clock is wrong, here or at the identity provider.");
	}
	if (notOnOrAfter === null) throw messageRefusal("The assertion does not say when it expires.");
	if (now.getTime() - CLOCK_SKEW_MILLISECONDS < instantOf(notOnOrAfter).getTime()) return;
	throw messageRefusal("The assertion has expired. Sign in again.");
}

function requireAudience(audiences: AssertionFacts["audiences"], entityId: string): void {
	const isOurs = audiences.length > 0 && audiences.every((restriction) => restriction.includes(entityId));
	// The vendor's sentence.
	if (!isOurs || audiences.flat().length > limits.AUDIENCES_MAX) throw messageRefusal("Audience is invalid");
}

/** @returns InResponseTo */
function requireConfirmation(
	[confirmation, another]: readonly ConfirmationFacts[],
	callback: string,
	now: Date,
): string | null {
	if (!confirmation || another) {
		throw messageRefusal("The assertion must have exactly one confirmation, for its bearer.");
	}
	const { recipient, inResponseTo } = confirmation;
	if (recipient !== callback) throw messageRefusal("The assertion is for another recipient.");
	requireValidity(confirmation, now);
	// Some libraries for providers write an empty value where there was no request.
	if (inResponseTo === null || inResponseTo === "") return null;
	if (!XML_ID.test(inResponseTo)) throw messageRefusal("The assertion names a request whose ID is not valid.");
	return inResponseTo;
}

function requireName(nameId: string): string {
	if (nameId === "") throw messageRefusal("The assertion names no user.");
	if (nameId.length > limits.NAME_ID_LENGTH_MAX) {
		throw messageRefusal(`The NameID is longer than ${limits.NAME_ID_LENGTH_MAX} characters.`);
	}
	if (INVISIBLE.test(nameId) || SPACE_AROUND.test(nameId)) {
		throw messageRefusal("The NameID has invisible characters, or white space around it.");
	}
	return nameId;
}

function bounded(text: string | null, lengthMax: number): string | null {
	if (text === null || (text.length <= lengthMax && !INVISIBLE.test(text))) return text;
	throw messageRefusal("The assertion has an attribute that is too long, or has invisible characters.");
}

/** Without an AuthnStatement, the time of the sign-in and the provider's session are unknown. */
function requireAuthentication(authentication: AuthenticationFacts | null, now: Date) {
	if (authentication === null) return { authenticatedAt: null, sessionUntil: null, sessionIndex: null };
	const { instant, sessionNotOnOrAfter, sessionIndex } = authentication;
	const authenticatedAt = instantOf(instant ?? "");
	if (authenticatedAt.getTime() > now.getTime() + CLOCK_SKEW_MILLISECONDS) {
		throw messageRefusal("The sign-in at the identity provider is from the future: a clock is wrong.");
	}
	const sessionUntil = sessionNotOnOrAfter === null ? null : instantOf(sessionNotOnOrAfter);
	if (sessionUntil !== null && sessionUntil <= now) {
		throw messageRefusal("The session at the identity provider is over. Sign in again.");
	}
	return { authenticatedAt, sessionUntil, sessionIndex: bounded(sessionIndex, limits.SESSION_INDEX_LENGTH_MAX) };
}

/** Values of a repeated name are concatenated: some providers write one attribute for each role. */
function requireAttributes(attributes: AssertionFacts["attributes"]): ReadonlyMap<string, readonly string[]> {
	const values = attributes.flatMap((attribute) => attribute.values);
	const isBounded =
		attributes.length <= limits.ATTRIBUTES_MAX &&
		values.length <= limits.ATTRIBUTE_VALUES_MAX &&
		values.every(({ length }) => length <= limits.ATTRIBUTE_VALUE_LENGTH_MAX);
	if (!isBounded) throw messageRefusal("The assertion has more attributes, or longer ones, than are accepted.");
	const named = new Map<string, readonly string[]>();
	for (const { name, values: own } of attributes) {
		if (!name || name.length > limits.ATTRIBUTE_NAME_LENGTH_MAX) {
			throw messageRefusal("The assertion has an attribute without a name, or with one that is too long.");
		}
		named.set(name, [...(named.get(name) ?? []), ...own]);
	}
	return named;
}
