import { type RawBuilder, sql } from "kysely";
import type { IdentityServiceDatabase } from "./schema";

type BoundedRows = {
	/** One of those with a `caller_hash`. */
	table: "outbox_messages" | "pending_sign_ups" | "oidc_artifacts";
	key: "id" | "ticket_hash" | "id_hash";
	/** The rows with the greatest values stay. */
	order: "created_at" | "expires_at";
	max: number;
	/** Which of the caller's rows are counted; absent: all. */
	where?: RawBuilder<boolean>;
};

/** Deletes a caller's rows beyond the latest `max`; those of other callers stay. */
export async function deleteBeyondMax(
	database: IdentityServiceDatabase,
	callerHash: string | null,
	{ table, key, order, max, where = sql`true` }: BoundedRows,
): Promise<void> {
	const [rows, id] = [sql.table(table), sql.ref(key)];
	const counted = sql`caller_hash = ${callerHash} and ${where}`;
	await sql`delete from ${rows} where ${counted} and ${id} not in (
		select ${id} from ${rows} where ${counted} order by ${sql.ref(order)} desc, ${id} limit ${max}
	)`.execute(database);
}
