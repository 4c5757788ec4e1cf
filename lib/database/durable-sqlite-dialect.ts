import {
	CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	type Driver,
	type Kysely,
	type QueryResult,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
} from "kysely";

export type SqliteStatement = {
	/** Whether it answers rows. */
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
/** The file that commits are written to first (`FileSync`). */
export type CommitLog = { wait: () => Promise<void>; close: () => Promise<void> };

/**
 * SQLite whose writes return once they are on disk, without holding up the process until then. A statement takes
 * microseconds and runs at once; the wait for the disk, which is what takes long, is shared by all that commit meanwhile.
 * Others may read what was written while its writer still waits.
 * For a file in WAL mode with `synchronous=NORMAL`: SQLite itself then waits only where it moves the log into the file.
 */
export class DurableSqliteDialect implements Dialect {
	readonly #file: SqliteFile;
	readonly #log: CommitLog;

	constructor(file: SqliteFile, log: CommitLog) {
		this.#file = file;
		this.#log = log;
	}

	createDriver(): Driver {
		return new DurableDriver(this.#file, this.#log);
	}

	createQueryCompiler() {
		return new SqliteQueryCompiler();
	}

	createAdapter() {
		return new SqliteAdapter();
	}

	createIntrospector(database: Kysely<unknown>) {
		return new SqliteIntrospector(database);
	}
}

class DurableDriver implements Driver {
	readonly #file: SqliteFile;
	readonly #log: CommitLog;
	/** The one that is open: who has begun it, and when it is over. */
	#transaction: { owner: DatabaseConnection; over: Promise<void>; end: () => void } | null = null;

	constructor(file: SqliteFile, log: CommitLog) {
		this.#file = file;
		this.#log = log;
	}

	async init(): Promise<void> {}

	/** There is one connection for all. Only a transaction has it to itself. */
	async acquireConnection(): Promise<DatabaseConnection> {
		const connection: DatabaseConnection = {
			executeQuery: async <Row>(query: CompiledQuery) => {
				while (this.#transaction && this.#transaction.owner !== connection) await this.#transaction.over;
				const result = this.#run<Row>(query);
				if (!this.#file.inTransaction && mayHaveWritten(query, result)) await this.#log.wait();
				return result;
			},
			streamQuery: () => {
				throw new Error("Rows are read at once.");
			},
		};
		return connection;
	}

	async beginTransaction(connection: DatabaseConnection): Promise<void> {
		while (this.#transaction) await this.#transaction.over;
		this.#run(CompiledQuery.raw("begin"));
		let end = () => {};
		const over = new Promise<void>((resolve) => {
			end = resolve;
		});
		this.#transaction = { owner: connection, over, end };
	}

	async commitTransaction(): Promise<void> {
		this.#run(CompiledQuery.raw("commit"));
		this.#end();
		await this.#log.wait();
	}

	async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		// It is over already where the commit was made and only the wait for the disk failed.
		if (this.#transaction?.owner !== connection) return;
		try {
			// Some failures end it by themselves.
			if (this.#file.inTransaction) this.#run(CompiledQuery.raw("rollback"));
		} finally {
			this.#end();
		}
	}

	async releaseConnection(): Promise<void> {}

	async destroy(): Promise<void> {
		await this.#log.close();
		this.#file.close();
	}

	#end(): void {
		this.#transaction?.end();
		this.#transaction = null;
	}

	#run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
		const statement = this.#file.prepare(sql);
		if (statement.reader) return { rows: statement.all(parameters) as Row[] };
		const { changes, lastInsertRowid } = statement.run(parameters);
		return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
	}
}

/** Whether there may be something to wait for; of a statement that nobody has taken apart that is not known. */
function mayHaveWritten<Row>({ query }: CompiledQuery, { rows, numAffectedRows }: QueryResult<Row>): boolean {
	switch (query.kind) {
		case "SelectQueryNode":
			return false;
		case "InsertQueryNode":
		case "UpdateQueryNode":
		case "DeleteQueryNode":
			return rows.length > 0 || numAffectedRows !== 0n;
		default:
			return true;
	}
}
