import { type Markup, trustedXml, xml } from "@/lib/xml/markup";
import type { SigningMaterial } from "@/lib/xml/sign";
import type { ServiceRequest } from "../context/service-request";
import { ASSERTION, PROTOCOL } from "./names";
import { carryDocument, type Destination } from "./outbound-messages";

/** A message about a logout, to whoever takes part in it. */
export type OutboundMessage = {
	name: "LogoutRequest" | "LogoutResponse";
	id: string;
	/** Entity ID of who sends it. */
	issuer: string;
	issuedAt: Date;
	/** Null: it answers nothing. */
	inResponseTo: string | null;
	/** A request is not to be taken from then on. */
	notOnOrAfter?: Date;
	content: Markup;
	relayState: string | null;
};

/** Sends the browser to the other side with a signed message, by the way that it takes them (SAML bindings 2.0). */
export function carryMessage(
	request: ServiceRequest,
	destination: Destination,
	message: OutboundMessage,
	material: SigningMaterial,
): Response {
	const write = (signature: Markup | null) => messageMarkup(message, destination.address, signature);
	const { name, relayState } = message;
	return carryDocument(request, destination, { name, write, relayState, errand: "sign-out" }, material);
}

function messageMarkup(message: OutboundMessage, destination: string, signature: Markup | null): Markup {
	const { id, issuer, issuedAt, inResponseTo, notOnOrAfter, content } = message;
	const name = trustedXml(`samlp:${message.name}`);
	const answered = inResponseTo === null ? null : xml` InResponseTo="${inResponseTo}"`;
	const until = notOnOrAfter === undefined ? null : xml` NotOnOrAfter="${notOnOrAfter.toISOString()}"`;
	return xml`<${name} xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${id}"${answered} Version="2.0" IssueInstant="${issuedAt.toISOString()}" Destination="${destination}"${until}><saml:Issuer>${issuer}</saml:Issuer>${signature}${content}</${name}>`;
}
