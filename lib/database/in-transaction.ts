import type { Kysely, Transaction } from "kysely";
import { retried } from "./retried";
import { runWithinTransaction } from "./transaction-check";

/**
 * Runs `work` in a transaction: all of it or nothing. It runs again where the database asks for that, so it must do
 * nothing but read and write there, and only through the transaction.
 * @param isolation "serializable" where what was read decides what is written; SQLite's transactions always are
 * @throws Error at a query of `work` that uses the database, and at a transaction begun within
 */
export function inTransaction<Schema, Result>(
	database: Kysely<Schema>,
	work: (transaction: Transaction<Schema>) => Promise<Result>,
	isolation?: "serializable",
): Promise<Result> {
	return retried(() => {
		const transaction = database.transaction();
		return (isolation ? transaction.setIsolationLevel(isolation) : transaction).execute((inside) =>
			runWithinTransaction(database, () => work(inside)),
		);
	});
}
