import { PostgresAdapter, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { IdentityServiceDatabase, IdentityServiceSchema } from "./schema";

/** Whether a caller's text can be compared with a column: PostgreSQL accepts no NUL. */
export function isStorable(text: string): boolean {
	return !text.includes("\0");
}

export function isPostgres(database: IdentityServiceDatabase): boolean {
	return database.getExecutor().adapter instanceof PostgresAdapter;
}

/** So many that no statement has more parameters than an engine accepts. */
const VALUES_A_STATEMENT = 500;

/** The values of a list in parts, none of them empty, each for one statement. */
export function statementParts<Value>(values: readonly Value[]): Value[][] {
	const count = Math.ceil(values.length / VALUES_A_STATEMENT);
	return Array.from({ length: count }, (_, part) =>
		values.slice(part * VALUES_A_STATEMENT, (part + 1) * VALUES_A_STATEMENT),
	);
}

/**
 * Reads a row so that it is not deleted before the transaction ends: on PostgreSQL a deletion waits, and this waits for
 * one that is ahead. SQLite's transactions are serial.
 */
export function lockAgainstDeletion<Table extends keyof IdentityServiceSchema, Row>(
	transaction: IdentityServiceDatabase,
	row: SelectQueryBuilder<IdentityServiceSchema, Table, Row>,
): SelectQueryBuilder<IdentityServiceSchema, Table, Row> {
	return isPostgres(transaction) ? row.forKeyShare() : row;
}

/**
 * Reads a row so that only this transaction changes or deletes it: on PostgreSQL others that lock, change or delete it wait
 * until the transaction ends. SQLite's transactions are serial.
 */
export function lockForUpdate<Table extends keyof IdentityServiceSchema, Row>(
	transaction: IdentityServiceDatabase,
	row: SelectQueryBuilder<IdentityServiceSchema, Table, Row>,
): SelectQueryBuilder<IdentityServiceSchema, Table, Row> {
	return isPostgres(transaction) ? row.forNoKeyUpdate() : row;
}

/**
 * Optimistic update that loses no concurrent change: where the row has changed in between, it is read and changed again.
 * To be called in a transaction.
 * @param change returns the new row; the same object where nothing changes
 * @param replace writes a row in place of the one that was read. @returns null where that has changed in between
 * @returns the row as it is now
 */
export async function changeRow<Row>(
	read: () => Promise<Row>,
	change: (before: Row) => Row | Promise<Row>,
	replace: (after: Row, before: Row) => Promise<Row | null>,
): Promise<Row> {
	for (;;) {
		const before = await read();
		const after = await change(before);
		const written = after === before ? before : await replace(after, before);
		if (written !== null) return written;
	}
}

/**
 * Writes a row in place of the one that was read, with its revision increased.
 * @returns the row as it is now; null where it has changed in between
 */
export async function replaceRevision<Row extends { revision: number }>(
	database: IdentityServiceDatabase,
	table: "clients" | "connections",
	key: keyof Row & string,
	row: Row,
): Promise<Row | null> {
	const after = { ...row, revision: row.revision + 1 };
	const { numUpdatedRows } = await database
		.updateTable<"clients" | "connections">(table)
		.set(after)
		.where(sql.ref(key), "=", row[key])
		.where("revision", "=", row.revision)
		.executeTakeFirst();
	return numUpdatedRows === 1n ? after : null;
}

type BoundedRows = {
	/** A table with a `caller_hash`. */
	table: "outbox_messages" | "pending_sign_ups" | "oidc_artifacts";
	key: "id" | "ticket_hash" | "id_hash";
	/** The rows with the greatest values stay. */
	order: "created_at" | "expires_at";
	max: number;
	/** Restricts which of the caller's rows are counted; absent: all. */
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
