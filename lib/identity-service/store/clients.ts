import { type Kysely, PostgresAdapter, type RawBuilder, type Selectable, sql } from "kysely";
import { forgetClientInConnections } from "./connections";
import type { ClientTable, IdentityServiceSchema } from "./schema";

type Database = Kysely<IdentityServiceSchema>;
export type ClientRow = Selectable<ClientTable>;

/** Which clients a list is of; what is left out does not matter. */
export type ClientFilter = {
	global?: boolean | undefined;
	firstParty?: boolean | undefined;
	appTypes?: readonly string[] | undefined;
};

export async function findClient(database: Database, clientId: string): Promise<ClientRow | null> {
	// Not every database takes every character.
	if (clientId.includes("\0")) return null;
	const row = await database.selectFrom("clients").selectAll().where("client_id", "=", clientId).executeTakeFirst();
	return row ?? null;
}

/**
 * Clients whose addresses or settings hold a text that begins so, in capitals or not: the caller compares them exactly.
 * @param start in small letters
 */
export function clientsWithAddress(database: Database, start: string): Promise<ClientRow[]> {
	const columns = [sql`lower(redirect_uris)`, sql`lower(settings)`];
	return clientsHolding(database, columns, JSON.stringify(start).slice(0, -1));
}

/** Clients that hold exactly this text in one of their settings: the caller compares that setting. */
export function clientsWithSetting(database: Database, text: string): Promise<ClientRow[]> {
	return clientsHolding(database, [sql`settings`], JSON.stringify(text));
}

/** Not by LIKE: the text could hold its patterns, and the search would cost the product of both lengths. */
function clientsHolding(database: Database, columns: readonly RawBuilder<unknown>[], json: string) {
	const position = database.getExecutor().adapter instanceof PostgresAdapter ? sql`strpos` : sql`instr`;
	return database
		.selectFrom("clients")
		.selectAll()
		.where((where) => where.or(columns.map((column) => sql<boolean>`${position}(${column}, ${json}) > 0`)))
		.execute();
}

/** Whether a client may do what only global ones may; null when there is no such client. */
export async function isGlobalClient(database: Database, clientId: string): Promise<boolean | null> {
	const row = await database
		.selectFrom("clients")
		.select("global")
		.where("client_id", "=", clientId)
		.executeTakeFirst();
	return row ? row.global === 1 : null;
}

/** Clients by name; `offset` and `limit` count rows. */
export function listClients(
	database: Database,
	filter: ClientFilter,
	offset: number,
	limit: number,
): Promise<ClientRow[]> {
	return filtered(database, filter)
		.selectAll()
		.orderBy("name")
		.orderBy("client_id")
		.offset(offset)
		.limit(limit)
		.execute();
}

/** Clients by name, those behind a position in that order. */
export function listClientsAfter(
	database: Database,
	filter: ClientFilter,
	after: { name: string; clientId: string } | null,
	limit: number,
): Promise<ClientRow[]> {
	const query = filtered(database, filter).selectAll().orderBy("name").orderBy("client_id").limit(limit);
	if (!after) return query.execute();
	const { name, clientId } = after;
	return query
		.where((is) => is.or([is("name", ">", name), is.and([is("name", "=", name), is("client_id", ">", clientId)])]))
		.execute();
}

export async function countClients(database: Database, filter: ClientFilter): Promise<number> {
	const { count } = await filtered(database, filter)
		.select((select) => select.fn.countAll().as("count"))
		.executeTakeFirstOrThrow();
	return Number(count);
}

function filtered(database: Database, { global, firstParty, appTypes }: ClientFilter) {
	let query = database.selectFrom("clients");
	if (global !== undefined) query = query.where("global", "=", global ? 1 : 0);
	if (firstParty !== undefined) query = query.where("first_party", "=", firstParty ? 1 : 0);
	if (appTypes && appTypes.length > 0) query = query.where("app_type", "in", appTypes);
	return query;
}

export async function insertClient(database: Database, row: ClientTable): Promise<void> {
	await database.insertInto("clients").values(row).execute();
}

/** Writes a client in place of the one that was read. @returns false where somebody else has changed it in between */
export async function replaceClient(database: Database, row: ClientRow): Promise<boolean> {
	const { numUpdatedRows } = await database
		.updateTable("clients")
		.set({ ...row, revision: row.revision + 1 })
		.where("client_id", "=", row.client_id)
		.where("revision", "=", row.revision)
		.executeTakeFirst();
	return numUpdatedRows === 1n;
}

/**
 * Deletes a client and what was issued to it for people; no connection leads to it any more, and no start brings one of
 * the sample tenant back. To be called in a transaction.
 */
export async function deleteClient(database: Database, { client_id, handle }: ClientRow): Promise<void> {
	await database.deleteFrom("refresh_tokens").where("client_id", "=", client_id).execute();
	await database.deleteFrom("login_codes").where("client_id", "=", client_id).execute();
	const { numDeletedRows } = await database.deleteFrom("clients").where("client_id", "=", client_id).executeTakeFirst();
	await forgetClientInConnections(database, client_id);
	if (numDeletedRows === 0n || handle === client_id) return;
	await database
		.insertInto("deleted_sample_clients")
		.values({ handle })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/** Clients that have been granted something, by identifier. */
export function listGrantedClients(database: Database, clientId?: string): Promise<ClientRow[]> {
	const query = database.selectFrom("clients").selectAll().where("api_grants", "!=", "[]").orderBy("client_id");
	return (clientId === undefined ? query : query.where("client_id", "=", clientId)).execute();
}
