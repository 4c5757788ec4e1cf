import { mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
	type Dialect,
	Kysely,
	type LogEvent,
	type Logger,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
	sql,
} from "kysely";
import { type CommitLog, DurableSqliteDriver, type SqliteFile } from "./durable-sqlite-driver";
import { isDatabaseError } from "./error-codes";
import type { FileSync } from "./file-sync";
import { withTransactionCheck } from "./in-transaction";
import { openLog } from "./open-sqlite";
import { retried } from "./retried";
import { RetryingPostgresDialect } from "./retrying-postgres-dialect";
import { withStatementCache } from "./statement-cache";
import type { StoreHealth } from "./store-health";

/** Per process, for each of the two databases of an instance: twenty of the hundred that PostgreSQL allows by default. */
const CONNECTIONS_MAX = 10;
/** Of a SQLite file, while another process writes. */
const LOCK_WITHIN_MILLISECONDS = 5_000;
/** After this the request fails with a connection error. */
const CONNECT_WITHIN_MILLISECONDS = 3_000;

/** A SQLite file, or one schema of a PostgreSQL database. */
export type DatabaseLocation = { file: string } | { url: string; schema: string };

/** PostgreSQL where `DATABASE_URL` is set, else the file `{name}.sqlite` in the data folder. */
export function databaseLocation(name: string, dataDir: string, databaseUrl: string | undefined): DatabaseLocation {
	return databaseUrl
		? { url: databaseUrl, schema: name.replaceAll("-", "_") }
		: { file: path.join(/*turbopackIgnore: true*/ dataDir, `${name}.sqlite`) };
}

/**
 * Opens a database. Commits are on disk before they are acknowledged; SQLite's folder is created if it is missing. Call
 * `destroy()` on the result to close it.
 * @param health is notified of statements that fail
 */
export async function openDatabase<Schema>(location: DatabaseLocation, health?: StoreHealth): Promise<Kysely<Schema>> {
	const log = (event: LogEvent) => {
		if (event.level === "error") health?.noteFailure(event.error);
	};
	return "file" in location ? openSqlite(location.file, log) : openPostgres(location.url, location.schema, log);
}

async function openSqlite<Schema>(file: string, log: Logger): Promise<Kysely<Schema>> {
	mkdirSync(/*turbopackIgnore: true*/ path.dirname(file), { recursive: true, mode: 0o700 });
	const database = new DatabaseSync(file, { timeout: LOCK_WITHIN_MILLISECONDS });
	const writeAheadLog = await prepareLog(database, file).catch((error) => {
		database.close();
		throw error;
	});
	closeAtExit(database, writeAheadLog);
	const dialect = durableSqliteDialect(withStatementCache(database), writeAheadLog);
	return new Kysely<Schema>({ dialect: withTransactionCheck(dialect), log });
}

async function prepareLog(database: DatabaseSync, file: string): Promise<FileSync> {
	// Where several processes open a new file, one changes its mode; the others are refused at once, without a wait.
	const setMode = async () => database.prepare("pragma journal_mode = WAL").get();
	const mode = await retried(setMode, "locked");
	if (mode?.journal_mode !== "wal") throw new Error(`SQLite cannot keep a write-ahead log beside ${file}.`);
	// `DurableSqliteDriver` waits for each commit, beside other work, and moves the log into the file itself.
	database.exec("pragma synchronous = NORMAL");
	database.exec("pragma wal_autocheckpoint = 0");
	// What was deleted is overwritten in the pages that are written anyway: no encrypted text outlives its row.
	database.exec("pragma secure_delete = FAST");
	return openLog(database, file);
}

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

	/** The driver keeps statements out of other requests' transactions; waiting for the disk must not block them. */
	override get supportsMultipleConnections() {
		return true;
	}
}

const openFiles = new Map<DatabaseSync, FileSync>();

/** Closes the files no earlier than at the exit, because requests finish before. */
function closeAtExit(database: DatabaseSync, log: FileSync): void {
	if (openFiles.size === 0) process.once("exit", () => closeFiles());
	openFiles.set(database, log);
}

function closeFiles(): void {
	for (const [database, log] of openFiles) {
		// A log that may not be on disk stays unchanged: closing would move it into the file.
		if (!database.isOpen || log.failure) continue;
		// Another process that uses the file must not delay the exit.
		database.exec("pragma busy_timeout = 0");
		database.close();
	}
	// Node would close what is left open, unless the process ends here.
	if ([...openFiles].some(([database, log]) => database.isOpen && log.failure)) process.exit();
}

async function openPostgres<Schema>(url: string, schema: string, log: Logger): Promise<Kysely<Schema>> {
	// Imported here, so that a start on SQLite does not load it.
	const { default: pg } = await import("pg");
	const pool = new pg.Pool({
		connectionString: url,
		options: `-c search_path=${schema}`,
		max: CONNECTIONS_MAX,
		connectionTimeoutMillis: CONNECT_WITHIN_MILLISECONDS,
	});
	// A connection that breaks must not end the process, whether it is idle or between two statements of a request: the
	// next query opens a new one, or fails.
	pool.on("error", () => {});
	pool.on("connect", (client) => client.on("error", () => {}));
	const kysely = new Kysely<Schema>({ dialect: withTransactionCheck(new RetryingPostgresDialect({ pool })), log });
	await createSchema(kysely, schema);
	return kysely;
}

/** Two instances that start together may both try; `IF NOT EXISTS` does not keep them from colliding. */
async function createSchema<Schema>(kysely: Kysely<Schema>, schema: string): Promise<void> {
	const exists = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(kysely);
	if (exists.rows.length > 0) return;
	await sql`create schema if not exists ${sql.id(schema)}`.execute(kysely).catch((error: unknown) => {
		if (!isDatabaseError(error, "schemaExists")) throw error;
	});
}
