import type { SamlOptions } from "@/lib/contract/connection/connection-request";
import type { IdentityService } from "../context/identity-service";
import { type ConnectionRow, enabledClients, findConnectionByName, listUsableConnections } from "../store/connections";
import { connectionOptions } from "./connection-options";

/** A connection to an outside provider of SAML, and what this service is towards it. */
export type SamlConnection = {
	id: string;
	name: string;
	/** What people read. */
	label: string;
	/** Applications that people may sign in to through it. */
	clientIds: string[];
	options: SamlOptions;
	/** Entity ID of this service. */
	entityId: string;
	/** Where the provider's answers come: the assertion consumer service. */
	callback: string;
};

const CALLBACK_PATH = "/login/callback";

export async function samlConnection(service: IdentityService, row: ConnectionRow): Promise<SamlConnection> {
	const { config } = service;
	const options = await connectionOptions(service, row);
	const callback = new URL(CALLBACK_PATH, config.issuer);
	callback.searchParams.set("connection", row.name);
	return {
		...{ id: row.id, name: row.name, label: labelOf(row) },
		...{ clientIds: enabledClients(row), options, callback: callback.href },
		entityId: options.entityId ?? `urn:auth0:${new URL(config.issuer).host}:${row.name}`,
	};
}

/** A connection that at least one application may use; null where it is off, or there is none of this name. */
export async function usableConnection(service: IdentityService, name: string): Promise<SamlConnection | null> {
	const row = await findConnectionByName(service.database, name);
	return row && enabledClients(row).length > 0 ? samlConnection(service, row) : null;
}

export type ShownConnection = Pick<SamlConnection, "name" | "label">;

/** What stands on the sign-in page of an application, by name. */
export async function shownConnections({ database }: IdentityService, clientId: string): Promise<ShownConnection[]> {
	const rows = await listUsableConnections(database);
	return rows
		.filter((row) => row.show_as_button === 1 && enabledClients(row).includes(clientId))
		.map((row) => ({ name: row.name, label: labelOf(row) }));
}

/** Whether any is on: while none is, nothing of an outside provider is looked at. */
export async function isAnyUsable({ database }: IdentityService): Promise<boolean> {
	return (await listUsableConnections(database)).length > 0;
}

function labelOf({ name, display_name }: Pick<ConnectionRow, "name" | "display_name">): string {
	return display_name ?? name;
}
