import { createVerify } from "node:crypto";
import { BadSignature, UnreadableXml } from "@/lib/xml/errors";
import { parseXml } from "@/lib/xml/parse";
import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { isElement } from "@/lib/xml/read-element";
import { certificateKey } from "@/lib/xml/signature";
import { SIGNATURE_URIS } from "@/lib/xml/signature-algorithms";
import { verifiedElement } from "@/lib/xml/verify";
import type { IdentityService } from "../context/identity-service";
import { messageRefusal } from "../http/refusal";
import { insertArtifact } from "../store/oidc-artifacts";
import * as inbound from "./inbound-messages";
import { PROTOCOL } from "./names";
import type { TransportedMessage } from "./transport";

type Checked<Kind extends string, Content> = inbound.MessageHeader & Content & { kind: Kind };
/** A message that has passed every check that needs the message alone. */
export type CheckedMessage =
	| Checked<"AuthnRequest", inbound.AuthnRequest>
	| Checked<"LogoutRequest", inbound.LogoutRequest>
	| Checked<"LogoutResponse", inbound.LogoutResponse>;

/** What an endpoint requires of its messages. */
type Recipient = {
	address: string;
	/**
	 * The sender's, in PEM: one of their keys must have signed the message. Null: none is registered, and signatures are
	 * ignored.
	 */
	certificates: readonly string[] | null;
	/** To which responses may be sent. Null: this address accepts no AuthnRequest. */
	callbacks: readonly string[] | null;
	now: Date;
};

/** @throws Refusal */
export function checkedMessage(sent: TransportedMessage, recipient: Recipient): CheckedMessage {
	const { address, certificates, now } = recipient;
	try {
		const message = verifiedMessage(sent, certificates);
		const header = inbound.messageHeader(message, { address, isSigned: certificates !== null, now });
		return { ...contentOf(message, sent, recipient), ...header };
	} catch (error) {
		if (error instanceof UnreadableXml) throw messageRefusal(`The message cannot be read. ${error.message}`);
		if (error instanceof BadSignature) {
			throw messageRefusal(`The message's signature is not accepted. ${error.message}`);
		}
		throw error;
	}
}

function verifiedMessage(sent: TransportedMessage, certificates: Recipient["certificates"]): XmlElement {
	if (certificates && sent.binding === "HTTP-Redirect") requireQuerySignature(sent, certificates);
	const root = parseXml(sent.xml);
	if (!certificates || sent.binding === "HTTP-Redirect") return root;
	return verifiedElement(root, { certificates, idAttribute: "ID", signed: "root" });
}

function contentOf(message: XmlElement, { parameter }: TransportedMessage, { callbacks, now }: Recipient) {
	const is = (name: string) => isElement(message, PROTOCOL, name);
	if (parameter === "SAMLRequest" && is("AuthnRequest")) {
		if (!callbacks) throw messageRefusal("This URL does not accept requests to sign in.");
		return { kind: "AuthnRequest", ...inbound.authnRequest(message, callbacks) } as const;
	}
	if (parameter === "SAMLRequest" && is("LogoutRequest")) {
		return { kind: "LogoutRequest", ...inbound.logoutRequest(message, now) } as const;
	}
	if (parameter === "SAMLResponse" && is("LogoutResponse")) {
		return { kind: "LogoutResponse", ...inbound.logoutResponse(message) } as const;
	}
	throw messageRefusal(
		"This message is not accepted: only requests to sign in, requests to sign out and their responses are.",
	);
}

const DIGESTS = new Map<string, string>([
	[SIGNATURE_URIS["rsa-sha256"], "sha256"],
	[SIGNATURE_URIS["rsa-sha512"], "sha512"],
]);

/**
 * Verifies the signature in a query (SAML bindings 2.0 section 3.4.4.1), which is over message, RelayState and algorithm in
 * this order, each as it was sent.
 * @throws Refusal, and BadSignature for a certificate without an RSA key
 */
function requireQuerySignature({ parameter, query }: TransportedMessage, certificates: readonly string[]): void {
	const signature = query?.get("Signature");
	const algorithm = query?.get("SigAlg");
	if (!query || !signature || !algorithm) {
		throw messageRefusal("The message is not signed, and must be.");
	}
	const digest = DIGESTS.get(algorithm.value);
	if (!digest) throw messageRefusal("The message is signed with an algorithm that is not accepted.");
	const value = Buffer.from(signature.value, "base64");
	if (value.toString("base64") !== signature.value) throw messageRefusal("The message's signature is not base64.");
	const signed = [parameter, "RelayState", "SigAlg"] as const;
	const octets = signed.flatMap((name) => (query.has(name) ? [`${name}=${query.get(name)?.raw}`] : [])).join("&");
	// Browsers encode the apostrophe as %27 in every address (URL Standard, special-query percent-encode set), where many
	// applications sign it unencoded. Both decode to the same.
	const texts = octets.includes("%27") ? [octets, octets.replaceAll("%27", "'")] : [octets];
	const isValid = certificates
		.map((certificate) => certificateKey(certificate))
		.some((key) => texts.some((text) => createVerify(digest).update(text).verify(key, value)));
	if (!isValid) {
		throw messageRefusal("The message's signature is not valid: it was changed, or another key signed it.");
	}
}

/**
 * Accepts a request once: a second one is a replay, or a page that was opened again.
 * @param sender that has chosen the ID
 * @throws Refusal for an ID that was used while its request could still be accepted
 */
export async function requireFirstUse(
	{ database, now }: IdentityService,
	sender: string,
	{ id }: Pick<inbound.MessageHeader, "id">,
): Promise<void> {
	const expiresAt = Math.ceil(now().getTime() / 1000) + inbound.MESSAGE_LIFETIME_SECONDS + inbound.CLOCK_SKEW_SECONDS;
	const artifact = { model: "SamlRequest", id: JSON.stringify([sender, id]), payload: {}, expiresAt };
	if (await insertArtifact(database, artifact)) return;
	throw messageRefusal("The request was already used. Go back to the application and begin again.");
}
