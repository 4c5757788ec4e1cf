import type { Kysely, Selectable } from "kysely";
import type { SamlOptions } from "@/lib/contract/connection/connection-request";
import { deletePeopleOfConnection } from "./connection-people";
import type { ConnectionTable, IdentityServiceSchema } from "./schema";

type Database = Kysely<IdentityServiceSchema>;
export type ConnectionRow = Selectable<ConnectionTable>;

/** Identifiers of the applications that people may sign in to through it. None: the connection is off. */
export function enabledClients({ enabled_clients }: Pick<ConnectionRow, "enabled_clients">): string[] {
	return JSON.parse(enabled_clients) as string[];
}

/** All connections, by name. They are few: an admin sets each of them up. */
export function listConnections(database: Database): Promise<ConnectionRow[]> {
	return database.selectFrom("connections").selectAll().orderBy("name").execute();
}

/** Those that are on, by name, without their options: what the sign-in page needs to know of them. */
export function listUsableConnections(database: Database) {
	return database
		.selectFrom("connections")
		.select(["name", "display_name", "show_as_button", "enabled_clients"])
		.where("enabled_clients", "!=", "[]")
		.orderBy("name")
		.execute();
}

export async function findConnection(database: Database, id: string): Promise<ConnectionRow | null> {
	const row = await database.selectFrom("connections").selectAll().where("id", "=", id).executeTakeFirst();
	return row ?? null;
}

/** @param name as it is written, capitals and all */
export async function findConnectionByName(database: Database, name: string): Promise<ConnectionRow | null> {
	// Not every database takes every character.
	if (name.includes("\0")) return null;
	const row = await database.selectFrom("connections").selectAll().where("name", "=", name).executeTakeFirst();
	return row ?? null;
}

/** @returns false where another one has the name, in whatever capitals */
export async function insertConnection(database: Database, row: ConnectionTable): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await database
		.insertInto("connections")
		.values(row)
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst();
	return numInsertedOrUpdatedRows === 1n;
}

/** Writes a connection in place of the one that was read. @returns false where somebody else has changed it in between */
export async function replaceConnection(database: Database, row: ConnectionRow): Promise<boolean> {
	const { numUpdatedRows } = await database
		.updateTable("connections")
		.set({ ...row, revision: row.revision + 1 })
		.where("id", "=", row.id)
		.where("revision", "=", row.revision)
		.executeTakeFirst();
	return numUpdatedRows === 1n;
}

/** Deletes a connection with everybody who comes through it; no start brings one of the sample tenant back. To be called in a transaction. */
export async function deleteConnection(database: Database, { id, name, origin }: ConnectionRow): Promise<void> {
	// First of all: this waits for whoever is signing in through it at this moment, and nobody can afterwards.
	await database.deleteFrom("connections").where("id", "=", id).execute();
	await deletePeopleOfConnection(database, name);
	if (origin === null) return;
	await database
		.insertInto("deleted_sample_clients")
		.values({ handle: sampleConnectionHandle(name) })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/** Under which a connection of the sample tenant stands among what was deleted of it. */
export function sampleConnectionHandle(name: string): string {
	return `connections/${name}`;
}

/**
 * Takes a client that is no more out of every connection: one that led its provider's own sign-ins there leads them
 * nowhere. To be called in the transaction that deletes it.
 */
export async function forgetClientInConnections(database: Database, clientId: string): Promise<void> {
	const rows = (await listConnections(database)).map((row) => ({ row, changed: withoutClient(row, clientId) }));
	const written = await Promise.all(rows.map(({ changed }) => !changed || replaceConnection(database, changed)));
	// Somebody has changed one of them in between: it is read again.
	if (written.includes(false)) await forgetClientInConnections(database, clientId);
}

/** A connection's row without a client; null where it doesn't name it. */
function withoutClient(row: ConnectionRow, clientId: string): ConnectionRow | null {
	const clients = enabledClients(row);
	const { idpinitiated, ...options } = JSON.parse(row.options) as SamlOptions;
	const isDefault = idpinitiated?.client_id === clientId;
	if (!isDefault && !clients.includes(clientId)) return null;
	const { client_id, ...others } = idpinitiated ?? {};
	return {
		...row,
		enabled_clients: JSON.stringify(clients.filter((each) => each !== clientId)),
		options: isDefault ? JSON.stringify({ ...options, idpinitiated: others }) : row.options,
	};
}
