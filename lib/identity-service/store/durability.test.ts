import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Child, endOf, go, readyOf, startChild } from "@/lib/database/testing/run-child";
import { createTestDatabase } from "@/lib/database/testing/test-database";
import { startIdentityService } from "../start";

const server = process.env.TEST_DATABASE_URL;
/** The short run kills once, after a fixed number of acknowledged writes; the long one on both engines, at random moments. */
const LONG = process.env.LONG !== undefined;
const ROUNDS = LONG ? 30 : 1;
const ENGINES = LONG && server ? ["SQLite", "PostgreSQL"] : ["SQLite"];

describe.each(ENGINES)("on %s", (engine) => {
	let dataDir: string;
	beforeEach(() => {
		dataDir = mkdtempSync(path.join(tmpdir(), "durability-"));
	});
	afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

	/** Reads names until there are enough, then kills without warning; what was still in the pipe counts too. */
	async function killUnderWrites(child: Child, acknowledged: number): Promise<string[]> {
		const names: string[] = [];
		await readyOf(child);
		const ended = endOf(child);
		go(child);
		for await (const line of createInterface({ input: child.stdout })) {
			names.push(line);
			if (names.length === acknowledged) child.kill("SIGKILL");
		}
		expect((await ended).errors).toBe("");
		return names;
	}

	it("acknowledged writes survive kill -9", async () => {
		const postgres = engine === "PostgreSQL" && server ? await createTestDatabase(server) : null;
		const databaseUrl = postgres?.url ?? "";
		const acknowledged: string[] = [];
		for (let round = 0; round < ROUNDS; round += 1) {
			const count = LONG ? 1 + Math.floor(Math.random() * 200) : 60;
			const script = "lib/identity-service/testing/write-until-killed.ts";
			const names = await killUnderWrites(startChild(script, dataDir, databaseUrl, String(round)), count);
			expect(names.length).toBeGreaterThanOrEqual(count);
			acknowledged.push(...names);
		}
		const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
		const { parts } = await startIdentityService({ appUrl: "http://localhost:3000", environment });
		const rows = await parts.database.selectFrom("templates").select("name_key").execute();
		const kept = new Set(rows.map(({ name_key }) => JSON.parse(name_key)));
		expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
		await parts.database.destroy();
		await postgres?.drop();
	});
});
