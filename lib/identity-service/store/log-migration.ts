import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { grantConsole, noteConsoleGrants, type OldClients } from "./grant-console";

/** What this release lets the console read beyond the one before. */
const LOG_SCOPES = ["read:logs", "read:logs_users"];

const OPTIONAL_TEXTS = [
	...["description", "user_id", "user_name", "name_key", "client_id", "client_name", "connection", "connection_id"],
	...["ip", "hostname", "organization_id", "user_agent", "strategy", "strategy_type", "rest"],
];
/** By each of these a search finds entries without reading the others. */
const SEARCHED = ["user_id", "ip", "client_id", "type"];

/** The tenant's log, and what is counted of it, so that a stranger can't push other entries out. */
export const log: Migration = {
	async up(db: Kysely<unknown>) {
		const text = db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : "text";
		let entries = db.schema
			.createTable("log_entries")
			.addColumn("log_id", text, (column) => column.primaryKey())
			.addColumn("date", text, (column) => column.notNull())
			.addColumn("type", text, (column) => column.notNull());
		for (const name of OPTIONAL_TEXTS) entries = entries.addColumn(name, text);
		await entries.execute();
		for (const name of SEARCHED) {
			await db.schema.createIndex(`log_entries_${name}`).on("log_entries").columns([name, "log_id"]).execute();
		}
		await db.schema
			.createIndex("log_entries_name_key")
			.on("log_entries")
			.column("name_key")
			.where(sql.ref("name_key"), "is not", null)
			.execute();
		await db.schema
			.createTable("log_counts")
			.addColumn("key_hash", "text", (column) => column.primaryKey())
			.addColumn("entries", "integer", (column) => column.notNull())
			.addColumn("log_id", "text", (column) => column.notNull())
			.addColumn("until", "integer", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("log_counts_until").on("log_counts").column("until").execute();
		const granted = await grantConsole(db as Kysely<OldClients>, LOG_SCOPES);
		await noteConsoleGrants(db as Kysely<OldClients>, "2026-12-29-log", granted);
	},
};
