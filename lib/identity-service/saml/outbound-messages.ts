import { createSign } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { HTTP_REDIRECT_BINDING, type LOGOUT_BINDINGS } from "@/lib/contract/client/addon-limits";
import { type Markup, trustedXml, xml } from "@/lib/xml/markup";
import { type SigningMaterial, signXml } from "@/lib/xml/sign";
import { SIGNATURE_URIS } from "@/lib/xml/signature-algorithms";
import type { ServiceRequest } from "../context/service-request";
import { seeOther } from "../http/respond";
import { newMessageId } from "../identity-provider/entity";
import { respondWithSelfPosting, type SelfPosting } from "../pages/redirect-page";
import { MESSAGE_LIFETIME_SECONDS } from "./inbound-messages";
import { ASSERTION, PARTIAL_LOGOUT, PROTOCOL, SUCCESS } from "./names";

/** The other party, and the binding by which it receives messages. */
export type Destination = {
	/** Its display name. */
	label: string;
	address: string;
	binding: (typeof LOGOUT_BINDINGS)[number];
} & Pick<SelfPosting, "redirectsBack" | "redirectsTo" | "redirectsAnywhere">;

type OutboundDocument = {
	/** Of its root. */
	name: "AuthnRequest" | "LogoutRequest" | "LogoutResponse";
	/** The document, with a signature where it belongs. */
	write: (signature: Markup | null) => Markup;
	relayState: string | null;
} & Pick<SelfPosting, "flow">;

/** Top-level status code, and the one below it (SAML core 2.0 section 3.2.2.2). */
export type Status = readonly [code: string, detail?: string];

/** A message of a logout (SAML core 2.0 section 3.7). */
export type LogoutMessage = {
	name: "LogoutRequest" | "LogoutResponse";
	id: string;
	/** Null: it is a request. */
	inResponseTo: string | null;
	content: Markup;
	relayState: string | null;
};

type Sender = {
	issuer: string;
	now: Date;
	material: SigningMaterial;
	/** Whether its requests have a `NotOnOrAfter`. */
	expires?: true;
};

/** The user whose session is to end, as the session's assertion names them. */
type EndedSubject = {
	nameId: string;
	nameIdFormat: string | null;
	nameQualifier?: string | null;
	spNameQualifier?: string | null;
	sessionIndexes: readonly string[];
};

export function logoutRequest(subject: EndedSubject): LogoutMessage {
	const { nameId, nameIdFormat, nameQualifier = null, spNameQualifier = null, sessionIndexes } = subject;
	const format = nameIdFormat === null ? null : xml` Format="${nameIdFormat}"`;
	const qualifier = nameQualifier === null ? null : xml` NameQualifier="${nameQualifier}"`;
	const spQualifier = spNameQualifier === null ? null : xml` SPNameQualifier="${spNameQualifier}"`;
	const indexes = sessionIndexes.map((index) => xml`<samlp:SessionIndex>${index}</samlp:SessionIndex>`);
	const content = xml`<saml:NameID${format}${qualifier}${spQualifier}>${nameId}</saml:NameID>${indexes}`;
	return { name: "LogoutRequest", id: newMessageId(), inResponseTo: null, content, relayState: null };
}

export function logoutResponse(
	{ requestId, relayState }: { requestId: string; relayState: string | null },
	status: Status,
): LogoutMessage {
	const content = statusMarkup(status);
	return { name: "LogoutResponse", id: newMessageId(), inResponseTo: requestId, content, relayState };
}

/** The status of a logout. @param isPartial whether another party was not notified, or did not sign out */
export function successStatus(isPartial: boolean): Status {
	return isPartial ? [SUCCESS, PARTIAL_LOGOUT] : [SUCCESS];
}

export function statusMarkup([status, detail]: Status): Markup {
	const below = detail === undefined ? null : xml`<samlp:StatusCode Value="${detail}"/>`;
	return xml`<samlp:Status><samlp:StatusCode Value="${status}">${below}</samlp:StatusCode></samlp:Status>`;
}

/** Sends a signed message of a logout to the other party through the browser. */
export function sendLogoutMessage(
	request: ServiceRequest,
	destination: Destination,
	{ name, id, inResponseTo, content, relayState }: LogoutMessage,
	{ issuer, now, material, expires }: Sender,
): Response {
	const element = trustedXml(`samlp:${name}`);
	const requestId = inResponseTo === null ? null : xml` InResponseTo="${inResponseTo}"`;
	const expiry = new Date(now.getTime() + MESSAGE_LIFETIME_SECONDS * 1000).toISOString();
	const until = expires && name === "LogoutRequest" ? xml` NotOnOrAfter="${expiry}"` : null;
	const write = (signature: Markup | null) =>
		xml`<${element} xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${id}"${requestId} Version="2.0" IssueInstant="${now.toISOString()}" Destination="${destination.address}"${until}><saml:Issuer>${issuer}</saml:Issuer>${signature}${content}</${element}>`;
	return sendDocument(request, destination, { name, write, relayState, flow: "sign-out" }, material);
}

/**
 * Sends a message to the other party through the browser, by the binding that is set for it (SAML bindings 2.0).
 * @param material null leaves the message unsigned
 */
export function sendDocument(
	request: ServiceRequest,
	{ label, address, binding, ...redirects }: Destination,
	{ name, write, relayState, ...flow }: OutboundDocument,
	material: SigningMaterial | null,
): Response {
	const parameter = name === "LogoutResponse" ? "SAMLResponse" : "SAMLRequest";
	if (binding === HTTP_REDIRECT_BINDING) {
		const message = { parameter, document: write(null).toString(), relayState } as const;
		return seeOther(addressWithMessage(address, message, material));
	}
	const document = material ? signXml(write, { name, idAttribute: "ID" }, material) : write(null);
	const fields = formFields(parameter, document.toString(), relayState);
	return respondWithSelfPosting(request, label, { target: address, fields, ...flow, ...redirects });
}

/** The form of the HTTP-POST binding (SAML bindings 2.0 section 3.5.4). */
export function formFields(parameter: Parameter, document: string, relayState: string | null): Record<string, string> {
	const message = Buffer.from(document, "utf8").toString("base64");
	return { [parameter]: message, ...(relayState === null ? {} : { RelayState: relayState }) };
}

type Parameter = "SAMLRequest" | "SAMLResponse";
type Signer = Pick<SigningMaterial, "key" | "signatureAlgorithm">;

/**
 * The address of the HTTP-Redirect binding (SAML bindings 2.0 section 3.4.4.1): signed over the parameters as they are sent.
 * @param signer null leaves it unsigned
 */
export function addressWithMessage(
	address: string,
	{ parameter, document, relayState }: { parameter: Parameter; document: string; relayState: string | null },
	signer: Signer | null,
): string {
	const parameters = [
		pair(parameter, deflateRawSync(document).toString("base64")),
		...(relayState === null ? [] : [pair("RelayState", relayState)]),
		...(signer ? [pair("SigAlg", SIGNATURE_URIS[signer.signatureAlgorithm])] : []),
	].join("&");
	const signature = signer && createSign(signer.signatureAlgorithm).update(parameters).sign(signer.key, "base64");
	const query = signature === null ? parameters : `${parameters}&${pair("Signature", signature)}`;
	return `${address}${address.includes("?") ? "&" : "?"}${query}`;
}

/** Percent-encodes the apostrophe as well, which browsers would otherwise encode in an address. */
function pair(name: string, value: string): string {
	return `${name}=${encodeURIComponent(value.toWellFormed()).replaceAll("'", "%27")}`;
}
