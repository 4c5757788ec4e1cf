import type { Kysely, Selectable } from "kysely";
import type { ClientTable, IdentityServiceSchema } from "./schema";

type Database = Kysely<IdentityServiceSchema>;
export type ClientRow = Selectable<ClientTable>;

export async function findClient(database: Database, clientId: string): Promise<ClientRow | null> {
	const row = await database.selectFrom("clients").selectAll().where("client_id", "=", clientId).executeTakeFirst();
	return row ?? null;
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
export function listClients(database: Database, offset: number, limit: number): Promise<ClientRow[]> {
	return database
		.selectFrom("clients")
		.selectAll()
		.orderBy("name")
		.orderBy("client_id")
		.offset(offset)
		.limit(limit)
		.execute();
}

export async function countClients(database: Database): Promise<number> {
	const { count } = await database
		.selectFrom("clients")
		.select((select) => select.fn.countAll().as("count"))
		.executeTakeFirstOrThrow();
	return Number(count);
}
