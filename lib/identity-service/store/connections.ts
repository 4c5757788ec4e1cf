import type { Selectable } from "kysely";
import type { SamlOptions } from "@/lib/contract/connection/connection-request";
import { deleteUsersOfConnection } from "./connection-users";
import { changeRow, isStorable } from "./rows";
import type { ConnectionTable, IdentityServiceDatabase } from "./schema";

export type ConnectionRow = Selectable<ConnectionTable>;

/** Identifiers of the applications that users may sign in to through it. None: the connection is off. */
export function enabledClients({ enabled_clients }: Pick<ConnectionRow, "enabled_clients">): string[] {
	return JSON.parse(enabled_clients) as string[];
}

/** All connections, by name. They are few: an admin sets each of them up. */
export function listConnections(database: IdentityServiceDatabase): Promise<ConnectionRow[]> {
	return database.selectFrom("connections").selectAll().orderBy("name").execute();
}

/** Those that are on, by name, without their options: what the sign-in page needs to know of them. */
export function listUsableConnections(database: IdentityServiceDatabase) {
	return database
		.selectFrom("connections")
		.select(["name", "display_name", "show_as_button", "enabled_clients"])
		.where("enabled_clients", "!=", "[]")
		.orderBy("name")
		.execute();
}

export async function findConnection(database: IdentityServiceDatabase, id: string): Promise<ConnectionRow | null> {
	const row = await database.selectFrom("connections").selectAll().where("id", "=", id).executeTakeFirst();
	return row ?? null;
}

/** @param name as it is written, capitals and all */
export async function findConnectionByName(
	database: IdentityServiceDatabase,
	name: string,
): Promise<ConnectionRow | null> {
	if (!isStorable(name)) return null;
	const row = await database.selectFrom("connections").selectAll().where("name", "=", name).executeTakeFirst();
	return row ?? null;
}

/** @returns false where another one has the name, in whatever capitals */
export async function insertConnection(database: IdentityServiceDatabase, row: ConnectionTable): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await database
		.insertInto("connections")
		.values(row)
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst();
	return numInsertedOrUpdatedRows === 1n;
}

/** Writes a connection in place of the one that was read. @returns it as it is now; null where that has changed in between */
export async function replaceConnection(
	database: IdentityServiceDatabase,
	row: ConnectionRow,
): Promise<ConnectionRow | null> {
	const { id, revision } = row;
	const after = { ...row, revision: revision + 1 };
	const { numUpdatedRows } = await database
		.updateTable("connections")
		.set(after)
		.where("id", "=", id)
		.where("revision", "=", revision)
		.executeTakeFirst();
	return numUpdatedRows === 1n ? after : null;
}

/** Deletes a connection with all users who come through it; no start brings one of the sample tenant back. To be called in a transaction. */
export async function deleteConnection(
	database: IdentityServiceDatabase,
	{ id, name, origin }: ConnectionRow,
): Promise<void> {
	// First of all: this waits for users who are signing in through it at this moment, and none can afterwards.
	await database.deleteFrom("connections").where("id", "=", id).execute();
	await deleteUsersOfConnection(database, name);
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
 * Removes a deleted client from every connection: one that led its provider's own sign-ins there leads them
 * nowhere. To be called in the transaction that deletes it.
 */
export async function forgetClientInConnections(database: IdentityServiceDatabase, clientId: string): Promise<void> {
	await changeRow(
		async () => (await listConnections(database)).flatMap((row) => withoutClient(row, clientId) ?? []),
		(changed) => [...changed],
		async (changed) => {
			const written = await Promise.all(changed.map((row) => replaceConnection(database, row)));
			return written.includes(null) ? null : changed;
		},
	);
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
