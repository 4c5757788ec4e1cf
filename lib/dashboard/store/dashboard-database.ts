import "server-only";
import type { Kysely } from "kysely";
import { migrateDatabase } from "@/lib/database/migrate-database";
import { databaseLocation, openDatabase } from "@/lib/database/open-database";
import { StoreHealth } from "@/lib/database/store-health";
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

export const dashboardStoreHealth = processWide("dashboard-store-health", () => new StoreHealth());

/** The dashboard's database, opened and migrated on the first call; a failed opening is tried again on the next. */
export function dashboardDatabase(): Promise<Kysely<DashboardSchema>> {
	return heldDatabase.get();
}

async function open(): Promise<Kysely<DashboardSchema>> {
	const { dataDir, databaseUrl } = dashboardConfig();
	const location = databaseLocation("dashboard", dataDir, databaseUrl);
	const database = await openDatabase<DashboardSchema>(location, dashboardStoreHealth.get());
	await migrateDatabase(database, migrations);
	return database;
}
