import type { SamlOptions } from "@/lib/contract/connection/connection-request";
import { absoluteUri } from "../clients/addresses";
import type { IdentityServiceConfig } from "../context/config";
import { CHANNELS, type IdentityService } from "../context/identity-service";
import { enabledClients, findConnectionByName, listUsableConnections } from "../store/connections";
import type { ConnectionRow } from "../store/schema";
import { DATABASE_CONNECTION, type UserRow } from "../store/users";

/** The service's own connections, which a request may name, too. */
export const OWN_CONNECTIONS: readonly string[] = [DATABASE_CONNECTION, ...CHANNELS];

const CALLBACK_PATH = "/login/callback";
export const LOGOUT_PATH = "/logout";

/** A connection to an outside SAML provider, with this service's entity ID and callback for it. */
export type SamlConnection = {
	id: string;
	name: string;
	/** Its name for users. */
	label: string;
	/** Applications that users may sign in to through it. */
	clientIds: string[];
	options: SamlOptions;
	/** Entity ID of this service. */
	entityId: string;
	/** The assertion consumer service, where the provider sends its responses. */
	callback: string;
};

export async function samlConnection(service: IdentityService, row: ConnectionRow): Promise<SamlConnection> {
	const { config } = service;
	const options = await connectionOptions(service, row);
	const callback = new URL(CALLBACK_PATH, config.issuer);
	callback.searchParams.set("connection", row.name);
	return {
		id: row.id,
		name: row.name,
		label: labelOf(row),
		clientIds: enabledClients(row),
		options,
		callback: callback.href,
		entityId: options.entityId ?? `urn:auth0:${new URL(config.issuer).host}:${row.name}`,
	};
}

/** The address for providers' logout messages (`SingleLogoutService`), and for the steps of a logout in the browser. */
export function logoutAddress({ issuer }: Pick<IdentityServiceConfig, "issuer">): string {
	return new URL(LOGOUT_PATH, issuer).href;
}

/** A connection that at least one application may use; null where it is off, or there is none of this name. */
export async function usableConnection(service: IdentityService, name: string): Promise<SamlConnection | null> {
	const row = await findConnectionByName(service.database, name);
	return row && enabledClients(row).length > 0 ? samlConnection(service, row) : null;
}

export type ShownConnection = Pick<SamlConnection, "name" | "label">;

/** The connections on the sign-in page of an application, by name. */
export async function shownConnections({ database }: IdentityService, clientId: string): Promise<ShownConnection[]> {
	const rows = await listUsableConnections(database);
	return rows
		.filter((row) => row.show_as_button === 1 && enabledClients(row).includes(clientId))
		.map((row) => ({ name: row.name, label: labelOf(row) }));
}

/** Whether any is on: while none is, no message of an outside provider is read. */
export async function isAnyUsable({ database }: IdentityService): Promise<boolean> {
	return (await listUsableConnections(database)).length > 0;
}

function labelOf({ name, display_name }: Pick<ConnectionRow, "name" | "display_name">): string {
	return display_name ?? name;
}

/** Whether a user may sign in to an application: one of an outside connection where that is enabled for it. */
export async function maySignIn(
	{ database }: IdentityService,
	{ connection }: Pick<UserRow, "connection">,
	clientId: string,
): Promise<boolean> {
	if (connection === null) return true;
	const row = await findConnectionByName(database, connection);
	return row !== null && enabledClients(row).includes(clientId);
}

/** Of a provider that comes with the service they move with it: relative to the issuer where they begin with "/". */
const ADDRESSES = ["issuer", "signInEndpoint", "signOutEndpoint"] as const;

/**
 * The options of a connection. With one that comes with the service, the provider's addresses and certificate are not
 * stored, and are added here.
 */
export async function connectionOptions(
	service: IdentityService,
	{ origin, options }: Pick<ConnectionRow, "origin" | "options">,
): Promise<SamlOptions> {
	const stored = JSON.parse(options) as SamlOptions;
	if (origin === null) return stored;
	const addresses = ADDRESSES.flatMap((name) => {
		const address = stored[name];
		return address === undefined ? [] : [[name, absoluteUri(service, address)]];
	});
	const signingCert = stored.signingCert ?? (await service.seed.providerCertificate());
	return { ...stored, ...Object.fromEntries(addresses), signingCert };
}

/**
 * The inverse of `connectionOptions`: the options to store, independent of the service's address.
 * @param certificate of a provider that comes with the service; null for any other
 */
export function storedOptions({ config }: IdentityService, options: SamlOptions, certificate: string | null): string {
	if (certificate === null) return JSON.stringify(options);
	const own = new URL(config.issuer).origin;
	const addresses = ADDRESSES.flatMap((name) => {
		const address = options[name];
		return address?.startsWith(`${own}/`) ? [[name, address.slice(own.length)]] : [];
	});
	const { signingCert, ...others } = { ...options, ...Object.fromEntries(addresses) };
	// A connection set to no certificate must not get this one: its responses are refused.
	return JSON.stringify(signingCert === certificate ? others : { ...others, signingCert: signingCert ?? "" });
}
