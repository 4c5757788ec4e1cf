import { wsFederationSettingsOf } from "../clients/addon-settings";
import { findServiceClient } from "../clients/service-client";
import type { IdentityService } from "../context/identity-service";
import { messageRefusal } from "../http/refusal";
import { clientSettings } from "../store/client-settings";
import { type ClientRow, clientsWithSetting } from "../store/clients";

const CLIENT_REALM = "urn:";
const REALM_LENGTH_MAX = 1024;

/** What a client is called in WS-Federation, beside its aliases. */
export function clientRealm({ client_id }: Pick<ClientRow, "client_id">): string {
	return CLIENT_REALM + client_id;
}

/**
 * The client that a request is for, which its path or its realm names, or both.
 * @param clientId of the path; null where that names none
 * @throws Refusal 404 where there is none, or it does not take WS-Federation; 400 where that is not plain
 */
export async function realmClient(
	service: IdentityService,
	clientId: string | null,
	realm: string | null,
): Promise<ClientRow> {
	if (clientId === null && realm === null) throw messageRefusal("The request names no application: it has no wtrealm.");
	const named =
		clientId === null ? await clientOfRealm(service, realm ?? "") : await findServiceClient(service, clientId);
	if (!named || !wsFederationSettingsOf(named)) {
		throw messageRefusal("There is no application here that people sign in to by WS-Federation.", 404);
	}
	if (realm !== null && !hasRealm(named, realm)) {
		throw messageRefusal("The wtrealm is not one of the application that the address names.");
	}
	return named;
}

function hasRealm(client: ClientRow, realm: string): boolean {
	return realm === clientRealm(client) || clientSettings(client).client_aliases.includes(realm);
}

/** @throws Refusal where the realm is that of two: one of them would get what is the other's */
async function clientOfRealm(service: IdentityService, realm: string): Promise<ClientRow | null> {
	if (realm.length > REALM_LENGTH_MAX) return null;
	const direct = realm.startsWith(CLIENT_REALM)
		? await findServiceClient(service, realm.slice(CLIENT_REALM.length))
		: null;
	const aliased = await clientsWithSetting(service.database, realm);
	const found = new Map([...(direct ? [direct] : []), ...aliased].map((client) => [client.client_id, client]));
	const [first, ...others] = [...found.values()].filter(
		(client) => wsFederationSettingsOf(client) !== null && hasRealm(client, realm),
	);
	if (others.length > 0) throw messageRefusal("The wtrealm is that of more than one application.");
	return first ?? null;
}
