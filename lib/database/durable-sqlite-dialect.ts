import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { type CommitLog, DurableSqliteDriver, type SqliteFile } from "./durable-sqlite-driver";

/** SQLite with group commit; see `DurableSqliteDriver`. */
export function durableSqliteDialect(file: SqliteFile, log: CommitLog): Dialect {
	return {
		createDriver: () => new DurableSqliteDriver(file, log),
		createQueryCompiler: () => new SqliteQueryCompiler(),
		createAdapter: () => new DurableSqliteAdapter(),
		createIntrospector: (database) => new SqliteIntrospector(database),
	};
}

class DurableSqliteAdapter extends SqliteAdapter {
	/** Tables are made and changed within transactions, so a migration is all or nothing. */
	override get supportsTransactionalDdl() {
		return true;
	}

	/** The driver keeps statements out of other connections' transactions; waiting for the disk must not block them. */
	override get supportsMultipleConnections() {
		return true;
	}
}
