import { type Kysely, type Migration, Migrator, SqliteAdapter, sql } from "kysely";

/** Brings the database up to date, in the order of the migrations' names. Instances may start together. */
export async function migrateDatabase<Schema>(
	kysely: Kysely<Schema>,
	migrations: Record<string, Migration>,
): Promise<void> {
	if (!(kysely.getExecutor().adapter instanceof SqliteAdapter)) return migrate(kysely, migrations);
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
	const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest();
	if (error) throw error;
}
