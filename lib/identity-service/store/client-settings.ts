import type { ClientAddons } from "@/lib/contract/client/client-addons";
import type { RefreshTokenSettings } from "@/lib/contract/client/client-request";
import type { ClientTable } from "./schema";

/** What a client's `settings` column holds, with what stands for a setting that is not there. Lifetimes in seconds. */
export type ClientSettings = {
	description: string;
	logo_uri: string | null;
	/** Origins that answers by `web_message` go to, and scripts may call from. */
	web_origins: string[];
	/** More origins that scripts may call from. */
	allowed_origins: string[];
	/** Realms of WS-Federation. */
	client_aliases: string[];
	/** Clients that may have tokens delegated to this one. */
	allowed_clients: string[];
	/** `sign_up`: "off" keeps people from signing up for this client. */
	client_metadata: Record<string, string>;
	addons: ClientAddons;
	initiate_login_uri: string | null;
	require_pushed_authorization_requests: boolean;
	id_token_lifetime: number | null;
	id_token_alg: "RS256" | "ES256" | null;
	/** `jwt_configuration.scopes`, as it was sent. */
	jwt_scopes: Record<string, unknown> | null;
	/** As it was sent; whether tokens rotate is a column of its own. Null: the service's own times. */
	refresh_token: RefreshTokenSettings | null;
};

export const defaultSettings: ClientSettings = {
	description: "",
	logo_uri: null,
	web_origins: [],
	allowed_origins: [],
	client_aliases: [],
	allowed_clients: [],
	client_metadata: {},
	addons: {},
	initiate_login_uri: null,
	require_pushed_authorization_requests: false,
	id_token_lifetime: null,
	id_token_alg: null,
	jwt_scopes: null,
	refresh_token: null,
};

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
