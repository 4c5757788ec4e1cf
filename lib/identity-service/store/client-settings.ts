import type { ClientAddons } from "@/lib/contract/client/client-addons";
import type { RefreshTokenSettings } from "@/lib/contract/client/client-request";
import type { ClientTable } from "./schema";

/** What stands for a setting that a client's `settings` column does not hold. Lifetimes in seconds. */
export const defaultSettings = {
	description: "",
	logo_uri: null as string | null,
	/** Origins that responses by `web_message` go to, and scripts may call from. */
	web_origins: [] as string[],
	/** More origins that scripts may call from. */
	allowed_origins: [] as string[],
	/** Realms of WS-Federation. */
	client_aliases: [] as string[],
	/** Clients that may have tokens delegated to this one. */
	allowed_clients: [] as string[],
	/** `sign_up`: "off" keeps users from signing up for this client. */
	client_metadata: {} as Record<string, string>,
	addons: {} as ClientAddons,
	initiate_login_uri: null as string | null,
	require_pushed_authorization_requests: false,
	id_token_lifetime: null as number | null,
	id_token_alg: null as "RS256" | "ES256" | null,
	/** `jwt_configuration.scopes`, as it was sent. */
	jwt_scopes: null as Record<string, unknown> | null,
	/** As it was sent; whether tokens rotate is a column of its own. Null: the service's own times. */
	refresh_token: null as RefreshTokenSettings | null,
};
export type ClientSettings = typeof defaultSettings;

export function clientSettings({ settings }: Pick<ClientTable, "settings">): ClientSettings {
	return { ...defaultSettings, ...(JSON.parse(settings) as Partial<ClientSettings>) };
}

/** The settings as they are stored: what is at its default is left out. */
export function settingsText(settings: ClientSettings): string {
	const changed = Object.entries(settings).filter(
		([name, value]) => JSON.stringify(value) !== JSON.stringify(defaultSettings[name as keyof ClientSettings]),
	);
	return JSON.stringify(Object.fromEntries(changed));
}
