import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { Dialect, DialectAdapter, Kysely, Transaction } from "kysely";
import { type DatabaseErrorKind, isDatabaseError } from "./error-codes";

const ATTEMPTS_MAX = 8;
const FIRST_PAUSE_MILLISECONDS = 10;
const PAUSE_MILLISECONDS_MAX = 500;

/** Repeats database work while it fails with errors of this kind, each time after a longer, random pause. */
export async function retried<Result>(
	work: () => Promise<Result>,
	kind: DatabaseErrorKind = "serializationFailure",
): Promise<Result> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await work();
		} catch (error) {
			if (attempt === ATTEMPTS_MAX || !isDatabaseError(error, kind)) throw error;
			const longest = Math.min(PAUSE_MILLISECONDS_MAX, FIRST_PAUSE_MILLISECONDS * 2 ** attempt);
			await delay(Math.random() * longest);
		}
	}
}

/**
 * Runs `work` in a transaction: all of it or nothing. It is repeated after a serialization failure, so it must only read
 * and write there, through the transaction.
 * @param database given a transaction, `work` is a part of that
 * @param isolation "serializable" where writes depend on what was read; SQLite's transactions always are
 * @throws Error at a query of `work` that uses the database, and where `work` is a part of a transaction that isolates less
 */
export function inTransaction<Schema, Result>(
	database: Kysely<Schema>,
	work: (transaction: Transaction<Schema>) => Promise<Result>,
	isolation?: "serializable",
): Promise<Result> {
	const { transactionScope } = database.getExecutor().adapter as CheckedAdapter;
	if (database.isTransaction) {
		if (isolation && transactionScope?.getStore()?.isolation !== isolation) throw new Error(LESS_ISOLATED);
		return work(database as Transaction<Schema>);
	}
	return retried(() => {
		const transaction = database.transaction();
		return (isolation ? transaction.setIsolationLevel(isolation) : transaction).execute(async (inside) => {
			// Work that `work` leaves running may use the database once the transaction has ended.
			const scope = { isOpen: true, isolation };
			try {
				return await (transactionScope ? transactionScope.run(scope, work, inside) : work(inside));
			} finally {
				scope.isOpen = false;
			}
		});
	});
}

/** The transaction that the running code was started in, and whether its work is still running. */
type Scope = { isOpen: boolean; isolation: "serializable" | undefined };
/** Each database has its own adapter, which all bundles of the app find through the database. */
type CheckedAdapter = DialectAdapter & { transactionScope?: AsyncLocalStorage<Scope>; isClosed?: boolean };

/** Whether a database was closed: what waits for it waits for nothing. */
export function isClosed<Schema>(database: Kysely<Schema>): boolean {
	return (database.getExecutor().adapter as CheckedAdapter).isClosed === true;
}

const LESS_ISOLATED = "What must be serializable is in a transaction that is not.";
const MISTAKE = "A query within inTransaction has to use the transaction that it is given, not the database.";

/**
 * A dialect whose database refuses queries that are made within a transaction without using it. On SQLite such a query
 * would wait forever, because the transaction holds the one connection; on PostgreSQL it would be outside the transaction.
 */
export function withTransactionCheck(dialect: Dialect): Dialect {
	const transactionScope = new AsyncLocalStorage<Scope>();
	const adapter: CheckedAdapter = Object.assign(dialect.createAdapter(), { transactionScope });
	const driver = dialect.createDriver();
	const acquireConnection = driver.acquireConnection.bind(driver);
	const destroy = driver.destroy.bind(driver);
	driver.destroy = () => {
		adapter.isClosed = true;
		return destroy();
	};
	// A transaction's own queries have their connection already.
	driver.acquireConnection = (options) => {
		if (transactionScope.getStore()?.isOpen) throw new Error(MISTAKE);
		return acquireConnection(options);
	};
	return {
		createAdapter: () => adapter,
		createDriver: () => driver,
		createQueryCompiler: () => dialect.createQueryCompiler(),
		createIntrospector: (database) => dialect.createIntrospector(database),
	};
}
