import { samlSettingsOf, wsFederationSettingsOf } from "../../clients/addon-settings";
import { absoluteUris } from "../../clients/addresses";
import { findServiceClient } from "../../clients/service-client";
import type { IdentityService } from "../../context/identity-service";
import { clientRealm } from "../../identity-provider/entity";
import { toAuthorization } from "../../identity-provider/federated-request";
import type { ClientRow } from "../../store/clients";
import { contextOf } from "../../ws-federation/passive-request";
import { sealProviderSignIn } from "../provider-sign-in";
import type { SamlConnection } from "../saml-connection";
import { notConfigured } from "./not-configured";
import { pushedForApplication } from "./pushed-for-application";

/** Keeps who has signed in for an application, by whose identifier it is called once nothing else is in the way. */
type Keep = (clientId: string) => Promise<string>;

/**
 * Goes on with a sign-in that the provider has begun: into the default application of the connection, as a request of that
 * application's protocol. This browser has asked for nothing, so nothing binds the answer to it.
 * @throws Refusal
 */
export async function goOnUnasked(
	service: IdentityService,
	connection: SamlConnection,
	relayState: string | null,
	keep: Keep,
): Promise<Response> {
	const { client_id: clientId = "", client_protocol: protocol = "oidc" } = connection.options.idpinitiated ?? {};
	const client = await findServiceClient(service, clientId);
	if (!client || !connection.clientIds.includes(client.client_id)) throw notConfigured();
	const carried = async () => sealProviderSignIn(service, { token: await keep(client.client_id), clientId });
	if (protocol === "oidc") return pushedForApplication(service, connection, client, carried);
	const asked = { clientId, replyTo: firstCallback(service, client), inResponseTo: null };
	if (protocol === "wsfed") {
		if (!wsFederationSettingsOf(client)) throw notConfigured();
		const request = { ...asked, protocol, requester: clientRealm(client), state: contextOf(relayState) };
		return toAuthorization(service, request, { prompt: "login", provider_sign_in: await carried() });
	}
	if (!samlSettingsOf(client)) throw notConfigured();
	const request = { ...asked, protocol: "samlp" as const, requester: null, state: relayState };
	return toAuthorization(service, request, { prompt: "login", provider_sign_in: await carried() });
}

function firstCallback(service: IdentityService, client: ClientRow): string {
	const callback = absoluteUris(service, client.redirect_uris).find((uri) => /^https?:\/\//.test(uri));
	if (callback === undefined) throw notConfigured();
	return callback;
}
