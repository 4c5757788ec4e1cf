import "server-only";
import type { Kysely } from "kysely";
import { migrateDatabase } from "@/lib/database/migrate-database";
import { databaseLocation, openDatabase } from "@/lib/database/open-database";
import { processWide } from "@/lib/process/process-wide";
import { dashboardConfig } from "../config";
import { migrations } from "./migrations";
import type { DashboardSchema } from "./schema";

export const heldDatabase = processWide("dashboard-database", () =>
	open().catch((error: unknown) => {
		heldDatabase.forget();
		throw error;
	}),
);

/** The dashboard's database, opened and migrated on the first call; a failed opening is tried again on the next. */
export function dashboardDatabase(): Promise<Kysely<DashboardSchema>> {
	return heldDatabase.get();
}

async function open(): Promise<Kysely<DashboardSchema>> {
	const { dataDir, databaseUrl } = dashboardConfig();
	const database = await openDatabase<DashboardSchema>(databaseLocation("dashboard", dataDir, databaseUrl));
	await migrateDatabase(database, migrations);
	return database;
}
