import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { Kysely, type LogEvent, sql } from "kysely";
import { withTransactionCheck } from "@/lib/database/in-transaction";
import { migrateDatabase, openDatabase } from "@/lib/database/open-database";
import { SqliteFile, sqliteDialect } from "@/lib/database/sqlite-dialect";
import { recordQueries } from "@/lib/database/testing/record-queries";
import { createDatabaseOfRun, createTestDatabase } from "@/lib/database/testing/test-database";
import { forgetProcessWideValues } from "@/lib/process/process-wide";
import { heldConfig } from "../config";
import { ROLES, type Role } from "../session/permissions";
import { heldDatabase } from "../store/dashboard-database";
import { migrations } from "../store/migrations";
import type { DashboardSchema } from "../store/schema";
import { browser, cookies, headers, otherCookies } from "./next-headers";

const APP_URL = "http://localhost:3000";
const SCHEMA = "dashboard";
const SESSION_ID = "session-of-the-test";

let database: Kysely<DashboardSchema> | null = null;
let postgresDatabase: Awaited<ReturnType<typeof createTestDatabase>> | null = null;
let commits = 0;

export const nextHeaders = { cookies, headers };

/**
 * Points the dashboard's settings at a service, and forgets its state of another.
 * @param postgres a server on which the store is a database of its own; else it is SQLite in memory
 */
export async function pointAtService(address: string, postgres?: string): Promise<void> {
	await clearDashboardState();
	heldConfig.set({
		appUrl: APP_URL,
		secure: false,
		sessionSecret: "s".repeat(32),
		previousSessionSecret: null,
		tenant: { name: "test", embedded: true },
		management: {
			baseUrl: `${address}/api/v2`,
			audience: `${address}/api/v2/`,
			clientId: "m",
			credential: { clientSecret: "ms" },
		},
		authentication: { baseUrl: address, clientId: "s", clientSecret: "ss" },
		editors: ["editor"],
		support: ["support"],
		viewers: ["viewer"],
		roleClaim: null,
		auditRetentionDays: 90,
		keepsMetadataValues: false,
		reasonRequired: [],
		tickets: null,
		secondEditor: { kinds: [], attributes: [] },
		allowsEmergencySave: false,
		proposers: [],
		proposalDays: 14,
		trustListFile: null,
		logStreamAllow: [],
		// No file can be made there: what works on after a test must not open a store of its own.
		dataDir: "/dev/null/none",
		databaseUrl: undefined,
	});
	database = postgres ? await openOnPostgres(postgres) : await openInMemory();
	await addSessions(database);
	heldDatabase.set(Promise.resolve(database));
}

/** Forgets all that was learned of the service, its token too, but neither the settings nor the store. */
export function forgetService(): void {
	const kept = [heldConfig.get(), heldDatabase.get()] as const;
	forgetProcessWideValues();
	heldConfig.set(kept[0]);
	heldDatabase.set(kept[1]);
}

/** The role of the signed-in admin from now on; null: no one is signed in. */
export function signInAs(who: Role | null, from: string | null = APP_URL): void {
	browser.session = who && SESSION_ID + who;
	browser.origin = from;
}

/** Makes the store refuse writes from now on, or accept them again. */
export async function acceptWrites(isTaken: boolean): Promise<void> {
	const onSqlite = sql`pragma query_only = ${sql.raw(String(!isTaken))}`;
	const mode = sql.raw(isTaken ? "read write" : "read only");
	const onPostgres = sql`set session characteristics as transaction ${mode}`;
	if (database) await (postgresDatabase ? onPostgres : onSqlite).execute(database);
}

/** Records the store's statements from now on. @returns takes their texts, and forgets them */
export function recordStatements(): () => string[] {
	if (!database) throw new Error("Point at a service first.");
	const recorder = recordQueries(database);
	heldDatabase.set(Promise.resolve(recorder.database));
	return () => recorder.take().map((statement) => statement.sql);
}

/** How often the store has committed since the last call, and so waited for the disk; always 0 on PostgreSQL. */
export function takeCommits(): number {
	const taken = commits;
	commits = 0;
	return taken;
}

/** Closes the store, so that no test sees another one's. No one is signed in afterwards. */
export async function clearDashboardState(): Promise<void> {
	forgetProcessWideValues();
	await database?.destroy();
	await postgresDatabase?.drop();
	database = null;
	postgresDatabase = null;
	otherCookies.clear();
	browser.authorization = null;
	signInAs(null);
}

/** An empty store in SQLite, which is migrated once per process. */
let migrated: Uint8Array | null = null;

async function openInMemory(): Promise<Kysely<DashboardSchema>> {
	const sqlite = new DatabaseSync(":memory:");
	if (migrated) sqlite.deserialize(migrated);
	const log = (event: LogEvent) => {
		if (!sqlite.isTransaction && !event.query.sql.startsWith("select ")) commits += 1;
	};
	const dialect = withTransactionCheck(sqliteDialect(new SqliteFile(sqlite)));
	const store = new Kysely<DashboardSchema>({ dialect, log });
	if (!migrated) {
		await migrateDatabase(store, migrations);
		migrated = sqlite.serialize();
	}
	return store;
}

/** The name of a database with the migrated store, which is made once per process. */
let template: Promise<string> | null = null;

/** In a database of its own, since some tests break the store's tables. */
async function openOnPostgres(server: string): Promise<Kysely<DashboardSchema>> {
	template ??= createTemplate(server);
	postgresDatabase = await createTestDatabase(server, await template);
	return openDatabase({ url: postgresDatabase.url, schema: SCHEMA });
}

async function createTemplate(server: string): Promise<string> {
	const { name, url } = await createDatabaseOfRun(server);
	const store = await openDatabase<DashboardSchema>({ url, schema: SCHEMA });
	await migrateDatabase(store, migrations);
	await store.destroy();
	return name;
}

/** One of each role, by whose name `signInAs` finds it. */
export async function addSessions(store: Kysely<DashboardSchema>): Promise<void> {
	const now = new Date().toISOString();
	const later = new Date(Date.now() + 3_600_000).toISOString();
	const row = {
		email: null,
		email_verified: 0,
		id_token: null,
		user_agent: null,
		created_at: now,
		last_seen_at: now,
		expires_at: later,
	};
	const sessions = ROLES.map((subject) => ({
		...row,
		subject,
		name: subject,
		id_hash: createHash("sha256")
			.update(SESSION_ID + subject)
			.digest("base64url"),
	}));
	await store.insertInto("sessions").values(sessions).execute();
}
