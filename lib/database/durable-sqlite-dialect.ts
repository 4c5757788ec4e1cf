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
		return new TransactionalAdapter();
	}

	createIntrospector(database: Kysely<unknown>) {
		return new SqliteIntrospector(database);
	}
}

/** Tables are made and changed within transactions, as SQLite can; so a migration is all or nothing. */
class TransactionalAdapter extends SqliteAdapter {
	override get supportsTransactionalDdl() {
		return true;
	}
}
