import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "./open-database";
import { StoreHealth } from "./store-health";
import { createTestDatabase } from "./testing/test-database";

let time: number;
let health: StoreHealth;
let database: Kysely<unknown>;
beforeEach(() => {
	time = 0;
	health = new StoreHealth(() => time);
});
const fault = () => health.fault(database);
const pass = (milliseconds: number) => {
	time += milliseconds;
};

describe("a SQLite file", () => {
	let folder: string;
	beforeEach(async () => {
		folder = mkdtempSync(path.join(tmpdir(), "health-"));
		database = await openDatabase({ file: path.join(folder, "a.sqlite") }, health);
	});
	afterEach(async () => {
		await database.destroy();
		rmSync(folder, { recursive: true, force: true });
	});
	const acceptWrites = (isOn: boolean) => sql`pragma query_only = ${sql.raw(String(!isOn))}`.execute(database);

	it("is well until it refuses writes, even without a write, and is well again by itself", async () => {
		expect(await fault()).toBeNull();
		await acceptWrites(false);
		pass(5_000);
		expect(await fault()).toBe("takes no writes: it is read-only");
		await acceptWrites(true);
		pass(5_000);
		expect(await fault()).toBeNull();
	});

	it("is not well after a write failed, until one succeeds", async () => {
		expect(await fault()).toBeNull();
		pass(1_000);
		await acceptWrites(false);
		await expect(sql`create table things (id text)`.execute(database)).rejects.toThrow();
		await acceptWrites(true);
		expect(await fault()).toBe("takes no writes: it is read-only");
		pass(4_000);
		expect(await fault()).toBeNull();
	});

	it("is written once in five seconds whatever the number of calls", async () => {
		const other = new DatabaseSync(path.join(folder, "a.sqlite"));
		const commits = () => other.prepare("pragma data_version").all();
		await fault();
		const before = commits();
		pass(4_999);
		await Promise.all([fault(), fault(), fault()]);
		expect(commits()).toEqual(before);
		pass(1);
		await Promise.all([fault(), fault(), fault()]);
		const after = commits();
		expect(after).not.toEqual(before);
		await fault();
		expect(commits()).toEqual(after);
		other.close();
	});
});

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(`PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`, () => {
	let postgres: Awaited<ReturnType<typeof createTestDatabase>>;
	beforeEach(async () => {
		postgres = await createTestDatabase(server ?? "");
		database = await openDatabase({ url: postgres.url, schema: "health" }, health);
	});
	afterEach(async () => {
		await database.destroy();
		await postgres.drop();
	});

	it("is not well for a while after the server had no space for a write", async () => {
		expect(await fault()).toBeNull();
		const full = sql`do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`;
		await expect(full.execute(database)).rejects.toMatchObject({ code: "53100" });
		expect(await fault()).toBe("accepts no writes: the disk is full");
		pass(14_999);
		expect(await fault()).toBe("accepts no writes: the disk is full");
		pass(1);
		expect(await fault()).toBeNull();
	});

	it("is well as soon as it responds again", async () => {
		expect(await fault()).toBeNull();
		const gone = sql`do $$ begin raise exception 'the server stops' using errcode = '57P01'; end $$`;
		await expect(gone.execute(database)).rejects.toMatchObject({ code: "57P01" });
		expect(await fault()).toBeNull();
	});

	it("is not well as soon as it has stopped", async () => {
		expect(await fault()).toBeNull();
		await postgres.drop();
		expect(await fault()).toBe("does not answer");
		postgres = await createTestDatabase(server ?? "");
	});
});
