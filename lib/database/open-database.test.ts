import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isDatabaseError } from "./error-codes";
import { inTransaction } from "./in-transaction";
import { type DatabaseLocation, databaseLocation, migrateDatabase, openDatabase } from "./open-database";
import { endOf, go, readyOf, startChild } from "./testing/run-child";

type Schema = { things: { id: string; name: string } };

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "database-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function withDatabase(location: DatabaseLocation, use: (database: Kysely<Schema>) => Promise<void>) {
	const database = await openDatabase<Schema>(location);
	await use(database).finally(() => database.destroy());
}

const createThings = {
	up: async (db: Kysely<unknown>) => {
		await db.schema
			.createTable("things")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("name", "text", (column) => column.notNull().unique())
			.execute();
	},
};
const failHalfway = {
	up: async (db: Kysely<unknown>) => {
		await db.schema.createTable("half").addColumn("id", "text").execute();
		throw new Error("in the middle");
	},
};

function guarantees(place: () => DatabaseLocation) {
	it("migrates once, in the order of the names", async () => {
		const order: string[] = [];
		const named = (name: string) => ({ up: async () => void order.push(name) });
		await withDatabase(place(), async (database) => {
			await migrateDatabase(database, { b: named("b"), a: named("a") });
			await migrateDatabase(database, { a: named("a"), b: named("b"), c: named("c") });
		});
		expect(order).toEqual(["a", "b", "c"]);
	});

	it("leaves nothing of a migration that failed, and runs it again", async () => {
		await withDatabase(place(), async (database) => {
			await expect(migrateDatabase(database, { a: createThings, b: failHalfway })).rejects.toThrow("in the middle");
			expect((await database.introspection.getTables()).map(({ name }) => name)).not.toContain("half");
			await migrateDatabase(database, { a: createThings });
			await database.insertInto("things").values({ id: "1", name: "one" }).execute();
		});
	});

	describe("in a transaction", () => {
		async function withThings(use: (database: Kysely<Schema>) => Promise<void>) {
			await withDatabase(place(), async (database) => {
				await migrateDatabase(database, { a: createThings });
				await use(database);
			});
		}
		const add = (database: Kysely<Schema>, id: string) =>
			database.insertInto("things").values({ id, name: id }).execute();
		const ids = async (database: Kysely<Schema>) =>
			(await database.selectFrom("things").select("id").orderBy("id").execute()).map(({ id }) => id);

		it.each([
			["a query of the database", ids],
			["another transaction of the database", (database: Kysely<Schema>) => inTransaction(database, ids)],
		])("refuses %s at once, naming the mistake, and keeps nothing", async (_what, mistake) => {
			await withThings(async (database) => {
				const transaction = inTransaction(database, async (inside) => {
					await add(inside, "inside");
					await mistake(database);
				});
				await expect(transaction).rejects.toThrow("has to use the transaction that it is given");
				expect(await ids(database)).toEqual([]);
			});
		});

		it("makes a transaction of the transaction a part of it: both are rolled back", async () => {
			await withThings(async (database) => {
				const nested = inTransaction(database, async (inside) => {
					await inTransaction<Schema, unknown>(inside, (within) => add(within, "inner"));
					throw new Error("after the inner one");
				});
				await expect(nested).rejects.toThrow("after the inner one");
				expect(await ids(database)).toEqual([]);
			});
		});

		it("refuses a serializable part of a transaction that is not, and accepts it in one that is", async () => {
			await withThings(async (database) => {
				const part = (inside: Kysely<Schema>) => inTransaction(inside, ids, "serializable");
				await expect(inTransaction(database, part)).rejects.toThrow(/serializable/);
				expect(await inTransaction(database, part, "serializable")).toEqual(await ids(database));
			});
		});

		it("lets other requests use the database, and work that was started within once it has ended", async () => {
			await withThings(async (database) => {
				let end = () => {};
				const ended = new Promise<void>((resolve) => {
					end = resolve;
				});
				let left: Promise<unknown> = Promise.resolve();
				let other: Promise<unknown> = Promise.resolve();
				let begin = () => {};
				const begun = new Promise<void>((resolve) => {
					begin = resolve;
				});
				const otherBegins = begun.then(() => {
					other = add(database, "other request");
				});
				await inTransaction(database, async (inside) => {
					left = ended.then(() => add(database, "left running"));
					begin();
					await otherBegins;
					await add(inside, "inside");
				});
				end();
				await Promise.all([left, other]);
				expect(await ids(database)).toEqual(["inside", "left running", "other request"]);
			});
		});

		it("lets work use another database", async () => {
			await withThings(async (database) => {
				await withDatabase(databaseLocation("another", folder, undefined), async (another) => {
					await migrateDatabase(another, { a: createThings });
					await inTransaction(database, async (inside) => {
						await add(inside, "here");
						await inTransaction(another, (there) => add(there, "there"));
						await expect(ids(database)).rejects.toThrow("has to use the transaction");
					});
					expect([await ids(database), await ids(another)]).toEqual([["here"], ["there"]]);
				});
			});
		});
	});

	it("distinguishes a unique violation from any other failure", async () => {
		await withDatabase(place(), async (database) => {
			await migrateDatabase(database, { a: createThings });
			const insert = (id: string, name: string | null) =>
				database
					.insertInto("things")
					.values({ id, name: name as string })
					.execute()
					.then(
						() => null,
						(error: unknown) => isDatabaseError(error, "uniqueViolation"),
					);
			expect(await insert("1", "one")).toBeNull();
			expect(await insert("1", "other")).toBe(true);
			expect(await insert("2", "one")).toBe(true);
			expect(await insert("2", null)).toBe(false);
		});
	});
}

describe("SQLite", () => {
	guarantees(() => databaseLocation("things", folder, undefined));

	it("is one file in the data folder, readable by its owner only", async () => {
		const location = databaseLocation("things", path.join(folder, "deep", "data"), undefined);
		expect(location).toEqual({ file: path.join(folder, "deep", "data", "things.sqlite") });
		await withDatabase(location, async () => {});
		expect(statSync(path.join(folder, "deep", "data")).mode & 0o777).toBe(0o700);
	});

	it("may be opened for the first time by many processes at once", async () => {
		const file = "lib/database/testing/open-new-files.ts";
		const [processes, files] = process.env.LONG ? [6, 300] : [4, 60];
		const children = Array.from({ length: processes }, () => startChild(file, folder, String(files)));
		await Promise.all(children.map(readyOf));
		const ended = Promise.all(children.map(endOf));
		children.forEach(go);
		for (const { code, errors } of await ended) expect([code, errors]).toEqual([0, ""]);
	});

	it("writes a log first, syncs it at each commit, allows reads during a write, and waits for other processes", async () => {
		await withDatabase(databaseLocation("things", folder, undefined), async (database) => {
			const pragma = async (name: string) => {
				const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database);
				return Object.values(rows[0] ?? {})[0];
			};
			expect(await pragma("journal_mode")).toBe("wal");
			expect(await pragma("synchronous")).toBe(2);
			expect(await pragma("foreign_keys")).toBe(1);
			expect(await pragma("busy_timeout")).toBe(5000);
			expect(await pragma("wal_autocheckpoint")).toBe(0);
			expect(await pragma("secure_delete")).toBe(2);
		});
	});
});

describe("a server that breaks off", () => {
	it("is distinguished from a programming error by a code", async () => {
		const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
		await once(server, "listening");
		const { port } = server.address() as AddressInfo;
		const opening = openDatabase<Schema>({ url: `postgres://a:b@127.0.0.1:${port}/c`, schema: "things" });
		await expect(opening).rejects.toMatchObject({ code: expect.stringMatching(/^08001$|^ECONNRESET$/) });
		server.close();
	});
});

const server = process.env.TEST_DATABASE_URL;
describe.skipIf(!server)(`PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`, () => {
	let schemas = 0;
	let name: string;
	beforeEach(() => {
		schemas += 1;
		name = `database-test-${process.pid}-${schemas}`;
	});
	afterEach(async () => {
		await run(`drop schema if exists "${name.replaceAll("-", "_")}" cascade`);
	});
	async function run(statement: string): Promise<void> {
		const client = new pg.Client({ connectionString: server });
		await client.connect();
		await client.query(statement);
		await client.end();
	}
	const place = () => databaseLocation(name, folder, server);

	guarantees(place);

	it("is one schema of the database, which may be opened for the first time by many at once", async () => {
		expect(place()).toEqual({ url: server, schema: name.replaceAll("-", "_") });
		const databases = await Promise.all(Array.from({ length: 6 }, () => openDatabase<Schema>(place())));
		await Promise.all(databases.map((database) => migrateDatabase(database, { a: createThings })));
		await Promise.all(databases.map((database) => database.destroy()));
	});

	it("replaces NUL, which its texts cannot hold, as any driver replaces a lone surrogate", async () => {
		await withDatabase(place(), async (database) => {
			await migrateDatabase(database, { a: createThings });
			expect(await database.selectFrom("things").selectAll().where("id", "=", "\0").execute()).toEqual([]);
			await database.insertInto("things").values({ id: "a\0b", name: "\ud800" }).execute();
			const found = await database.selectFrom("things").selectAll().where("id", "=", "a\0b").execute();
			expect(found).toEqual([{ id: "a\ufffdb", name: "\ufffd" }]);
		});
	});

	it("is migrated independently of other schemas of the same database", async () => {
		const url = new URL(server ?? "");
		url.pathname = `/${name.replaceAll("-", "_")}`;
		await run(`create database ${url.pathname.slice(1)}`);
		try {
			for (const part of ["one-part", "other-part"]) {
				await withDatabase(databaseLocation(part, folder, url.href), async (database) => {
					await migrateDatabase(database, { a: createThings });
					await database.insertInto("things").values({ id: "1", name: part }).execute();
				});
			}
		} finally {
			await run(`drop database ${url.pathname.slice(1)} with (force)`);
		}
	});

	/** Makes `select refused_twice()` fail twice, as concurrent transactions would. */
	async function prepareRefusals(database: Kysely<Schema>) {
		await sql`create sequence tries`.execute(database);
		await sql`create function refused_twice() returns integer language plpgsql as $$ begin
			if nextval('tries') < 3 then raise exception using errcode = '40001'; end if;
			return currval('tries');
		end $$`.execute(database);
	}
	const refusedTwice = sql<{ tries: number }>`select refused_twice() as tries`;

	it("receives a statement again that it could not serialize", async () => {
		await withDatabase(place(), async (database) => {
			await prepareRefusals(database);
			expect((await refusedTwice.execute(database)).rows).toEqual([{ tries: 3 }]);
		});
	});

	it("receives a whole transaction again that it could not serialize, and keeps no part of the first", async () => {
		await withDatabase(place(), async (database) => {
			await migrateDatabase(database, { a: createThings });
			await prepareRefusals(database);
			let begun = 0;
			await inTransaction(database, async (transaction) => {
				begun += 1;
				await transaction
					.insertInto("things")
					.values({ id: String(begun), name: "one" })
					.execute();
				await refusedTwice.execute(transaction);
			});
			expect(begun).toBe(3);
			expect(await database.selectFrom("things").selectAll().execute()).toEqual([{ id: "3", name: "one" }]);
		});
	});

	it("commits both of two conflicting serializable transactions", async () => {
		await withDatabase(place(), async (database) => {
			await migrateDatabase(database, { a: createThings });
			const addAfterCounting = (id: string) =>
				inTransaction(
					database,
					async (transaction) => {
						const things = await transaction.selectFrom("things").selectAll().execute();
						await transaction
							.insertInto("things")
							.values({ id, name: `after ${things.length}` })
							.execute();
					},
					"serializable",
				);
			await Promise.all(["a", "b", "c", "d"].map(addAfterCounting));
			const things = await database.selectFrom("things").select("name").orderBy("name").execute();
			expect(things.map(({ name }) => name)).toEqual(["after 0", "after 1", "after 2", "after 3"]);
		});
	});

	it("opens no more than ten connections for one part of the app", async () => {
		const location = databaseLocation(name, folder, `${server}?application_name=${name}`);
		await withDatabase(location, async (database) => {
			await Promise.all(Array.from({ length: 40 }, () => sql`select pg_sleep(0.05)`.execute(database)));
			const open = await sql<{ count: string }>`
				select count(*) from pg_stat_activity where application_name = ${name}`.execute(database);
			expect(Number(open.rows[0]?.count)).toBe(10);
		});
	});

	it("works after the server closed its idle connections", async () => {
		// The connections are named, so that only these are closed: other tests use the same server.
		const location = databaseLocation(name, folder, `${server}?application_name=${name}`);
		await withDatabase(location, async (database) => {
			await migrateDatabase(database, { a: createThings });
			await run(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${name}'`);
			await new Promise((resolve) => setTimeout(resolve, 100));
			expect(await database.selectFrom("things").selectAll().execute()).toEqual([]);
		});
	});
});
