import type { Kysely } from "kysely";
import type { IdentityServiceSchema, OutboxMessageTable } from "./schema";

type Database = Kysely<IdentityServiceSchema>;

/** Adds a message and drops those that are older than `since` (ISO 8601). */
export async function addOutboxMessage(database: Database, message: OutboxMessageTable, since: string): Promise<void> {
	await database.insertInto("outbox_messages").values(message).execute();
	await database.deleteFrom("outbox_messages").where("created_at", "<", since).execute();
}

/** The latest first. */
export function listOutboxMessages(database: Database, since: string, limit: number): Promise<OutboxMessageTable[]> {
	return database
		.selectFrom("outbox_messages")
		.selectAll()
		.where("created_at", ">=", since)
		.orderBy("created_at", "desc")
		.orderBy("id")
		.limit(limit)
		.execute();
}
