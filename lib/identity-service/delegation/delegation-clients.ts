import type { Client, KoaContextWithOIDC } from "oidc-provider";
import { SECURITY_PROFILE_METADATA } from "../clients/fapi";
import { findServiceClient, isFirstParty } from "../clients/service-client";
import type { IdentityService } from "../context/identity-service";
import { Refusal } from "../http/refusal";
import { clientSettings } from "../store/client-settings";

/**
 * The client that a token is asked for, when it lists the caller among those that may. No list, no delegation: that is
 * how it is off by default.
 * @throws 400 unauthorized_client, in the same words for an unknown client and for one that lists others
 */
export async function requireTarget(
	service: IdentityService,
	{ oidc: { provider } }: KoaContextWithOIDC,
	targetId: string,
	caller: Client,
): Promise<Client> {
	requireDelegable(caller);
	const row = await findServiceClient(service, targetId);
	const target = row && (await provider.Client.find(targetId));
	if (!target || !clientSettings(row).allowed_clients.includes(caller.clientId)) {
		throw refusal("The target does not exist, or does not list this client in allowed_clients.");
	}
	requireDelegable(target);
	return target;
}

/**
 * Nobody asks the user here, so neither side may belong to another company; and a plain token is no way around what binds
 * the tokens of a client to it.
 */
function requireDelegable(client: Client): void {
	if (!isFirstParty(client)) throw refusal(`${client.clientId} belongs to another company: its users would be asked.`);
	const isBound = client.dpopBoundAccessTokens || client.tlsClientCertificateBoundAccessTokens;
	if (isBound || client[SECURITY_PROFILE_METADATA] !== undefined) {
		throw refusal(`The tokens of ${client.clientId} are bound to their sender, which delegated ones are not.`);
	}
}

function refusal(message: string): Refusal {
	return new Refusal(400, "unauthorized_client", message);
}
