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

const STATEMENTS_MAX = 200;
/** About as often as SQLite would do it by itself: the log has then grown by about a thousand pages. */
const CHANGES_PER_CHECKPOINT = 300;

class SyncFailed extends Error {
	override name = "SyncFailed";
	/** EIO: the next start may find the commit in the log, or not. SQLite's code: the statement was not run. */
	readonly code: "EIO" | "SQLITE_IOERR_FSYNC";
	constructor(code: SyncFailed["code"], cause: unknown) {
		super("The disk failed to keep what was written. The store is used again after a restart.", { cause });
		this.code = code;
	}
}

/**
 * A database of `node:sqlite`, as kysely uses one, whose statements are compiled once: all requests use the same texts.
 * After a failed sync it refuses every statement: docs/decisions/durability.md.
 */
export class SqliteFile implements SqliteDatabase {
	readonly #database: DatabaseSync;
	/** The one that was used least recently is the first. */
	readonly #statements = new Map<string, SqliteStatement>();
	#changesInLog = 0;
	#failure: unknown = null;

	constructor(database: DatabaseSync) {
		this.#database = database;
	}

	/** Whether a sync has failed. */
	get hasFailed(): boolean {
		return this.#failure !== null;
	}

	/** @throws SyncFailed */
	prepare(text: string): SqliteStatement {
		if (this.hasFailed) throw new SyncFailed("SQLITE_IOERR_FSYNC", this.#failure);
		const statement = this.#statements.get(text) ?? this.#compile(text);
		this.#statements.delete(text);
		this.#statements.set(text, statement);
		const [oldest] = this.#statements.keys();
		if (this.#statements.size > STATEMENTS_MAX && oldest !== undefined) this.#statements.delete(oldest);
		return statement;
	}

	/** After a failed sync it stays open: closing would move the log, which may not be on disk, into the database. */
	close(): void {
		this.#statements.clear();
		if (!this.hasFailed && this.#database.isOpen) this.#database.close();
	}

	#compile(text: string): SqliteStatement {
		const statement = this.#database.prepare(text);
		const isRead = text.startsWith("select ");
		return {
			reader: statement.columns().length > 0,
			all: (parameters) => {
				const rows = this.#run(() => statement.all(...(parameters as SQLInputValue[])).map(asObject));
				if (!isRead) this.#noteChanges(rows.length);
				return rows;
			},
			run: (parameters) => {
				const result = this.#run(() => statement.run(...(parameters as SQLInputValue[])));
				this.#noteChanges(Number(result.changes));
				return result;
			},
			iterate: () => {
				throw new Error("Rows are read at once.");
			},
		};
	}

	#run<Result>(work: () => Result): Result {
		try {
			return work();
		} catch (error) {
			if (!isDatabaseError(error, "syncFailed")) throw error;
			this.#failure = error;
			throw new SyncFailed("EIO", error);
		}
	}

	/** Moves the log into the database from time to time: SQLite would not report that a sync of its own checkpoint failed. */
	#noteChanges(rows: number): void {
		this.#changesInLog += Math.max(1, rows);
		if (this.#changesInLog < CHANGES_PER_CHECKPOINT || this.#database.isTransaction) return;
		this.#changesInLog = 0;
		try {
			this.#database.exec("pragma wal_checkpoint(passive)");
		} catch (error) {
			// Other failures are retried later; the log has everything.
			if (isDatabaseError(error, "syncFailed")) this.#failure = error;
		}
	}
}

/** Rows come without a prototype, and React passes no such object to the browser. A copy would take longer. */
function asObject(row: Record<string, unknown>): object {
	return Object.setPrototypeOf(row, Object.prototype);
}

/** Kysely's dialect, with transactions that no other statement gets into, and migrations within one. */
export function sqliteDialect(database: SqliteDatabase): Dialect {
	return Object.assign(new SqliteDialect({ database }), {
		createDriver: () => new OneAtATimeDriver({ database }),
		createAdapter: () => new TransactionalAdapter(),
	});
}

class OneAtATimeDriver extends SqliteDriver {
	/** The end of the use of the connection that was requested last. */
	#lastUse: Promise<void> = Promise.resolve();
	#endUse = () => {};

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

	/** It fails where SQLite has rolled back by itself, after a full disk for example. */
	override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		await super.rollbackTransaction(connection).catch(() => {});
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
