import { createSign } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { HTTP_POST_BINDING, HTTP_REDIRECT_BINDING } from "@/lib/contract/client/addon-limits";
import type { SamlSettings } from "@/lib/contract/client/client-addons";
import { type Markup, xml } from "@/lib/xml/markup";
import { type SigningMaterial, signXml } from "@/lib/xml/sign";
import { SIGNATURE_URIS } from "@/lib/xml/signature-algorithms";
import type { IdentityService } from "../../../identity-service";
import { selfPostingAnswer } from "../../../pages/self-posting-page";
import type { ClientRow } from "../../../store/clients";
import { entityId } from "../../federation/entity";
import { signingMaterial } from "../../federation/signing-material";
import { webOrigins } from "../../web-origins/web-origins";
import { ASSERTION, PROTOCOL } from "../names";
import type { LogoutFlow } from "./logout-flow";

/** An application that single logout reaches. */
export type Reachable = { client: ClientRow; settings: SamlSettings; callback: string };

export type LogoutMessage = {
	name: "LogoutRequest" | "LogoutResponse";
	id: string;
	inResponseTo: string | null;
	content: Markup;
	relayState: string | null;
};

/** @param id of the request, which the answer names */
export function logoutRequestTo({ sessionIndexes, nameId, nameIdFormat }: Told, id: string): LogoutMessage {
	const indexes = sessionIndexes.map((index) => xml`<samlp:SessionIndex>${index}</samlp:SessionIndex>`);
	const content = xml`<saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID>${indexes}`;
	return { name: "LogoutRequest", id, inResponseTo: null, content, relayState: null };
}
type Told = NonNullable<LogoutFlow["waiting"]>[number];

/** @param status top-level code, and the one below it */
export function logoutResponseTo(
	{ requestId, relayState }: { requestId: string; relayState: string | null },
	id: string,
	[status, detail]: readonly [string, string?],
): LogoutMessage {
	const below = detail === undefined ? null : xml`<samlp:StatusCode Value="${detail}"/>`;
	const content = xml`<samlp:Status><samlp:StatusCode Value="${status}">${below}</samlp:StatusCode></samlp:Status>`;
	return { name: "LogoutResponse", id, inResponseTo: requestId, content, relayState };
}

/** Sends the browser to an application with a message, by the way that it is set to take them (SAML bindings 2.0). */
export async function carryToApplication(
	service: IdentityService,
	{ client, settings, callback }: Reachable,
	message: LogoutMessage,
	request: Request,
): Promise<Response> {
	const material = await signingMaterial(service, settings);
	const { issuer = entityId(service.config), binding = HTTP_POST_BINDING } = settings;
	const inResponseTo = message.inResponseTo === null ? null : xml` InResponseTo="${message.inResponseTo}"`;
	const now = service.now().toISOString();
	const issued = xml`<saml:Issuer>${issuer}</saml:Issuer>`;
	const attributes = xml` xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${message.id}"${inResponseTo} Version="2.0" IssueInstant="${now}" Destination="${callback}"`;
	const write = (signature: Markup | null) =>
		message.name === "LogoutRequest"
			? xml`<samlp:LogoutRequest${attributes}>${issued}${signature}${message.content}</samlp:LogoutRequest>`
			: xml`<samlp:LogoutResponse${attributes}>${issued}${signature}${message.content}</samlp:LogoutResponse>`;
	const parameter = message.name === "LogoutRequest" ? "SAMLRequest" : "SAMLResponse";
	if (binding === HTTP_REDIRECT_BINDING) {
		const location = withMessage(callback, parameter, write(null).toString(), message.relayState, material);
		return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
	}
	const signed = signXml(write, { name: message.name, idAttribute: "ID" }, material).toString();
	const fields = {
		[parameter]: Buffer.from(signed, "utf8").toString("base64"),
		...(message.relayState === null ? {} : { RelayState: message.relayState }),
	};
	const wayOn = { comesBack: message.name === "LogoutRequest", goesOnTo: webOrigins(client) };
	return selfPostingAnswer(request, client.name, { target: callback, fields, errand: "sign-out", ...wayOn });
}

/** SAML bindings 2.0 section 3.4.4: the signature is over the parameters as they are sent. */
function withMessage(
	address: string,
	parameter: string,
	document: string,
	relayState: string | null,
	{ key, signatureAlgorithm }: SigningMaterial,
): string {
	const written = (name: string, value: string) => `${name}=${percentEncoded(value)}`;
	const octets = [
		written(parameter, deflateRawSync(document).toString("base64")),
		...(relayState === null ? [] : [written("RelayState", relayState)]),
		written("SigAlg", SIGNATURE_URIS[signatureAlgorithm]),
	].join("&");
	const signature = createSign(signatureAlgorithm).update(octets).sign(key, "base64");
	return `${address}${address.includes("?") ? "&" : "?"}${octets}&${written("Signature", signature)}`;
}

/** With the apostrophe, which browsers would write anew in an address. */
function percentEncoded(text: string): string {
	return encodeURIComponent(text.toWellFormed()).replaceAll("'", "%27");
}
