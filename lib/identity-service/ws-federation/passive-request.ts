import { wsFederationSettingsOf } from "../clients/addon-settings";
import { findServiceClient } from "../clients/service-client";
import type { IdentityService } from "../context/identity-service";
import { messageRefusal } from "../http/refusal";
import { singleValue } from "../http/request-parameters";
import { CLIENT_REALM, clientRealm } from "../identity-provider/entity";
import { clientSettings } from "../store/client-settings";
import { type ClientRow, clientsWithSetting } from "../store/clients";

// What a passive request says, read in one way only.

const REALM_LENGTH_MAX = 1024;
const CONTEXT_BYTES_MAX = 2048;

/** Parameters of WS-Federation 1.2 section 13 that mean something here; all others are passed over. */
const NAMES = ["wa", "wtrealm", "wreply", "wctx", "wct", "whr", "wfresh"] as const;
export type PassiveParameters = Readonly<Record<(typeof NAMES)[number], string | null>>;

/** @throws Refusal for one that is there twice: two readers could take different ones */
export function passiveParameters(query: URLSearchParams): PassiveParameters {
	const read = NAMES.map((name) => [name, singleValue(query, name, "The request") || null]);
	return Object.fromEntries(read) as PassiveParameters;
}

/** `wctx`, which goes back as it came: a form carries neither NUL nor line ends unchanged. */
export function contextOf(sent: string | null): string | null {
	if (sent === null) return null;
	if (Buffer.byteLength(sent) > CONTEXT_BYTES_MAX) {
		throw messageRefusal(`The wctx has more than ${CONTEXT_BYTES_MAX} bytes.`);
	}
	if (/[\0\r\n]/.test(sent)) throw messageRefusal("The wctx has characters that a form does not carry.");
	return sent;
}

/**
 * The client that the path or the realm of a request names, or both.
 * @param clientId of the path; null where that names none
 * @throws Refusal 404 where there is none, or it does not use WS-Federation; 400 where that is not plain
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
