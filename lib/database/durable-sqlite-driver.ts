import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from "kysely";
import { isDatabaseError } from "./error-codes";
import type { FileSync } from "./file-sync";

export type SqliteStatement = {
	/** Whether it returns rows. */
	reader: boolean;
	all: (parameters: readonly unknown[]) => unknown[];
	run: (parameters: readonly unknown[]) => { changes: number | bigint; lastInsertRowid: number | bigint };
};
/** The one connection to a SQLite file. */
export type SqliteFile = {
	prepare: (text: string) => SqliteStatement;
	/** Whether a transaction is open. */
	readonly inTransaction: boolean;
	close: () => void;
};
/** The file that commits are written to first. */
export type CommitLog = Pick<FileSync, "failure" | "wait" | "fail" | "close">;

const BEGIN = CompiledQuery.raw("begin immediate");
const COMMIT = CompiledQuery.raw("commit");
const ROLLBACK = CompiledQuery.raw("rollback");
const DATA_VERSION = CompiledQuery.raw("pragma data_version");
const CHECKPOINT = CompiledQuery.raw("pragma wal_checkpoint(passive)");
/** About as often as SQLite would do it by itself: the log has then grown by about a thousand pages. */
const CHANGES_PER_CHECKPOINT = 300;

/**
 * Commits that wait for the disk at this moment fail with it. They may have been written, so its code is that of any
 * failed sync, and not SQLite's, which is that of a refused statement.
 */
class CheckpointNotOnDisk extends Error {
	override name = "CheckpointNotOnDisk";
	readonly code = "EIO";
	constructor(cause: Error) {
		super("The disk failed to keep what was moved from the log into the database.", { cause });
	}
}

/** The statement was not run: the content of the store may not be on disk. */
class SyncFailed extends Error {
	override name = "SyncFailed";
	readonly code = "SQLITE_IOERR_FSYNC";
	constructor(cause: Error) {
		super("The disk failed to keep what was written. The store is used again after a restart.", { cause });
	}
}

/**
 * SQLite as durable as with `synchronous=FULL`, without blocking the process for each commit. A statement takes
 * microseconds and runs at once; the sync, which takes long, is shared by all pending statements (group commit). A result,
 * rows or an error, is returned once every commit that the statement may have seen is on disk, of this process and of
 * others. After a failed sync no result is returned. docs/decisions/durability.md argues why that suffices.
 * For a file in WAL mode with `synchronous=NORMAL` and `wal_autocheckpoint=0`.
 */
export class DurableSqliteDriver implements Driver {
	readonly #file: SqliteFile;
	readonly #log: CommitLog;
	/** The open one: the connection that began it, and its end. */
	#transaction: { owner: DatabaseConnection; over: Promise<void>; end: () => void } | null = null;
	/** Numbers of the last commit that may have been seen, and of the last one up to which all is on disk. */
	#seen = 0;
	#synced = 0;
	#wait: { seen: number; over: Promise<void> } | null = null;
	/** Differs once another process has committed. */
	#othersCommits: unknown = null;
	#changesInLog = 0;

	constructor(file: SqliteFile, log: CommitLog) {
		this.#file = file;
		this.#log = log;
	}

	async init(): Promise<void> {}

	/** All share one connection. Only a transaction has it exclusively. */
	async acquireConnection(): Promise<DatabaseConnection> {
		const connection: DatabaseConnection = {
			executeQuery: async <Row>(query: CompiledQuery) => {
				while (this.#transaction && this.#transaction.owner !== connection) await this.#transaction.over;
				// The end of a transaction waits for all of it.
				if (this.#transaction) return this.#run<Row>(query);
				const before = this.#seen;
				try {
					return this.#run<Row>(query);
				} finally {
					await this.#onDisk(before);
				}
			},
			streamQuery: () => {
				throw new Error("Rows are read at once.");
			},
		};
		return connection;
	}

	/** The write lock is acquired at the start: rows read before it might be outdated by another process. */
	async beginTransaction(connection: DatabaseConnection): Promise<void> {
		while (this.#transaction) await this.#transaction.over;
		this.#refuseAfterFailure();
		this.#execute(BEGIN);
		const { promise: over, resolve: end } = Promise.withResolvers<void>();
		this.#transaction = { owner: connection, over, end };
	}

	async commitTransaction(): Promise<void> {
		const before = this.#seen;
		this.#run(COMMIT);
		this.#end();
		await this.#onDisk(before);
	}

	/** Rows read in the transaction are results too: they wait for the commits that the reads may have seen. */
	async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		// It is over already where it was committed and only the wait for the disk failed.
		if (this.#transaction?.owner !== connection) return;
		try {
			// Some failures have ended it already.
			if (this.#file.inTransaction) this.#execute(ROLLBACK);
		} finally {
			this.#end();
		}
		await this.#onDisk();
	}

	async releaseConnection(): Promise<void> {}

	async destroy(): Promise<void> {
		await this.#log.close();
		// Closing would move the log into the file, which is only allowed once the log is on disk.
		if (!this.#log.failure) this.#file.close();
	}

	#end(): void {
		this.#transaction?.end();
		this.#transaction = null;
	}

	/**
	 * Resolves when every commit that may have been seen until now is on disk.
	 * @param before the last commit that was seen before a statement: where that has committed itself, its own sync covers
	 * what other processes have committed before
	 */
	async #onDisk(before = this.#seen): Promise<void> {
		this.#refuseAfterFailure();
		if (this.#seen === before && this.#othersHaveCommitted()) this.#seen += 1;
		const seen = this.#seen;
		if (this.#synced >= seen) return;
		// Readers join the pending group commit.
		if (this.#wait?.seen !== seen) this.#wait = { seen, over: this.#log.wait().then(() => this.#recordSync(seen)) };
		await this.#wait.over;
	}

	#recordSync(seen: number): void {
		this.#synced = Math.max(this.#synced, seen);
		if (this.#changesInLog < CHANGES_PER_CHECKPOINT || this.#transaction || this.#log.failure) return;
		this.#changesInLog = 0;
		try {
			this.#execute(CHECKPOINT);
		} catch (error) {
			// Other failures are retried later; the log has everything.
			if (isDatabaseError(error, "syncFailed")) this.#log.fail(new CheckpointNotOnDisk(error as Error));
		}
	}

	#othersHaveCommitted(): boolean {
		const known = this.#othersCommits;
		try {
			const [row] = this.#execute<{ data_version: number }>(DATA_VERSION).rows;
			this.#othersCommits = row?.data_version;
		} catch {
			// Not the failure of the statement, whose result waits as if they had.
			return true;
		}
		return known !== this.#othersCommits;
	}

	#run<Row>(query: CompiledQuery): QueryResult<Row> {
		this.#refuseAfterFailure();
		const result = this.#execute<Row>(query);
		const changes = changesOf(query, result);
		this.#changesInLog += changes;
		if (changes > 0) this.#seen += 1;
		return result;
	}

	#refuseAfterFailure(): void {
		if (this.#log.failure) throw new SyncFailed(this.#log.failure);
	}

	#execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
		const statement = this.#file.prepare(sql);
		if (statement.reader) return { rows: statement.all(parameters) as Row[] };
		const { changes, lastInsertRowid } = statement.run(parameters);
		return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
	}
}

/** How many rows a statement has written; 1 for a raw statement, where the number is unknown. */
function changesOf<Row>({ query }: CompiledQuery, { rows, numAffectedRows }: QueryResult<Row>): number {
	switch (query.kind) {
		case "SelectQueryNode":
			return 0;
		case "InsertQueryNode":
		case "UpdateQueryNode":
		case "DeleteQueryNode":
			return rows.length + Number(numAffectedRows ?? 0n);
		default:
			return 1;
	}
}
