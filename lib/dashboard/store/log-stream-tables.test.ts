import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { expect, test } from "vitest";
import { migrateDatabase } from "@/lib/database/open-database";
import { SqliteFile, sqliteDialect } from "@/lib/database/sqlite-dialect";
import { migrations } from "./migrations";
import type { DashboardSchema } from "./schema";

test("an upgrade leaves the versions of the last seven days to be compared: they may not be in the log stream yet", async () => {
	const dialect = sqliteDialect(new SqliteFile(new DatabaseSync(":memory:")));
	const database = new Kysely<DashboardSchema>({ dialect });
	const before = Object.entries(migrations).filter(([name]) => name < "2026-12-11");
	await migrateDatabase(database, Object.fromEntries(before));
	const versionOf = (days: number) => {
		const at = new Date(Date.now() - days * 24 * 3_600_000).toISOString();
		const texts = { id: at, tenant: "t", template_id: "vct_1", from_at: at, at, content: "{}" };
		return { ...texts, position: 10 - days, is_newest: 0, is_gone: 0, origin: "own" };
	};
	await database
		.insertInto("template_versions")
		.values([versionOf(8), versionOf(6), versionOf(1)])
		.execute();
	await migrateDatabase(database, migrations);
	const rows = await database.selectFrom("template_versions").select("is_compared").orderBy("id").execute();
	expect(rows.map((row) => row.is_compared)).toEqual([1, 0, 0]);
	await database.destroy();
});
