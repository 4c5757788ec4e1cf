import { type Dialect, type Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { type CommitLog, DurableSqliteDriver, type SqliteFile } from "./durable-sqlite-driver";

/** SQLite without waiting for the disk in each statement; `DurableSqliteDriver` says how. */
export class DurableSqliteDialect implements Dialect {
	readonly #file: SqliteFile;
	readonly #log: CommitLog;

	constructor(file: SqliteFile, log: CommitLog) {
		this.#file = file;
		this.#log = log;
	}

	createDriver() {
		return new DurableSqliteDriver(this.#file, this.#log);
	}

	createQueryCompiler() {
		return new SqliteQueryCompiler();
	}

	createAdapter() {
		return new DurableSqliteAdapter();
	}

	createIntrospector(database: Kysely<unknown>) {
		return new SqliteIntrospector(database);
	}
}

class DurableSqliteAdapter extends SqliteAdapter {
	/** Tables are made and changed within transactions, as SQLite can; so a migration is all or nothing. */
	override get supportsTransactionalDdl() {
		return true;
	}

	/** The driver keeps statements out of others' transactions; who waits for the disk must not hold up the others. */
	override get supportsMultipleConnections() {
		return true;
	}
}
