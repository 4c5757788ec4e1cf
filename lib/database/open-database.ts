import path from "node:path";
import { type Dialect, Kysely, type LogEvent, SqliteAdapter, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { isDatabaseError } from "./error-codes";
import { retried, withTransactionCheck } from "./in-transaction";
import { openSqlite } from "./open-sqlite";
import { RetryingPostgresDialect } from "./retrying-postgres-dialect";
import { sqliteDialect } from "./sqlite-dialect";
import type { StoreHealth } from "./store-health";

/** Per process, for each of the two databases of an instance: twenty of the hundred that PostgreSQL allows by default. */
const CONNECTIONS_MAX = 10;
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
	const dialect = withTransactionCheck(
		"file" in location ? sqliteDialect(await openSqlite(location.file)) : await postgresDialect(location),
	);
	const database = new Kysely<Schema>({ dialect, log });
	if ("schema" in location) await createSchema(database, location.schema);
	return database;
}

async function postgresDialect({ url, schema }: { url: string; schema: string }): Promise<Dialect> {
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
	return new RetryingPostgresDialect({ pool });
}

/** Two instances that start together may both try; `IF NOT EXISTS` does not keep them from colliding. */
async function createSchema<Schema>(database: Kysely<Schema>, schema: string): Promise<void> {
	const exists = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(database);
	if (exists.rows.length > 0) return;
	await sql`create schema if not exists ${sql.id(schema)}`.execute(database).catch((error: unknown) => {
		if (!isDatabaseError(error, "schemaExists")) throw error;
	});
}

/**
 * Runs the pending migrations, in the order of their names, all in one transaction. Instances may start at the same time:
 * PostgreSQL has a lock for migrations, on SQLite the transaction is the lock.
 */
export function migrateDatabase<Schema>(db: Kysely<Schema>, migrations: Record<string, Migration>): Promise<void> {
	const provider = { getMigrations: async () => migrations };
	return retried(async () => {
		// Without a schema, Kysely looks for its own tables in all, and would find those of the other part of the app.
		const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
		const current = sql<{ name: string }>`select current_schema() as name`;
		const migrationTableSchema = isSqlite ? undefined : (await current.execute(db)).rows[0]?.name;
		const { error } = await new Migrator({ db, provider, migrationTableSchema }).migrateToLatest();
		if (error) throw error;
	});
}
