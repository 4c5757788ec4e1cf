import { setImmediate as afterOthers } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { isPostgres } from "./rows";
import type { IdentityServiceDatabase, IdentityServiceSchema } from "./schema";

/** The tables from which rows are deleted in steps, with their primary keys. */
const KEYS = {
	oidc_artifacts: ["model", "id_hash"],
	sessions: ["id"],
	refresh_tokens: ["id"],
	users: ["user_id"],
	login_codes: ["client_id", "connection", "destination"],
	pending_sign_ups: ["ticket_hash"],
	password_resets: ["ticket_hash"],
	outbox_messages: ["id"],
	login_failures: ["key_hash"],
	log_entries: ["log_id"],
	log_counts: ["key_hash"],
	rate_buckets: ["caller_hash"],
} as const;
export type SteppedTable = keyof typeof KEYS;
export type ColumnOf<Table extends SteppedTable> = keyof IdentityServiceSchema[Table] & string;

/** So few that others do not wait long for one statement: on SQLite there is one at a time. */
export const ROWS_A_STATEMENT = 500;

/** Restricts a statement to some of the rows that meet a condition. @param rest of the query that chooses them */
export function someOf(table: SteppedTable, condition: RawBuilder<boolean>, rest = sql``): RawBuilder<boolean> {
	const key = sql.join(KEYS[table].map((column) => sql.ref(column)));
	return sql<boolean>`(${key}) in (select ${key} from ${sql.table(table)} where ${condition} ${rest})`;
}

/** The first rows of a query, which it locks on PostgreSQL: so it returns none that another transaction is deleting. */
function firstRows(
	database: IdentityServiceDatabase,
	lock: "for update" | "for update skip locked",
	count = ROWS_A_STATEMENT,
): RawBuilder<unknown> {
	return sql`limit ${sql.lit(count)} ${isPostgres(database) ? sql.raw(lock) : sql``}`;
}

/**
 * Runs a step until it has deleted fewer rows than one statement takes. Between the steps the process does other work.
 * @param step @returns how many rows it has deleted
 */
export async function inSteps(
	transaction: IdentityServiceDatabase,
	step: (first: RawBuilder<unknown>) => Promise<number>,
): Promise<void> {
	const first = firstRows(transaction, "for update");
	while ((await step(first)) >= ROWS_A_STATEMENT) await afterOthers();
}

/** Deletes all rows that meet a condition. To be called in a transaction. */
export function deleteRows(
	transaction: IdentityServiceDatabase,
	table: SteppedTable,
	condition: RawBuilder<boolean>,
): Promise<void> {
	return inSteps(transaction, async (first) => {
		const deletion = transaction.deleteFrom<SteppedTable>(table).where(someOf(table, condition, first));
		return Number((await deletion.executeTakeFirst()).numDeletedRows);
	});
}

/**
 * Restricts a deletion to rows whose end is before a moment, the earliest first; those that another instance is deleting or
 * changing are left out.
 * @param end the column with the end, or with what it is counted from
 * @param count of the rows, at most
 */
export function someBefore<Table extends SteppedTable>(
	database: IdentityServiceDatabase,
	table: Table,
	end: ColumnOf<Table>,
	moment: number | string,
	count?: number,
): RawBuilder<boolean> {
	const isOver = sql<boolean>`${sql.ref(end)} < ${moment}`;
	const first = sql`order by ${sql.ref(end)} ${firstRows(database, "for update skip locked", count)}`;
	return sql<boolean>`${someOf(table, isOver, first)} and ${isOver}`;
}

/** Deletes rows, at most `ROWS_A_STATEMENT`, as `someBefore` restricts them. @returns how many */
export async function deleteSomeBefore<Table extends SteppedTable>(
	database: IdentityServiceDatabase,
	table: Table,
	end: ColumnOf<Table>,
	moment: number | string,
): Promise<number> {
	const deletion = database.deleteFrom<SteppedTable>(table).where(someBefore(database, table, end, moment));
	return Number((await deletion.executeTakeFirst()).numDeletedRows);
}
