import { BadSignature, UnreadableXml } from "@/lib/xml/errors";
import { parseXml } from "@/lib/xml/parse";
import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { isElement } from "@/lib/xml/read-element";
import { verifiedElement } from "@/lib/xml/verify";
import { messageRefusal } from "../http/refusal";
import { type AuthnRequest, authnRequest } from "./authn-request";
import { type MessageHeader, messageHeader } from "./inbound-messages";
import { type LogoutRequest, type LogoutResponse, logoutRequest, logoutResponse } from "./logout-messages";
import { PROTOCOL } from "./names";
import { requireQuerySignature } from "./query-signature";
import type { TransportedMessage } from "./transport";

type Checked<Kind extends string, Content> = MessageHeader & Content & { kind: Kind };
/** A message in which everything was checked that can be seen of it alone. */
export type CheckedMessage =
	| Checked<"AuthnRequest", AuthnRequest>
	| Checked<"LogoutRequest", LogoutRequest>
	| Checked<"LogoutResponse", LogoutResponse>;

/** Of the application that a message came for. */
export type Recipient = {
	/** That it came to. */
	address: string;
	/**
	 * PEM, of who the message has to be from; what none of these keys has signed is not there. Null: nobody can check a
	 * signature, and none is looked at.
	 */
	certificates: readonly string[] | null;
	/** Where sign-ins may be answered. Null: requests to sign in are not for this address. */
	callbacks: readonly string[] | null;
	now: Date;
};

/** @throws Refusal */
export function checkedMessage(carried: TransportedMessage, recipient: Recipient): CheckedMessage {
	const { address, certificates, now } = recipient;
	try {
		const message = messageOf(carried, certificates);
		const header = messageHeader(message, { address, isSigned: certificates !== null, now });
		return { ...contentOf(message, carried, recipient), ...header };
	} catch (error) {
		if (error instanceof UnreadableXml) throw messageRefusal(`The message cannot be read. ${error.message}`);
		if (error instanceof BadSignature) {
			throw messageRefusal(`The message is not signed as it has to be. ${error.message}`);
		}
		throw error;
	}
}

function messageOf(carried: TransportedMessage, certificates: Recipient["certificates"]): XmlElement {
	if (certificates && carried.binding === "HTTP-Redirect") requireQuerySignature(carried, certificates);
	const root = parseXml(carried.xml);
	if (!certificates || carried.binding === "HTTP-Redirect") return root;
	return verifiedElement(root, { certificates, idAttribute: "ID", signed: "root" });
}

function contentOf(message: XmlElement, { parameter }: TransportedMessage, { callbacks, now }: Recipient) {
	const is = (name: string) => isElement(message, PROTOCOL, name);
	if (parameter === "SAMLRequest" && is("AuthnRequest")) {
		if (!callbacks) throw messageRefusal("Requests to sign in are not taken at this address.");
		return { kind: "AuthnRequest", ...authnRequest(message, callbacks) } as const;
	}
	if (parameter === "SAMLRequest" && is("LogoutRequest")) {
		return { kind: "LogoutRequest", ...logoutRequest(message, now) } as const;
	}
	if (parameter === "SAMLResponse" && is("LogoutResponse")) {
		return { kind: "LogoutResponse", ...logoutResponse(message) } as const;
	}
	throw messageRefusal("The message is none that is taken here: sign-in and logout requests, and logout responses.");
}
