// Rows as commit fa79321e wrote them, before the migrations of this release, and what its management interface showed of
// them.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type { Kysely } from "kysely";
import { expect, it } from "vitest";
import { databaseLocation, migrateDatabase, openDatabase } from "@/lib/database/open-database";
import type { StoredRows } from "@/lib/database/testing/stored-rows";
import { createTestDatabase } from "@/lib/database/testing/test-database";
import { shownAnswers } from "../testing/shown-answers";
import { ENGINES } from "../testing/test-service";
import { openTestTenant } from "../testing/test-tenant";
import { migrations } from "./migrations";

const LAST = "2026-12-15-support";
/** What migrations since have granted the console. */
const GRANTED_SINCE: unknown[] = ["read:logs", "read:logs_users"];
const fixture = path.join(import.meta.dirname, "shown-answers", `${LAST}.json.gz`);
const { rows, answers }: { rows: StoredRows; answers: Record<string, unknown> } = JSON.parse(
	gunzipSync(readFileSync(fixture)).toString(),
);

it.each(ENGINES)("no migration since, and no start, drops a value that a response shows, on %s", async (engine) => {
	const folder = mkdtempSync(path.join(tmpdir(), "shown-answers-"));
	const server = engine === "PostgreSQL" ? process.env.TEST_DATABASE_URL : undefined;
	const postgres = server === undefined ? null : await createTestDatabase(server);
	const environment = { DATA_DIR: folder, DATABASE_URL: postgres?.url ?? "" };
	try {
		await writeRows(environment);
		const tenant = await openTestTenant(environment);
		await tenant.service.seed.fill();
		expect(withoutGrants(await shownAnswers(tenant))).toMatchObject(withoutGrants(answers));
		await tenant.close();
	} finally {
		await postgres?.drop();
		rmSync(folder, { recursive: true, force: true });
	}
});

function withoutGrants(shown: Record<string, unknown>): Record<string, unknown> {
	const text = JSON.stringify(shown, (_, value) =>
		Array.isArray(value) ? value.filter((each) => !GRANTED_SINCE.includes(each)) : value,
	);
	return JSON.parse(text);
}

async function writeRows({ DATA_DIR, DATABASE_URL }: { DATA_DIR: string; DATABASE_URL: string }): Promise<void> {
	const database: Kysely<Record<string, Record<string, unknown>>> = await openDatabase(
		databaseLocation("identity-service", DATA_DIR, DATABASE_URL),
	);
	const before = Object.entries(migrations).filter(([name]) => name <= LAST);
	await migrateDatabase(database, Object.fromEntries(before));
	for (const [table, values] of Object.entries(rows)) await database.insertInto(table).values(values).execute();
	await database.destroy();
}
