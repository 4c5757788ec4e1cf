import "server-only";
import type { Kysely } from "kysely";
import { probeFailureOf, type StoreFailure, storeFailureOf } from "@/lib/database/error-codes";
import { databaseLocation, migrateDatabase, openDatabase } from "@/lib/database/open-database";
import { StoreHealth } from "@/lib/database/store-health";
import { processWide } from "@/lib/process/process-wide";
import { dashboardConfig } from "../config";
import { logger } from "../logger";
import { migrations } from "./migrations";
import type { DashboardSchema } from "./schema";

export const heldDatabase = processWide("dashboard-database", () =>
	open().catch((error: unknown) => {
		heldDatabase.forget();
		throw error;
	}),
);

const dashboardStoreHealth = processWide("dashboard-store-health", () => new StoreHealth());

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

/** The time a number of milliseconds from now, in the store's format: ISO 8601 UTC. */
export function fromNow(milliseconds: number): string {
	return new Date(Date.now() + milliseconds).toISOString();
}

const lastPlace = processWide("ordered-id", () => ({ at: "", count: 0 }));

/**
 * An identifier that sorts by time; those of one millisecond in the order in which this process made them.
 * @param at ISO 8601 UTC, now
 * @param end makes it unique
 */
export function orderedId(at: string, end: string): string {
	const last = lastPlace.get();
	const count = last.at === at ? last.count + 1 : 0;
	lastPlace.set({ at, count });
	return `${at}-${String(count).padStart(3, "0")}-${end}`;
}

type FaultOfStore = () => Promise<StoreFailure | null>;

const faultOfEmbeddedStore = processWide<FaultOfStore>("fault-of-embedded-store", () => async () => null);

/** The embedded tenant has its own store. Called at its start. */
export function provideEmbeddedStore(fault: FaultOfStore): void {
	faultOfEmbeddedStore.set(fault);
}

/** Why a store of this process can't be used at the moment, the end of "The store …"; null where all can. */
export async function storeFault(): Promise<StoreFailure | null> {
	const [own, embedded] = await Promise.all([ownFault(), faultOfEmbeddedStore.get()()]);
	return own ?? embedded;
}

async function ownFault(): Promise<StoreFailure | null> {
	try {
		return await dashboardStoreHealth.get().fault(await dashboardDatabase());
	} catch (error) {
		return probeFailureOf(error);
	}
}

/**
 * Writes data that a request can do without, so that pages work with a store that can't be written.
 * @param what was not written, for the log
 * @returns undefined where the store can't be written
 */
export async function bestEffort<Result>(
	what: string,
	write: (database: Kysely<DashboardSchema>) => Promise<Result>,
): Promise<Result | undefined> {
	try {
		return await write(await dashboardDatabase());
	} catch (error) {
		const fault = storeFailureOf(error);
		if (!fault) throw error;
		logger.warn({ what, store: fault }, "could not be noted");
		return undefined;
	}
}
