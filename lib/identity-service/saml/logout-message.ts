import { HTTP_POST_BINDING } from "@/lib/contract/client/addon-limits";
import type { SamlSettings } from "@/lib/contract/client/client-addons";
import { xml } from "@/lib/xml/markup";
import { webOrigins } from "../clients/web-origins";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { entityId } from "../identity-provider/entity";
import { signingMaterial } from "../identity-provider/signing-material";
import type { ClientRow } from "../store/clients";
import { carryMessage, type OutboundMessage } from "./carry-message";
import type { LogoutFlow } from "./logout-flow";
import { statusMarkup } from "./status-markup";

/** An application that single logout reaches. */
export type Reachable = { client: ClientRow; settings: SamlSettings; callback: string };

export type LogoutMessage = Omit<OutboundMessage, "issuer" | "issuedAt">;

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
	status: readonly [string, string?],
): LogoutMessage {
	return { name: "LogoutResponse", id, inResponseTo: requestId, content: statusMarkup(status), relayState };
}

/** Sends the browser to an application with a message, by the way that it is set to take them. */
export async function carryToApplication(
	service: IdentityService,
	{ client, settings, callback }: Reachable,
	message: LogoutMessage,
	request: ServiceRequest,
): Promise<Response> {
	const material = await signingMaterial(service, settings);
	const { issuer = entityId(service.config), binding = HTTP_POST_BINDING } = settings;
	const wayOn = { comesBack: message.name === "LogoutRequest", goesOnTo: webOrigins(client) };
	const destination = { label: client.name, address: callback, binding, ...wayOn };
	return carryMessage(request, destination, { ...message, issuer, issuedAt: service.now() }, material);
}
