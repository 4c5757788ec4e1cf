import { sql } from "kysely";
import { deleteBeyondMax } from "./rows";
import type { IdentityServiceDatabase, OutboxMessageTable } from "./schema";

/**
 * Adds a message, drops those that are older than `since` (ISO 8601), and of the same caller's, to users with an account
 * or to others, all but the latest `callerMax`.
 */
export async function addOutboxMessage(
	database: IdentityServiceDatabase,
	message: OutboxMessageTable,
	{ since, callerMax }: { since: string; callerMax: number },
): Promise<void> {
	await database.insertInto("outbox_messages").values(message).execute();
	await database.deleteFrom("outbox_messages").where("created_at", "<", since).execute();
	await deleteBeyondMax(database, message.caller_hash, {
		...{ table: "outbox_messages", key: "id", order: "created_at", max: callerMax },
		where: sql`has_account = ${message.has_account}`,
	});
}

/** The latest first, of those to users with an account, or of the others. */
export function listOutboxMessages(
	database: IdentityServiceDatabase,
	{ hasAccount, since, limit }: { hasAccount: boolean; since: string; limit: number },
): Promise<OutboxMessageTable[]> {
	return database
		.selectFrom("outbox_messages")
		.selectAll()
		.where("has_account", "=", hasAccount ? 1 : 0)
		.where("created_at", ">=", since)
		.orderBy("created_at", "desc")
		.orderBy("id")
		.limit(limit)
		.execute();
}
