import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { grantConsole, noteConsoleGrants, type OldClients } from "./grant-console";

/** What this release lets the console do beyond the one before. */
const SUPPORT_SCOPES = [
	"read:client_credentials",
	"update:client_grants",
	"read:connections_options",
	"update:connections_options",
];

/** Sessions know a support agent who opened them, and failed logins whose they are, so that an admin can lift a block. */
export const support: Migration = {
	async up(db: Kysely<unknown>) {
		await db.schema.alterTable("sessions").addColumn("actor", "text").execute();
		await db.schema.alterTable("login_failures").addColumn("account_hash", "text").execute();
		await db.schema.alterTable("login_failures").addColumn("sealed_address", "text").execute();
		await db.schema.createIndex("login_failures_account").on("login_failures").column("account_hash").execute();
		await db.schema.createIndex("user_phones_user").on("user_phones").columns(["user_id", "phone_number"]).execute();
		await db.schema
			.createTable("console_grants")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("client_id", "text", (column) => column.notNull())
			.addColumn("client_name", "text", (column) => column.notNull())
			.addColumn("scopes", "text", (column) => column.notNull())
			.addColumn("granted_at", "text")
			.execute();
		const granted = await grantConsole(db as Kysely<OldClients>, SUPPORT_SCOPES);
		await noteConsoleGrants(db as Kysely<OldClients>, "2026-12-15-support", granted);
	},
};
