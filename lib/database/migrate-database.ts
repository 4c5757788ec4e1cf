import { type Kysely, type Migration, Migrator, SqliteAdapter, sql } from "kysely";
import { retried } from "./retried";

/** Brings the database up to date, in the order of the migrations' names. Instances may start together. */
export async function migrateDatabase<Schema>(
	kysely: Kysely<Schema>,
	migrations: Record<string, Migration>,
): Promise<void> {
	if (!(kysely.getExecutor().adapter instanceof SqliteAdapter)) return retried(() => migrate(kysely, migrations));
	// Kysely locks migrations on PostgreSQL only. On SQLite one transaction that takes the write lock at its start keeps
	// other processes out, and leaves no half-made tables behind.
	await kysely.connection().execute(async (connection) => {
		await sql`begin immediate`.execute(connection);
		try {
			await migrate(connection, migrations);
			await sql`commit`.execute(connection);
		} catch (error) {
			await sql`rollback`.execute(connection);
			throw error;
		}
	});
}

async function migrate<Schema>(db: Kysely<Schema>, migrations: Record<string, Migration>): Promise<void> {
	const migrationTableSchema = await currentSchema(db);
	const provider = { getMigrations: async () => migrations };
	const { error } = await new Migrator({ db, provider, migrationTableSchema }).migrateToLatest();
	if (error) throw error;
}

/** Kysely looks for its own tables in every schema, and would take those of the other half for them. */
async function currentSchema<Schema>(db: Kysely<Schema>): Promise<string | undefined> {
	if (db.getExecutor().adapter instanceof SqliteAdapter) return undefined;
	const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
	return rows[0]?.name;
}
