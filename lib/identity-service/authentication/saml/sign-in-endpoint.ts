import type { IdentityService } from "../../identity-service";
import type { ClientRow } from "../../store/clients";
import { absoluteUris } from "../clients/absolute-uris";
import { findServiceClient } from "../clients/service-client";
import { samlSettingsOf } from "../federation/addon-settings";
import { answerFront, RefusedMessage } from "../federation/front-endpoint";
import { toAuthorization } from "../federation/to-authorization";
import { callbackOf } from "./inbound/authn-request";
import { type Received, receiveMessage } from "./inbound/receive";

/**
 * `/samlp/{client_id}`: a sign-in that an application asks for, or that begins here (SAML profiles 2.0 sections 4.1.3 and
 * 4.1.5).
 */
export function answerSamlSignIn(service: IdentityService, request: Request, clientId: string): Promise<Response> {
	return answerFront(service, request, "samlp", async () => {
		const { client, settings } = await samlClient(service, clientId);
		const message = await receiveMessage(service, request, { client, settings });
		if (message.kind === "none") return unasked(service, client, message.relayState);
		if (message.kind === "AuthnRequest") return asked(service, client, message);
		throw new RefusedMessage("Requests to sign out are not taken at this address.");
	});
}

function unasked(service: IdentityService, client: ClientRow, relayState: string | null): Promise<Response> {
	const replyTo = callbackOf(undefined, absoluteUris(service, client.redirect_uris));
	return toAuthorization(service, {
		...{ protocol: "samlp", clientId: client.client_id, replyTo },
		...{ requester: null, inResponseTo: null, state: relayState },
	});
}

function asked(
	service: IdentityService,
	client: ClientRow,
	{ replyTo, issuer, id, relayState, forceAuthn, isPassive }: Received<"AuthnRequest">,
): Promise<Response> {
	const request = { protocol: "samlp", clientId: client.client_id, replyTo } as const;
	const demand = isPassive ? "none" : forceAuthn ? "login" : undefined;
	return toAuthorization(
		service,
		{ ...request, requester: issuer, inResponseTo: id, state: relayState },
		{
			...(demand ? { prompt: demand } : {}),
			...(isPassive && forceAuthn ? { max_age: 0 } : {}),
		},
	);
}

/** @throws RefusedMessage 404 where there is no such application, or it does not take SAML */
export async function samlClient(service: IdentityService, clientId: string) {
	const client = await findServiceClient(service, clientId);
	const settings = client && samlSettingsOf(client);
	if (!client || !settings) {
		throw new RefusedMessage("There is no application here that people sign in to by SAML.", 404);
	}
	return { client, settings };
}
