import { type Kysely, sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "./open-database";
import { openBreakableLine } from "./testing/breakable-line";
import { createTestDatabase } from "./testing/test-database";

type Schema = { things: { id: number } };
const server = process.env.TEST_DATABASE_URL;

describe.skipIf(!server)(
	`a PostgreSQL that goes away${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`,
	() => {
		let postgres: Awaited<ReturnType<typeof createTestDatabase>>;
		let line: Awaited<ReturnType<typeof openBreakableLine>>;
		let database: Kysely<Schema>;
		beforeEach(async () => {
			postgres = await createTestDatabase(server ?? "");
			const url = new URL(postgres.url);
			line = await openBreakableLine({ host: url.hostname, port: Number(url.port || 5432) });
			[url.hostname, url.port] = ["127.0.0.1", String(line.port)];
			database = await openDatabase({ url: url.href, schema: "restart" });
			await database.schema.createTable("things").addColumn("id", "integer").execute();
		});
		afterEach(async () => {
			await database.destroy();
			line.close();
			await postgres.drop();
		});

		/** Ends every connection of the test's database, as a stopping server does, once a statement that sleeps runs. */
		async function endConnections() {
			const admin = new pg.Client({ connectionString: server });
			await admin.connect();
			const name = new URL(postgres.url).pathname.slice(1);
			const naps = "select pid from pg_stat_activity where datname = $1 and query like '%pg_sleep%'";
			await expect.poll(async () => (await admin.query(naps, [name])).rows).toHaveLength(1);
			await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
			await admin.end();
		}

		it("receives a read again on a new connection after it ended the first one", async () => {
			const read = database.selectNoFrom(sql<number>`1 + length(pg_sleep(1)::text)`.as("one")).execute();
			await endConnections();
			expect(await read).toEqual([{ one: 1 }]);
		});

		it("does not receive a write again that it may have carried out", async () => {
			const write = database.insertInto("things").expression(sql`select 1 from pg_sleep(1)`).execute();
			const ended = expect(write).rejects.toMatchObject({ code: expect.stringMatching(/^(57P01|08006)$/) });
			await endConnections();
			await ended;
			expect(await database.selectFrom("things").selectAll().execute()).toEqual([]);
		});

		it("is waited for while it restarts, by reads and by writes that had not begun", async () => {
			line.cut();
			const read = database.selectNoFrom(sql<number>`1`.as("one")).execute();
			const write = database.insertInto("things").values({ id: 1 }).execute();
			await expect.poll(() => line.refused()).toBeGreaterThan(2);
			line.mend();
			expect(await read).toEqual([{ one: 1 }]);
			await write;
			expect(await database.selectFrom("things").selectAll().execute()).toEqual([{ id: 1 }]);
		});

		it("is given up when it stays down, and used again as soon as it is back", async () => {
			line.cut();
			const gone = { code: expect.stringMatching(/^(08...|ECONNRESET)$/) };
			await expect(database.selectFrom("things").selectAll().execute()).rejects.toMatchObject(gone);
			await expect(database.insertInto("things").values({ id: 1 }).execute()).rejects.toMatchObject(gone);
			line.mend();
			expect(await database.selectFrom("things").selectAll().execute()).toEqual([]);
		});
	},
);
