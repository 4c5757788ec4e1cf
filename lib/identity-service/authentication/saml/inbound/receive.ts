import type { SamlSettings } from "@/lib/contract/client/client-addons";
import { BadSignature } from "@/lib/xml/bad-signature";
import { parseXml } from "@/lib/xml/parse";
import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { isElement } from "@/lib/xml/read-element";
import { UnreadableXml } from "@/lib/xml/unreadable-xml";
import { verifiedElement } from "@/lib/xml/verify";
import type { IdentityService } from "../../../identity-service";
import type { ClientRow } from "../../../store/clients";
import { absoluteUris } from "../../clients/absolute-uris";
import { RefusedMessage } from "../../federation/front-endpoint";
import { PROTOCOL } from "../names";
import { type AuthnRequest, authnRequest } from "./authn-request";
import { requireOwnIssuer } from "./issuer";
import { type LogoutRequest, type LogoutResponse, logoutRequest, logoutResponse } from "./logout-messages";
import { type MessageHeader, messageHeader } from "./message-header";
import { requireFirstUse } from "./one-use";
import { requireQuerySignature } from "./query-signature";
import { type TransportedMessage, transported } from "./transport";

type Carried = {
	/** Goes back as it came. */
	relayState: string | null;
};
type Received<Kind extends string, Content> = Carried & MessageHeader & Content & { kind: Kind; isSigned: boolean };

/** A message of an application, checked in all that can be seen of it alone. */
export type ReceivedMessage =
	| Received<"AuthnRequest", AuthnRequest>
	| Received<"LogoutRequest", LogoutRequest>
	| Received<"LogoutResponse", LogoutResponse>;

/**
 * Receives what a browser brings from an application, by HTTP-Redirect or HTTP-POST. Where the application has a
 * certificate, all of it is what that key has signed. Without one nobody can check a signature, and none is looked at.
 * @returns "none" for an address without a message
 * @throws RefusedMessage
 */
export async function receiveMessage(
	service: IdentityService,
	request: Request,
	{ client, settings }: { client: ClientRow; settings: SamlSettings },
): Promise<ReceivedMessage | (Carried & { kind: "none" })> {
	const carried = await transported(request);
	const { relayState } = carried;
	if (carried.parameter === null) return { kind: "none", relayState };
	const { signingCert } = settings;
	const isSigned = signingCert !== undefined;
	const now = service.now();
	const { header, content } = readable(() => {
		const message = messageOf(carried, signingCert);
		const address = addressOf(service, request);
		const header = messageHeader(message, { address, isSigned, now });
		return { header, content: contentOf(message, carried, absoluteUris(service, client.redirect_uris), now) };
	});
	await requireOwnIssuer(service, client, header.issuer);
	// Last, so that what is refused leaves nothing behind. Responses are good for one request, which is used up.
	if (content.kind !== "LogoutResponse") await requireFirstUse(service, client.client_id, header);
	return { ...content, ...header, relayState, isSigned };
}

/** As the application knows it: without what a proxy in front makes of it. */
function addressOf({ config }: IdentityService, request: Request): string {
	return new URL(new URL(request.url).pathname.replace(/\/$/, ""), config.issuer).href;
}

function messageOf(carried: TransportedMessage, signingCert: string | undefined): XmlElement {
	const root = parseXml(carried.xml);
	if (signingCert === undefined) return root;
	if (carried.binding === "HTTP-POST") {
		return verifiedElement(root, { certificates: [signingCert], idAttribute: "ID", signed: "root" });
	}
	requireQuerySignature(carried, signingCert);
	return root;
}

function contentOf(message: XmlElement, { parameter }: TransportedMessage, callbacks: string[], now: Date) {
	const is = (name: string) => isElement(message, PROTOCOL, name);
	if (parameter === "SAMLRequest" && is("AuthnRequest")) {
		return { kind: "AuthnRequest", ...authnRequest(message, callbacks) } as const;
	}
	if (parameter === "SAMLRequest" && is("LogoutRequest")) {
		return { kind: "LogoutRequest", ...logoutRequest(message, now) } as const;
	}
	if (parameter === "SAMLResponse" && is("LogoutResponse")) {
		return { kind: "LogoutResponse", ...logoutResponse(message) } as const;
	}
	throw new RefusedMessage(
		"The message is none that is taken here: sign-in and logout requests, and logout responses.",
	);
}

function readable<Result>(read: () => Result): Result {
	try {
		return read();
	} catch (error) {
		if (error instanceof UnreadableXml) throw new RefusedMessage(`The message cannot be read. ${error.message}`);
		if (error instanceof BadSignature)
			throw new RefusedMessage(`The message is not signed as it has to be. ${error.message}`);
		throw error;
	}
}
