import { AsyncLocalStorage } from "node:async_hooks";
import {
	type CompiledQuery,
	type DatabaseConnection,
	type Driver,
	PostgresDialect,
	type QueryResult,
	type TransactionSettings,
} from "kysely";
import { retried } from "./retried";
import { ServerRestart } from "./server-restart";
import { withConnectionCode } from "./with-connection-code";

/**
 * PostgreSQL whose single statements run again where the database asks for that, and which gets over a restart of the
 * server: what had not begun waits for a connection, reads begin anew on another. See `inTransaction` for transactions.
 */
export class RetryingPostgresDialect extends PostgresDialect {
	override createDriver(): Driver {
		return new RetryingDriver(super.createDriver());
	}
}

type Renew = (broken: DatabaseConnection | null) => Promise<DatabaseConnection>;

class RetryingConnection implements DatabaseConnection {
	/** Null where it broke and no other was to be had. */
	inner: DatabaseConnection | null;
	/** A statement alone cannot be repeated there: the whole transaction has failed. */
	isInTransaction = false;
	readonly #restart: ServerRestart;
	readonly #renew: Renew;

	constructor(inner: DatabaseConnection, restart: ServerRestart, renew: Renew) {
		this.inner = inner;
		this.#restart = restart;
		this.#renew = renew;
	}

	async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
		const execute = () => withConnectionCode("lost", connectionOf(this).executeQuery<Row>(query));
		if (this.isInTransaction) return execute();
		if (query.query.kind !== "SelectQueryNode") return retried(execute);
		let isBroken = false;
		return this.#restart.getOver(async () => {
			if (isBroken) {
				const broken = this.inner;
				this.inner = null;
				this.inner = await this.#renew(broken);
			}
			isBroken = true;
			return retried(execute);
		});
	}

	streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
		return connectionOf(this).streamQuery(query, chunkSize);
	}
}

class RetryingDriver implements Driver {
	readonly #driver: Driver;
	readonly #restart = new ServerRestart();
	/**
	 * Runs a function in the asynchronous context that the database was opened in. A connection, and the timer of an idle
	 * one, would keep all of the request that happened to need it first.
	 */
	readonly #outsideRequests = AsyncLocalStorage.snapshot();

	constructor(driver: Driver) {
		this.#driver = driver;
	}

	init(): Promise<void> {
		return this.#driver.init();
	}

	async acquireConnection(): Promise<DatabaseConnection> {
		const acquire = () =>
			withConnectionCode(
				"refused",
				this.#outsideRequests(() => this.#driver.acquireConnection()),
			);
		return new RetryingConnection(await this.#restart.getOver(acquire), this.#restart, async (broken) => {
			if (broken) await this.#release(broken);
			return acquire();
		});
	}

	async beginTransaction(connection: RetryingConnection, settings: TransactionSettings): Promise<void> {
		await withConnectionCode("refused", this.#driver.beginTransaction(connectionOf(connection), settings));
		connection.isInTransaction = true;
	}

	async commitTransaction(connection: RetryingConnection): Promise<void> {
		await withConnectionCode("lost", this.#driver.commitTransaction(connectionOf(connection)));
		connection.isInTransaction = false;
	}

	async rollbackTransaction(connection: RetryingConnection): Promise<void> {
		await withConnectionCode("lost", this.#driver.rollbackTransaction(connectionOf(connection)));
		connection.isInTransaction = false;
	}

	async releaseConnection({ inner }: RetryingConnection): Promise<void> {
		if (inner) await this.#release(inner);
	}

	#release(inner: DatabaseConnection): Promise<void> {
		return this.#outsideRequests(() => this.#driver.releaseConnection(inner));
	}

	destroy(): Promise<void> {
		return this.#driver.destroy();
	}
}

/** @throws as for a connection that is lost */
function connectionOf({ inner }: RetryingConnection): DatabaseConnection {
	if (!inner) throw Object.assign(new Error("The connection was lost."), { code: "08006" });
	return inner;
}
