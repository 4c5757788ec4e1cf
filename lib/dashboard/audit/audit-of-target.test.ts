import { type CompiledQuery, type Kysely, PostgresAdapter, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dashboardDatabase } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { listAuditOfTarget } from "./audit-store";

/** How the engine carries out a statement; PostgreSQL as it would with more rows than a test has. */
async function planOf(database: Kysely<DashboardSchema>, { sql: statement, parameters, ...rest }: CompiledQuery) {
	return database.connection().execute(async (connection) => {
		const isPostgres = connection.getExecutor().adapter instanceof PostgresAdapter;
		if (isPostgres) await sql`select set_config('enable_seqscan', 'off', false)`.execute(connection);
		const prefix = isPostgres ? "explain (costs off)" : "explain query plan";
		const { rows } = await connection.executeQuery<Record<string, unknown>>({
			...{ ...rest, parameters, sql: `${prefix} ${statement}` },
		});
		return rows.map((row) => String(row.detail ?? row["QUERY PLAN"])).join("\n");
	});
}

function guarantees(postgres?: string) {
	beforeEach(() => pointAtService("http://127.0.0.1:9", postgres));
	afterEach(clearDashboardState);

	test("is read from the index of targets, in its order, however long the trail is", async () => {
		const database = await dashboardDatabase();
		const run = vi.spyOn(database.getExecutor(), "executeQuery");
		await listAuditOfTarget(["post_vc_templates", "patch_vc_templates_by_id"], "vct_1", 21);
		const [statement] = run.mock.calls[0] ?? [];
		run.mockRestore();
		if (!statement) throw new Error("nothing was asked");
		const plan = await planOf(database, statement);
		expect(plan).toContain("audit_trail_target");
		expect(plan).not.toMatch(/SCAN|Seq Scan|Sort|TEMP B-TREE/);
	});
}

describe("the trail of one target in SQLite", () => guarantees());

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(
	`the trail of one target in PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`,
	() => guarantees(server),
);
