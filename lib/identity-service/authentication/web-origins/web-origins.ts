import type { Client } from "oidc-provider";
import { clientSettings } from "../../store/client-settings";
import type { ClientRow } from "../../store/clients";

/** What the library keeps with a client beside the metadata that it knows. */
export const WEB_ORIGINS_METADATA = "web_origins";
export const SCRIPT_ORIGINS_METADATA = "script_origins";

/** Where a client's pages are, as its registration says: the two lists of its metadata. */
export function originMetadata(client: ClientRow, redirectUris: readonly string[]): Record<string, string[]> {
	const { web_origins, allowed_origins } = clientSettings(client);
	const webOrigins = origins(web_origins);
	const scriptOrigins = new Set([...webOrigins, ...origins(allowed_origins), ...origins(redirectUris)]);
	return { [WEB_ORIGINS_METADATA]: webOrigins, [SCRIPT_ORIGINS_METADATA]: [...scriptOrigins] };
}

/** Origins that answers by `web_message` go to. A client that has any signs people in from its pages' scripts. */
export function webOriginsOf(client: Client): readonly string[] {
	return (client[WEB_ORIGINS_METADATA] ?? []) as string[];
}

/** Origins whose scripts may read what the endpoints answer to a client: its web origins, allowed origins and callbacks. */
export function scriptOriginsOf(client: Client): readonly string[] {
	return (client[SCRIPT_ORIGINS_METADATA] ?? []) as string[];
}

/** Of addresses of the web; a scheme of an application's own has no origin that a script could run on. */
function origins(addresses: readonly string[]): string[] {
	return addresses
		.filter((address) => URL.canParse(address))
		.map((address) => new URL(address).origin)
		.filter((origin) => origin !== "null");
}
