import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, optionalChild, requiredAttribute, textOf } from "@/lib/xml/read-element";
import { messageRefusal } from "../../http/refusal";
import { ASSERTION } from "../../saml/names";
import type { SamlConnection } from "../saml-connection";
import { ENTITY_LENGTH_MAX } from "./answer-limits";
import { requireEntity, requireIssuer, requireRecent } from "./requirements";

/**
 * Requires what a response says around its assertion to fit. Where it isn't signed itself this proves nothing; that it
 * says something else than the assertion in it proves that somebody has put the two together.
 * @param assertion what it says
 * @throws Refusal, and UnreadableXml
 */
export function requireResponseHeader(
	response: XmlElement,
	{ callback, options }: SamlConnection,
	{
		isSigned,
		issuer,
		inResponseTo,
		now,
	}: { isSigned: boolean; issuer: string; inResponseTo: string | null; now: Date },
): void {
	if (attributeOf(response, "Version") !== "2.0") throw messageRefusal("The answer is not of SAML 2.0.");
	requiredAttribute(response, "ID");
	requireRecent(requiredAttribute(response, "IssueInstant"), "answer", now);
	const destination = attributeOf(response, "Destination");
	// SAML bindings 2.0 section 3.5.5.2.
	if (destination === undefined && isSigned) {
		throw messageRefusal("The answer is signed, and does not say where it was sent.");
	}
	if (destination !== undefined && destination !== callback) {
		throw messageRefusal("The answer was sent to another address.");
	}
	const own = optionalChild(response, ASSERTION, "Issuer");
	// SAML profiles 2.0 section 4.1.4.2.
	if (!own && isSigned) throw messageRefusal("The answer is signed, and does not say who it is from.");
	if (own) {
		requireEntity(own);
		const ownIssuer = textOf(own, ENTITY_LENGTH_MAX);
		requireIssuer(ownIssuer, options.issuer);
		if (ownIssuer !== issuer) throw messageRefusal("The answer and its assertion are from different providers.");
	}
	if ((attributeOf(response, "InResponseTo") || null) !== inResponseTo) {
		throw messageRefusal("The answer and its assertion answer different requests.");
	}
}
