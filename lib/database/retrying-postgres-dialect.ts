import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import {
	type CompiledQuery,
	type DatabaseConnection,
	type Driver,
	PostgresDialect,
	type QueryResult,
	type TransactionSettings,
} from "kysely";
import { isDatabaseError } from "./error-codes";
import { retried } from "./retried";

/**
 * Repeats single statements after serialization failures, and survives a restart of the server: statements that had not
 * begun wait for a connection, reads are repeated on a new one. See `inTransaction` for transactions.
 */
export class RetryingPostgresDialect extends PostgresDialect {
	override createDriver(): Driver {
		return new RetryingDriver(super.createDriver());
	}
}

type Renew = (broken: DatabaseConnection | null) => Promise<DatabaseConnection>;

class RetryingConnection implements DatabaseConnection {
	/** Null where it broke and no new one could be opened. */
	inner: DatabaseConnection | null;
	/** In a transaction a single statement cannot be repeated: the whole transaction has failed. */
	isInTransaction = false;
	readonly #restart: ServerRestart;
	readonly #renew: Renew;

	constructor(inner: DatabaseConnection, restart: ServerRestart, renew: Renew) {
		this.inner = inner;
		this.#restart = restart;
		this.#renew = renew;
	}

	async executeQuery<Row>(given: CompiledQuery): Promise<QueryResult<Row>> {
		const query = { ...given, parameters: given.parameters.map(withoutNul) };
		const execute = () => withConnectionCode("lost", connectionOf(this).executeQuery<Row>(query));
		if (this.isInTransaction) return execute();
		if (query.query.kind !== "SelectQueryNode") return retried(execute);
		let isBroken = false;
		return this.#restart.outlast(async () => {
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

/** PostgreSQL's texts hold no NUL: it is replaced as the driver replaces a lone surrogate. */
function withoutNul(parameter: unknown): unknown {
	return typeof parameter === "string" ? parameter.replaceAll("\0", "\ufffd") : parameter;
}

class RetryingDriver implements Driver {
	readonly #driver: Driver;
	readonly #restart = new ServerRestart();
	/**
	 * Runs a function in the asynchronous context that the database was opened in. Otherwise a connection, and the timer of
	 * an idle one, would retain all of the request that needed it first.
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
		return new RetryingConnection(await this.#restart.outlast(acquire), this.#restart, async (broken) => {
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

/** Long enough for a server to restart, and short enough for a waiting request to fail in time. */
const RESTART_MILLISECONDS = 2_000;
const PAUSE_MILLISECONDS = 100;

/** Repeats work while a server restarts. Once it has been down for longer, work fails at once. */
class ServerRestart {
	#goneSince: number | null = null;

	/** @param work is repeated, so it must not have written anything where it failed */
	async outlast<Result>(work: () => Promise<Result>): Promise<Result> {
		for (;;) {
			try {
				const result = await work();
				this.#goneSince = null;
				return result;
			} catch (error) {
				if (!isDatabaseError(error, "serverGone")) throw error;
				const now = performance.now();
				this.#goneSince ??= now;
				if (now - this.#goneSince >= RESTART_MILLISECONDS) throw error;
				await delay(PAUSE_MILLISECONDS * (0.5 + Math.random()));
			}
		}
	}
}

/** SQLSTATE class 08, which the driver does not set on errors of its own. */
const CODES = { refused: "08001", lost: "08006" };
const OF_CONNECTION = /connect|terminat|timeout/i;

/**
 * Sets the code of an error of the connection, so that it can be distinguished from a programming error.
 * @param moment "refused" before there was a connection: nothing was sent to the database
 */
async function withConnectionCode<Result>(moment: keyof typeof CODES, work: Promise<Result>): Promise<Result> {
	try {
		return await work;
	} catch (error) {
		if (!(error instanceof Error) || "code" in error || !OF_CONNECTION.test(error.message)) throw error;
		throw Object.assign(error, { code: CODES[moment] });
	}
}
