import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Child, endOf, go, readyOf, startChild } from "@/lib/database/testing/run-child";
import { createTestDatabase } from "@/lib/database/testing/test-database";
import { startIdentityService } from "../start";

const ROUNDS = process.env.LONG ? 100 : 2;
const ACKNOWLEDGED_A_ROUND = 60;
const TIMEOUT_MS = 60_000 + ROUNDS * 10_000;

describe("acknowledged writes", () => {
	let dataDir: string;
	beforeEach(() => {
		dataDir = mkdtempSync(path.join(tmpdir(), "durability-"));
	});
	afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

	/** Reads names until there are enough, then kills without warning; what was still in the pipe counts too. */
	async function killUnderWrites(child: Child): Promise<string[]> {
		const names: string[] = [];
		await readyOf(child);
		const ended = endOf(child);
		go(child);
		for await (const line of createInterface({ input: child.stdout })) {
			names.push(line);
			if (names.length === ACKNOWLEDGED_A_ROUND) child.kill("SIGKILL");
		}
		expect((await ended).errors).toBe("");
		return names;
	}

	async function surviveKills(databaseUrl = "") {
		const acknowledged: string[] = [];
		for (let round = 0; round < ROUNDS; round += 1) {
			acknowledged.push(
				...(await killUnderWrites(
					startChild("lib/identity-service/testing/write-until-killed.ts", dataDir, databaseUrl, String(round)),
				)),
			);
		}
		expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * ACKNOWLEDGED_A_ROUND);
		const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
		const { parts } = await startIdentityService({ appUrl: "http://localhost:3000", environment });
		const rows = await parts.database.selectFrom("templates").select("name_key").execute();
		const kept = new Set(rows.map(({ name_key }) => JSON.parse(name_key)));
		expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
		await parts.database.destroy();
	}

	it("survive kill -9, on SQLite", () => surviveKills(), TIMEOUT_MS);

	const server = process.env.TEST_DATABASE_URL;
	it.skipIf(!server)(
		`survive kill -9, on PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`,
		async () => {
			const postgres = await createTestDatabase(server ?? "");
			await surviveKills(postgres.url);
			await postgres.drop();
		},
		TIMEOUT_MS,
	);
});
