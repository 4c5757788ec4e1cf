import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isDatabaseError } from "./error-codes";
import { migrateDatabase } from "./open-database";
import { SqliteFile, sqliteDialect } from "./sqlite-dialect";

type Schema = { things: { id: number; name: string | null } };

let folder: string;
let sqlite: DatabaseSync;
let file: SqliteFile;
let database: Kysely<Schema>;
/** Another process's connection to the same file. */
let other: DatabaseSync;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "sqlite-dialect-"));
	sqlite = new DatabaseSync(path.join(folder, "a.sqlite"));
	sqlite.exec("pragma journal_mode = WAL; pragma wal_autocheckpoint = 0; pragma synchronous = OFF");
	sqlite.exec("create table things (id integer primary key, name text unique)");
	other = new DatabaseSync(path.join(folder, "a.sqlite"), { timeout: 0 });
	file = new SqliteFile(sqlite);
	database = new Kysely({ dialect: sqliteDialect(file) });
});
afterEach(async () => {
	await database.destroy();
	for (const each of [sqlite, other]) if (each.isOpen) each.close();
	rmSync(folder, { recursive: true, force: true });
});

const add = (id: number, name: string | null = null) => database.insertInto("things").values({ id, name }).execute();
const ids = async () => (await database.selectFrom("things").select("id").orderBy("id").execute()).map(({ id }) => id);
const idsSeenByOthers = () =>
	other
		.prepare("select id from things order by id")
		.all()
		.map(({ id }) => id);

describe("a statement", () => {
	it("uses the parameters of each call", async () => {
		await database
			.insertInto("things")
			.values([1, 2, 3].map((id) => ({ id, name: `name ${id}` })))
			.execute();
		const nameOf = async (id: number) =>
			(await database.selectFrom("things").select("name").where("id", "=", id).execute()).map(({ name }) => name);
		expect([await nameOf(1), await nameOf(3), await nameOf(9), await nameOf(1)]).toEqual([
			["name 1"],
			["name 3"],
			[],
			["name 1"],
		]);
	});

	it("returns rows that React passes to the browser: they have the prototype of any object", async () => {
		await add(1);
		const [row] = await database.selectFrom("things").selectAll().execute();
		expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
	});

	it("is run again after it was refused", async () => {
		await add(1, "one");
		await expect(add(2, "one")).rejects.toSatisfy((error) => isDatabaseError(error, "uniqueViolation"));
		await add(3, "three");
		expect(await ids()).toEqual([1, 3]);
	});

	it("sees a table that was altered since", async () => {
		const all = () => database.selectFrom("things").selectAll().execute();
		await add(1);
		expect(await all()).toEqual([{ id: 1, name: null }]);
		other.exec("alter table things add column colour text");
		expect(await all()).toEqual([{ id: 1, name: null, colour: null }]);
	});

	it("is compiled once, unless there are more than are kept", async () => {
		const compile = vi.spyOn(sqlite, "prepare");
		const select = (number: number) => sql`select ${sql.lit(number)} as number`.execute(database);
		for (const number of [0, 1, 0, 1]) expect((await select(number)).rows).toEqual([{ number }]);
		expect(compile).toHaveBeenCalledTimes(2);
		for (let number = 0; number < 1_000; number += 1) expect((await select(number)).rows).toEqual([{ number }]);
		expect((await select(1)).rows).toEqual([{ number: 1 }]);
		expect(compile).toHaveBeenCalledTimes(1_001);
	});

	it("leaves nothing open that prevents a checkpoint of the log", async () => {
		await add(1, "one");
		await ids();
		await expect(add(1)).rejects.toThrow(/UNIQUE/);
		expect(other.prepare("pragma wal_checkpoint(TRUNCATE)").all()).toEqual([{ busy: 0, log: 0, checkpointed: 0 }]);
	});

	it("runs with nothing beside it, and a transaction with its beginning and its end", async () => {
		const prepare = vi.spyOn(file, "prepare");
		await add(1);
		await ids();
		await database.transaction().execute((inside) => inside.deleteFrom("things").execute());
		const texts = prepare.mock.calls.map(([text]) => text.split(" ", 2).join(" "));
		expect(texts).toEqual(["insert into", 'select "id"', "begin immediate", "delete from", "commit"]);
	});
});

describe("a transaction", () => {
	function gate() {
		const { promise: opened, resolve: open } = Promise.withResolvers<void>();
		return { opened, open };
	}

	it("has no other statement in it, which run in their order when it is over", async () => {
		const { opened, open } = gate();
		const order: string[] = [];
		const note = (what: string) => () => void order.push(what);
		const transaction = database
			.transaction()
			.execute(async (inside) => {
				await inside.insertInto("things").values({ id: 1, name: null }).execute();
				await opened;
				throw new Error("given up");
			})
			.catch(note("given up"));
		const others = [add(2).then(note("write")), ids().then((found) => order.push(`read ${found}`))];
		const next = database
			.transaction()
			.execute((inside) => inside.selectFrom("things").selectAll().execute())
			.then(note("transaction"));
		await expect.poll(() => sqlite.isTransaction).toBe(true);
		expect(order).toEqual([]);
		open();
		await Promise.all([transaction, ...others, next]);
		expect(order).toEqual(["given up", "write", "read 2", "transaction"]);
	});

	it("keeps other processes from writing from its beginning, as a migration does, which no other statement gets into", async () => {
		const { opened, open } = gate();
		let isOver = false;
		const up = async (db: Kysely<unknown>) => {
			await db.schema.createTable("half").addColumn("id", "integer").execute();
			await opened;
			isOver = true;
		};
		const migration = migrateDatabase(database, { a: { up } });
		await expect.poll(() => sqlite.isTransaction).toBe(true);
		const write = add(1).then(() => isOver);
		expect(() => other.exec("insert into things values (7, 'seven')")).toThrow(/locked/);
		open();
		await migration;
		expect(await write).toBe(true);
		const reads = database.transaction().execute(async (inside) => {
			await inside.selectFrom("things").selectAll().execute();
			expect(() => other.exec("insert into things values (7, 'seven')")).toThrow(/locked/);
		});
		await reads;
	});

	it("that SQLite ends by itself fails with SQLite's reason", async () => {
		sqlite.exec("pragma max_page_count = 1");
		const write = database.transaction().execute(async (inside) => {
			const tooMuch = { id: 1, name: "x".repeat(100_000) };
			const failed = await inside
				.insertInto("things")
				.values(tooMuch)
				.execute()
				.catch((error: unknown) => error);
			expect(sqlite.isTransaction).toBe(false);
			throw failed;
		});
		await expect(write).rejects.toMatchObject({ errcode: 13 });
		await add(1);
		expect(idsSeenByOthers()).toEqual([1]);
	});

	it("that cannot be rolled back fails with its own error, and no later write seems to be stored", async () => {
		const prepare = sqlite.prepare.bind(sqlite);
		const outOfMemory = Object.assign(new Error("out of memory"), { code: "ERR_SQLITE_ERROR", errcode: 7 });
		vi.spyOn(sqlite, "prepare").mockImplementation((text) => {
			if (text === "rollback") throw outOfMemory;
			return prepare(text);
		});
		const write = database.transaction().execute(async (inside) => {
			await inside.insertInto("things").values({ id: 1, name: null }).execute();
			throw new Error("given up");
		});
		await expect(write).rejects.toThrow("given up");
		await expect(add(2)).rejects.toMatchObject({ code: "SQLITE_IOERR_FSYNC", cause: outOfMemory });
		expect(idsSeenByOthers()).toEqual([]);
	});
});

/** As Node reports that SQLite's sync of a file, or of its folder, has failed. */
const syncFailure = (errcode = 1034) =>
	Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode });

/** The commit is written, and its sync fails. */
function failToSync(text: string, errcode?: number) {
	const prepare = sqlite.prepare.bind(sqlite);
	vi.spyOn(sqlite, "prepare").mockImplementation((given) => {
		const statement = prepare(given);
		if (!given.startsWith(text)) return statement;
		const { run } = statement;
		statement.run = (...parameters: unknown[]) => {
			Reflect.apply(run, statement, parameters);
			throw syncFailure(errcode);
		};
		return statement;
	});
}

describe("after a failed sync", () => {
	it.each([
		["a statement", "insert", 1034, () => add(1)],
		[
			"a transaction",
			"commit",
			1034,
			() =>
				database.transaction().execute((inside) => inside.insertInto("things").values({ id: 1, name: null }).execute()),
		],
		["its folder", "insert", 1290, () => add(1)],
	])("of %s the outcome is unknown, and every later statement is refused", async (_what, text, errcode, write) => {
		failToSync(text, errcode);
		await expect(write()).rejects.toMatchObject({ code: "EIO", cause: { errcode } });
		const refusal = { code: "SQLITE_IOERR_FSYNC", message: expect.stringContaining("after a restart") };
		await expect(ids()).rejects.toMatchObject(refusal);
		await expect(add(2)).rejects.toMatchObject(refusal);
		await expect(database.transaction().execute(async () => {})).rejects.toMatchObject(refusal);
		expect(idsSeenByOthers()).toEqual([1]);
	});

	it("what waited for a transaction is refused", async () => {
		failToSync("commit");
		const transaction = database.transaction().execute((inside) => inside.deleteFrom("things").execute());
		const waiting = expect(add(1)).rejects.toMatchObject({ code: "SQLITE_IOERR_FSYNC" });
		await expect(transaction).rejects.toMatchObject({ code: "EIO" });
		await waiting;
		expect(idsSeenByOthers()).toEqual([]);
	});

	it("the file is not closed, which would move the log", async () => {
		failToSync("insert");
		await expect(add(1)).rejects.toThrow();
		await database.destroy();
		expect([file.close(), sqlite.isOpen]).toEqual([false, true]);
	});
});

describe("the log", () => {
	const addMany = (from: number, count = 300) =>
		database
			.insertInto("things")
			.values(Array.from({ length: count }, (_, index) => ({ id: from + index, name: `thing ${from + index}` })))
			.execute();
	const fileBytes = () => statSync(path.join(folder, "a.sqlite")).size;

	it.each([
		["rows of one statement", () => addMany(1)],
		[
			"returned rows",
			() =>
				sql`insert into things select value, null from json_each(${JSON.stringify(Array.from({ length: 300 }, (_, index) => index))}) returning id`.execute(
					database,
				),
		],
		[
			"statements",
			async () => {
				for (let id = 0; id < 300; id += 1) await add(id, `thing ${id}`);
			},
		],
		[
			"rows of a transaction",
			() =>
				database.transaction().execute(async (inside) => {
					await inside
						.insertInto("things")
						.values(Array.from({ length: 300 }, (_, id) => ({ id, name: `thing ${id}` })))
						.execute();
				}),
		],
	])("is moved into the database after three hundred %s", async (_what, write) => {
		const before = fileBytes();
		await addMany(1000, 200);
		await write();
		expect(fileBytes()).toBeGreaterThan(before);
	});

	it("is not moved for reads", async () => {
		const before = fileBytes();
		await addMany(1, 200);
		for (let reads = 0; reads < 300; reads += 1) await database.selectNoFrom(sql`1`.as("one")).execute();
		expect(fileBytes()).toBe(before);
	});

	it("is moved for writes without rows too, as the health check makes them", async () => {
		const exec = vi.spyOn(sqlite, "exec");
		for (let writes = 0; writes < 299; writes += 1) await sql`pragma user_version = 0`.execute(database);
		expect(exec).not.toHaveBeenCalled();
		await sql`pragma user_version = 0`.execute(database);
		expect(exec).toHaveBeenCalledWith("pragma wal_checkpoint(passive)");
	});

	it("ends the use of the file where a sync of that fails, and not the commit before, which is on disk", async () => {
		vi.spyOn(sqlite, "exec").mockImplementation(() => {
			throw syncFailure();
		});
		await addMany(1);
		await expect(ids()).rejects.toMatchObject({ code: "SQLITE_IOERR_FSYNC" });
		expect(idsSeenByOthers()).toHaveLength(300);
	});

	it("is moved later where that fails otherwise", async () => {
		const before = fileBytes();
		const exec = vi.spyOn(sqlite, "exec").mockImplementationOnce(() => {
			throw Object.assign(new Error("disk full"), { code: "ERR_SQLITE_ERROR", errcode: 13 });
		});
		await addMany(1);
		expect([exec.mock.calls.length, fileBytes()]).toEqual([1, before]);
		await addMany(1000);
		expect(fileBytes()).toBeGreaterThan(before);
	});
});
