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
import { withConnectionCode } from "./with-connection-code";

/** PostgreSQL whose single statements run again where the database asks for that; see `inTransaction` for the others. */
export class RetryingPostgresDialect extends PostgresDialect {
	override createDriver(): Driver {
		return new RetryingDriver(super.createDriver());
	}
}

class RetryingConnection implements DatabaseConnection {
	readonly inner: DatabaseConnection;
	/** A statement alone cannot be repeated there: the whole transaction has failed. */
	isInTransaction = false;

	constructor(inner: DatabaseConnection) {
		this.inner = inner;
	}

	executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
		const execute = () => withConnectionCode("lost", this.inner.executeQuery<Row>(query));
		return this.isInTransaction ? execute() : retried(execute);
	}

	streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
		return this.inner.streamQuery(query, chunkSize);
	}
}

class RetryingDriver implements Driver {
	readonly #driver: Driver;
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
		const acquired = this.#outsideRequests(() => this.#driver.acquireConnection());
		return new RetryingConnection(await withConnectionCode("refused", acquired));
	}

	async beginTransaction(connection: RetryingConnection, settings: TransactionSettings): Promise<void> {
		await withConnectionCode("refused", this.#driver.beginTransaction(connection.inner, settings));
		connection.isInTransaction = true;
	}

	async commitTransaction(connection: RetryingConnection): Promise<void> {
		await withConnectionCode("lost", this.#driver.commitTransaction(connection.inner));
		connection.isInTransaction = false;
	}

	async rollbackTransaction(connection: RetryingConnection): Promise<void> {
		await withConnectionCode("lost", this.#driver.rollbackTransaction(connection.inner));
		connection.isInTransaction = false;
	}

	releaseConnection({ inner }: RetryingConnection): Promise<void> {
		return this.#outsideRequests(() => this.#driver.releaseConnection(inner));
	}

	destroy(): Promise<void> {
		return this.#driver.destroy();
	}
}
