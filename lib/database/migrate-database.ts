import { type Kysely, SqliteAdapter, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { retried } from "./in-transaction";

/**
 * Runs the pending migrations, in the order of their names, all in one transaction. Instances may start at the same time:
 * PostgreSQL has a lock for migrations, on SQLite the transaction is the lock.
 */
export function migrateDatabase<Schema>(db: Kysely<Schema>, migrations: Record<string, Migration>): Promise<void> {
	return retried(async () => {
		const migrationTableSchema = await currentSchema(db);
		const provider = { getMigrations: async () => migrations };
		const { error } = await new Migrator({ db, provider, migrationTableSchema }).migrateToLatest();
		if (error) throw error;
	});
}

/** Without a schema, Kysely looks for its own tables in all, and would find those of the other part of the app. */
async function currentSchema<Schema>(db: Kysely<Schema>): Promise<string | undefined> {
	if (db.getExecutor().adapter instanceof SqliteAdapter) return undefined;
	const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
	return rows[0]?.name;
}
