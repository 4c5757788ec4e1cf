import "server-only";
import type { Kysely } from "kysely";
import { migrateDatabase } from "@/lib/database/migrate-database";
import { databaseLocation, openDatabase } from "@/lib/database/open-database";
import { dashboardConfig } from "../config";
import { migrations } from "./migrations";
import type { DashboardSchema } from "./schema";

const held = globalThis as { [key: symbol]: Promise<Kysely<DashboardSchema>> | undefined };
const key = Symbol.for("identity-console.dashboard-database");

/** The dashboard's database, opened and migrated on the first call; a failed opening is tried again on the next. */
export function dashboardDatabase(): Promise<Kysely<DashboardSchema>> {
	held[key] ??= open().catch((error: unknown) => {
		held[key] = undefined;
		throw error;
	});
	return held[key];
}

async function open(): Promise<Kysely<DashboardSchema>> {
	const { dataDir, databaseUrl } = dashboardConfig();
	const database = await openDatabase<DashboardSchema>(databaseLocation("dashboard", dataDir, databaseUrl));
	await migrateDatabase(database, migrations);
	return database;
}
