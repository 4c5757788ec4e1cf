import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { type CompiledQuery, type DatabaseConnection, type Driver, PostgresDialect, type QueryResult } from "kysely";
import { isDatabaseError } from "./error-codes";
import { retried } from "./in-transaction";

/**
 * Repeats single statements after serialization failures, and survives a restart of the server: statements that had not
 * begun wait for a connection, reads are repeated on a new one. See `inTransaction` for transactions.
 */
export class RetryingPostgresDialect extends PostgresDialect {
	override createDriver(): Driver {
		const driver = super.createDriver();
		// The context that the database was opened in. Otherwise a connection, and the timer of an idle one, would retain all
		// of the request that needed it first.
		const outsideRequests = AsyncLocalStorage.snapshot();
		const connect = () => outsideRequests(() => driver.acquireConnection());
		const pool: Pool = {
			acquire: () => withConnectionCode("refused", connect()),
			release: (connection) => outsideRequests(() => driver.releaseConnection(connection)),
			outlast: outlastRestarts(),
		};
		return {
			init: () => driver.init(),
			destroy: () => driver.destroy(),
			acquireConnection: async () => new RetryingConnection(pool, await pool.outlast(pool.acquire)),
			releaseConnection: (connection: RetryingConnection) => connection.release(),
			async beginTransaction(connection: RetryingConnection, settings) {
				await withConnectionCode("refused", driver.beginTransaction(connection.inner, settings));
				connection.isInTransaction = true;
			},
			commitTransaction: ({ inner }: RetryingConnection) => withConnectionCode("lost", driver.commitTransaction(inner)),
			rollbackTransaction: ({ inner }: RetryingConnection) =>
				withConnectionCode("lost", driver.rollbackTransaction(inner)),
		};
	}
}

type Pool = {
	acquire: () => Promise<DatabaseConnection>;
	release: (connection: DatabaseConnection) => Promise<void>;
	outlast: <Result>(work: () => Promise<Result>) => Promise<Result>;
};

class RetryingConnection implements DatabaseConnection {
	/** From then on a single statement is not repeated: the whole transaction has failed. */
	isInTransaction = false;
	readonly #pool: Pool;
	/** Null where it broke and no new one could be opened. */
	#inner: DatabaseConnection | null;

	constructor(pool: Pool, inner: DatabaseConnection) {
		this.#pool = pool;
		this.#inner = inner;
	}

	/** @throws as for a connection that is lost */
	get inner(): DatabaseConnection {
		if (!this.#inner) throw Object.assign(new Error("The connection was lost."), { code: CODES.lost });
		return this.#inner;
	}

	async executeQuery<Row>(given: CompiledQuery): Promise<QueryResult<Row>> {
		const query = { ...given, parameters: given.parameters.map(withoutNul) };
		const execute = () => withConnectionCode("lost", this.inner.executeQuery<Row>(query));
		if (this.isInTransaction) return execute();
		if (query.query.kind !== "SelectQueryNode") return retried(execute);
		let isRepeated = false;
		return this.#pool.outlast(async () => {
			if (isRepeated) {
				await this.release();
				this.#inner = await this.#pool.acquire();
			}
			isRepeated = true;
			return retried(execute);
		});
	}

	streamQuery(): never {
		throw new Error("Rows are read at once.");
	}

	async release(): Promise<void> {
		const inner = this.#inner;
		this.#inner = null;
		if (inner) await this.#pool.release(inner);
	}
}

/** PostgreSQL's texts hold no NUL: it is replaced as the driver replaces a lone surrogate. */
function withoutNul(parameter: unknown): unknown {
	return typeof parameter === "string" ? parameter.replaceAll("\0", "\ufffd") : parameter;
}

/** Long enough for a server to restart, and short enough for a waiting request to fail in time. */
const RESTART_MILLISECONDS = 2_000;
const PAUSE_MILLISECONDS = 100;

/**
 * Makes a function that repeats work while a server restarts. Once it has been down for longer, work fails at once. Where
 * work has failed it must not have written anything.
 */
function outlastRestarts(): Pool["outlast"] {
	let goneSince: number | null = null;
	return async (work) => {
		for (;;) {
			try {
				const result = await work();
				goneSince = null;
				return result;
			} catch (error) {
				if (!isDatabaseError(error, "serverGone")) throw error;
				const now = performance.now();
				goneSince ??= now;
				if (now - goneSince >= RESTART_MILLISECONDS) throw error;
				await delay(PAUSE_MILLISECONDS * (0.5 + Math.random()));
			}
		}
	};
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
