import type { Kysely, Transaction } from "kysely";
import { retried } from "./retried";

/**
 * Runs `work` in a transaction: all of it or nothing. It runs again where the database asks for that, so it must do
 * nothing but read and write there.
 * @param isolation "serializable" where what was read decides what is written; SQLite's transactions always are
 */
export function inTransaction<Schema, Result>(
	database: Kysely<Schema>,
	work: (transaction: Transaction<Schema>) => Promise<Result>,
	isolation?: "serializable",
): Promise<Result> {
	return retried(() => {
		const transaction = database.transaction();
		return (isolation ? transaction.setIsolationLevel(isolation) : transaction).execute(work);
	});
}
