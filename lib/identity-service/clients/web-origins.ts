import type { Client } from "oidc-provider";
import type { IdentityService } from "../context/identity-service";
import { clientSettings } from "../store/client-settings";
import { type ClientRow, clientsWithAddress } from "../store/clients";
import { absoluteUris } from "./addresses";

/** `https://`, a host name as long as DNS has any, and a port. */
const ORIGIN_LENGTH_MAX = 8 + 253 + 6;

/** What the library keeps with a client beside the metadata that it knows. */
export const WEB_ORIGINS_METADATA = "web_origins";
export const SCRIPT_ORIGINS_METADATA = "script_origins";

/** Where a client's pages are, as its registration says. */
export function originMetadata(service: IdentityService, client: ClientRow): Record<string, string[]> {
	return {
		[WEB_ORIGINS_METADATA]: webOrigins(client),
		[SCRIPT_ORIGINS_METADATA]: scriptOrigins(service, client),
	};
}

/** The same as `webOriginsOf`, of a client's row. */
export function webOrigins(client: ClientRow): string[] {
	return origins(clientSettings(client).web_origins);
}

/** Origins that answers by `web_message` go to. A client that has any signs people in from its pages' scripts. */
export function webOriginsOf(client: Client): readonly string[] {
	return (client[WEB_ORIGINS_METADATA] ?? []) as string[];
}

/** The same as `scriptOrigins`, of a client that the library holds. */
export function scriptOriginsOf(client: Client): readonly string[] {
	return (client[SCRIPT_ORIGINS_METADATA] ?? []) as string[];
}

/** Origins whose scripts may read what the endpoints answer to a client: its web origins, allowed origins and callbacks. */
export function scriptOrigins(service: IdentityService, client: ClientRow): string[] {
	const { web_origins, allowed_origins } = clientSettings(client);
	return [...new Set(origins([...web_origins, ...allowed_origins, ...absoluteUris(service, client.redirect_uris)]))];
}

/** Whether scripts of an origin may read what is answered to some client of the tenant. */
export async function isOriginOfAnyClient(service: IdentityService, origin: string): Promise<boolean> {
	if (
		origin.length > ORIGIN_LENGTH_MAX ||
		!/^https?:/.test(origin) ||
		!URL.canParse(origin) ||
		new URL(origin).origin !== origin
	)
		return false;
	const isOwn = origin === new URL(service.config.issuer).origin;
	const clients = await clientsWithAddress(service.database, isOwn ? "/" : origin);
	return clients.some((client) => scriptOrigins(service, client).includes(origin));
}

/** Of addresses of the web; a scheme of an application's own has no origin that a script could run on. */
function origins(addresses: readonly string[]): string[] {
	return addresses
		.filter((address) => URL.canParse(address))
		.map((address) => new URL(address).origin)
		.filter((origin) => origin !== "null");
}
