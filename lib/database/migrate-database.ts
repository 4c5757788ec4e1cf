import { type Kysely, SqliteAdapter, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { retried } from "./retried";

/**
 * Brings the database up to date, in the order of the migrations' names, all in one transaction. Instances may start
 * together: PostgreSQL has a lock for migrations, on SQLite the transaction is the lock.
 */
export function migrateDatabase<Schema>(db: Kysely<Schema>, migrations: Record<string, Migration>): Promise<void> {
	return retried(async () => {
		const migrationTableSchema = await currentSchema(db);
		const provider = { getMigrations: async () => migrations };
		const { error } = await new Migrator({ db, provider, migrationTableSchema }).migrateToLatest();
		if (error) throw error;
	});
}

/** Kysely looks for its own tables in every schema, and would find those of the other part. */
async function currentSchema<Schema>(db: Kysely<Schema>): Promise<string | undefined> {
	if (db.getExecutor().adapter instanceof SqliteAdapter) return undefined;
	const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
	return rows[0]?.name;
}
