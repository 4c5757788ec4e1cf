import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import {
	CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	SqliteAdapter,
	type SqliteDatabase,
	SqliteDialect,
	SqliteDriver,
	type SqliteStatement,
} from "kysely";
import { isDatabaseError } from "./error-codes";

/** Many times what requests use; a list of values makes a text of its own. */
const STATEMENTS_MAX = 500;
/** About as often as SQLite would do it by itself: the log has then grown by about a thousand pages. */
const CHANGES_PER_CHECKPOINT = 300;

/** @param code EIO: the next start may find the commit in the log, or not. SQLite's: the statement was not run. */
function syncFailed(code: "EIO" | "SQLITE_IOERR_FSYNC", cause: unknown): Error {
	const message = "The disk failed to keep what was written. The store is used again after a restart.";
	return Object.assign(new Error(message, { cause }), { name: "SyncFailed", code });
}

/**
 * A database of `node:sqlite`, as kysely uses one, whose statements are compiled once: all requests use the same texts.
 * After a failure of its disk it refuses every statement and is not closed: docs/decisions/durability.md.
 */
export class SqliteFile implements SqliteDatabase {
	readonly #database: DatabaseSync;
	readonly #statements = new Map<string, SqliteStatement>();
	#changesInLog = 0;
	failure: unknown = null;

	constructor(database: DatabaseSync) {
		this.#database = database;
	}

	/** @throws Error with SQLite's code of a failed sync after one has failed */
	prepare(text: string): SqliteStatement {
		if (this.failure) throw syncFailed("SQLITE_IOERR_FSYNC", this.failure);
		return this.#statements.get(text) ?? this.#compile(text);
	}

	/** @returns whether it is closed: after a failure that would move the log, which may not be on disk, to the database */
	close(): boolean {
		this.#statements.clear();
		if (!this.failure && this.#database.isOpen) this.#database.close();
		return !this.failure;
	}

	#compile(text: string): SqliteStatement {
		const statement = this.#database.prepare(text);
		const compiled: SqliteStatement = {
			reader: statement.columns().length > 0,
			all: (parameters) => {
				const rows = this.#run(() => statement.all(...(parameters as SQLInputValue[])).map(asObject));
				if (!text.startsWith("select ")) this.#noteChanges(rows.length);
				return rows;
			},
			run: (parameters) => {
				const result = this.#run(() => statement.run(...(parameters as SQLInputValue[])));
				this.#noteChanges(Number(result.changes));
				return result;
			},
			iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
		};
		if (this.#statements.size === STATEMENTS_MAX) this.#statements.clear();
		this.#statements.set(text, compiled);
		return compiled;
	}

	#run<Result>(work: () => Result): Result {
		try {
			return work();
		} catch (error) {
			if (!isDatabaseError(error, "syncFailed")) throw error;
			this.failure = error;
			throw syncFailed("EIO", error);
		}
	}

	/** What is written while a transaction stays open would seem stored, and never be committed: the use of the file ends. */
	noteFailedRollback(error: unknown): void {
		if (this.#database.isTransaction) this.failure ??= error;
	}

	/** Moves the log to the database from time to time: SQLite would not report that a sync of its own checkpoint failed. */
	#noteChanges(rows: number): void {
		this.#changesInLog += Math.max(1, rows);
		if (this.#changesInLog < CHANGES_PER_CHECKPOINT || this.#database.isTransaction) return;
		this.#changesInLog = 0;
		try {
			this.#database.exec("pragma wal_checkpoint(passive)");
		} catch (error) {
			// Other failures are retried later; the log has everything.
			if (isDatabaseError(error, "syncFailed")) this.failure = error;
		}
	}
}

/** Rows come without a prototype, and React passes no such object to the browser. A copy would take longer. */
function asObject(row: Record<string, unknown>): object {
	return Object.setPrototypeOf(row, Object.prototype);
}

/** Kysely's dialect, with transactions that no other statement gets into, and migrations within one. */
export function sqliteDialect(database: SqliteFile): Dialect {
	return Object.assign(new SqliteDialect({ database }), {
		createDriver: () => new OneAtATimeDriver(database),
		createAdapter: () => new TransactionalAdapter(),
	});
}

class OneAtATimeDriver extends SqliteDriver {
	readonly #file: SqliteFile;
	/** The end of the use of the connection that was requested last. */
	#lastUse: Promise<void> = Promise.resolve();
	#endUse = () => {};

	constructor(file: SqliteFile) {
		super({ database: file });
		this.#file = file;
	}

	override async acquireConnection(): Promise<DatabaseConnection> {
		const { promise, resolve } = Promise.withResolvers<void>();
		const previous = this.#lastUse;
		this.#lastUse = promise;
		await previous;
		this.#endUse = resolve;
		return super.acquireConnection();
	}

	override async releaseConnection(): Promise<void> {
		this.#endUse();
	}

	/** The write lock is acquired at the start: rows read before it might be outdated by another process. */
	override async beginTransaction(connection: DatabaseConnection): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw("begin immediate"));
	}

	/** It fails where SQLite has rolled back by itself, after a full disk for example. The caller gets the error before it. */
	override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		await super.rollbackTransaction(connection).catch((error) => this.#file.noteFailedRollback(error));
	}
}

class TransactionalAdapter extends SqliteAdapter {
	/** A migration is all or nothing. */
	override get supportsTransactionalDdl() {
		return true;
	}

	/** Else kysely itself waits for the connection, before `withTransactionCheck` can refuse a query that waits for ever. */
	override get supportsMultipleConnections() {
		return true;
	}
}
