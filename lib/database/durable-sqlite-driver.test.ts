import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SqliteFile } from "./durable-sqlite-driver";
import { isDatabaseError } from "./error-codes";
import { migrateDatabase } from "./migrate-database";
import { durableSqliteDialect } from "./open-database";
import { withStatementCache } from "./statement-cache";

type Schema = { things: { id: number; name: string } };

let folder: string;
let file: SqliteFile;
let database: Kysely<Schema>;
/** Another process's connection to the same file. */
let other: DatabaseSync;
/** Pending waits for the disk, in order; a test ends each one itself. */
let waits: { resolve: () => void; reject: (error: Error) => void }[];
let failure: Error | null;

beforeEach(async () => {
	folder = mkdtempSync(path.join(tmpdir(), "durable-"));
	const sqlite = new DatabaseSync(path.join(folder, "a.sqlite"));
	sqlite.exec("pragma journal_mode = WAL; pragma wal_autocheckpoint = 0");
	sqlite.exec("create table things (id integer primary key, name text unique)");
	other = new DatabaseSync(path.join(folder, "a.sqlite"));
	file = withStatementCache(sqlite);
	waits = [];
	failure = null;
	const log = {
		get failure() {
			return failure;
		},
		wait: () => new Promise<void>((resolve, reject) => waits.push({ resolve, reject })),
		fail: (error: Error) => {
			failure = error;
		},
		close: async () => {},
	};
	database = new Kysely({ dialect: durableSqliteDialect(file, log) });
	// The commits in a file that was just opened are unknown.
	const first = ids();
	await rest();
	reachDisk();
	await first;
});
afterEach(async () => {
	await database.destroy();
	if (failure) file.close();
	other.close();
	rmSync(folder, { recursive: true, force: true });
});

/** Ends all pending waits: everything is on disk. */
function reachDisk() {
	for (const { resolve } of waits.splice(0)) resolve();
}

function failToReachDisk(error: Error) {
	failure = error;
	for (const { reject } of waits.splice(0)) reject(error);
}

const add = (id: number, name = `thing ${id}`) => database.insertInto("things").values({ id, name }).execute();
const ids = async () => (await database.selectFrom("things").select("id").orderBy("id").execute()).map(({ id }) => id);
/** Runs everything that can continue without the disk. */
const rest = () => new Promise<void>((resolve) => setImmediate(resolve));

function watch(work: Promise<unknown>) {
	const state = { outcome: "waits" };
	work.then(
		() => {
			state.outcome = "done";
		},
		(error: Error) => {
			state.outcome = error.message;
		},
	);
	return state;
}

it("ends a write when it is on disk, and no sooner", async () => {
	const write = watch(add(1));
	await rest();
	expect([write.outcome, waits.length]).toEqual(["waits", 1]);
	waits[0]?.resolve();
	await rest();
	expect(write.outcome).toBe("done");
});

it("runs other statements while one waits, and returns their rows when these are on disk too", async () => {
	const first = watch(add(1));
	await rest();
	const read = watch(ids().then((found) => expect(found).toEqual([1])));
	await rest();
	// The read joins the pending group commit.
	expect([read.outcome, waits.length]).toEqual(["waits", 1]);
	const second = watch(add(2));
	await rest();
	expect(waits).toHaveLength(2);
	waits[0]?.resolve();
	await rest();
	expect([first, read, second].map(({ outcome }) => outcome)).toEqual(["done", "done", "waits"]);
	waits[1]?.resolve();
	await rest();
	expect(second.outcome).toBe("done");
});

it("does not wait where all is on disk: after a read, a write that changed nothing, a refused write", async () => {
	const write = add(1);
	await rest();
	reachDisk();
	await write;
	expect(await ids()).toEqual([1]);
	await changeNothing();
	await expect(add(1)).rejects.toSatisfy((error) => isDatabaseError(error, "uniqueViolation"));
	await expect(readAndGiveUp()).rejects.toThrow("given up");
	expect(waits).toEqual([]);
});

const changeNothing = () =>
	database
		.insertInto("things")
		.values({ id: 1, name: "again" })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
const readAndGiveUp = () =>
	database.transaction().execute(async (inside) => {
		await inside.selectFrom("things").selectAll().execute();
		throw new Error("given up");
	});

it.each([
	["rows", () => ids(), "done"],
	["a change of no row", changeNothing, "done"],
	["a refusal", () => add(1), "UNIQUE constraint failed: things.id"],
	["the rows of a transaction that wrote nothing", readAndGiveUp, "given up"],
])("does not return %s before the commit that it depends on is on disk", async (_what, work, outcome) => {
	const write = watch(add(1));
	await rest();
	const dependent = watch(work());
	await rest();
	expect(dependent.outcome).toBe("waits");
	reachDisk();
	await rest();
	reachDisk();
	await rest();
	expect([write.outcome, dependent.outcome]).toEqual(["done", outcome]);
});

it("does not return rows that another process wrote before these are on disk", async () => {
	other.exec("insert into things values (7, 'seven')");
	const read = watch(ids().then((found) => expect(found).toEqual([7])));
	await rest();
	expect([read.outcome, waits.length]).toEqual(["waits", 1]);
	reachDisk();
	await rest();
	expect(read.outcome).toBe("done");
	expect(await ids()).toEqual([7]);
});

it("returns nothing after the disk has failed: no pending result, and none of later reads or writes", async () => {
	const write = watch(add(1));
	await rest();
	const read = watch(ids());
	await rest();
	failToReachDisk(new Error("EIO"));
	await rest();
	expect([write.outcome, read.outcome]).toEqual(["EIO", "EIO"]);
	const refusal = { code: "SQLITE_IOERR_FSYNC" };
	await expect(ids()).rejects.toMatchObject(refusal);
	await expect(add(2)).rejects.toMatchObject(refusal);
	await expect(database.transaction().execute(async () => {})).rejects.toMatchObject(refusal);
	expect(other.prepare("select id from things").all()).toEqual([{ id: 1 }]);
});

it("ends a transaction during which the disk failed, and commits nothing of it", async () => {
	const write = watch(add(1));
	await rest();
	const transaction = watch(
		database.transaction().execute(async (inside) => {
			await inside.insertInto("things").values({ id: 2, name: "two" }).execute();
			failToReachDisk(new Error("EIO"));
		}),
	);
	await rest();
	expect(write.outcome).toBe("EIO");
	expect(transaction.outcome).toMatch(/failed to keep/);
	expect(file.inTransaction).toBe(false);
	expect(other.prepare("select id from things").all()).toEqual([{ id: 1 }]);
});

it("runs nothing beside a write and a transaction, and looks up other processes' commits after a read", async () => {
	const prepare = vi.spyOn(file, "prepare");
	const statements = async (work: Promise<unknown>) => {
		await rest();
		reachDisk();
		await work;
		return prepare.mock.calls.splice(0).map(([text]) => text.split(" ", 2).join(" "));
	};
	expect(await statements(add(1))).toEqual(["insert into"]);
	expect(await statements(ids())).toEqual(['select "id"', "pragma data_version"]);
	const transaction = database.transaction().execute((inside) => inside.deleteFrom("things").execute());
	expect(await statements(transaction)).toEqual(["begin immediate", "delete from", "commit"]);
});

it("waits once for a transaction, at its end", async () => {
	const transaction = watch(
		database.transaction().execute(async (inside) => {
			await inside.insertInto("things").values({ id: 1, name: "one" }).execute();
			await inside.insertInto("things").values({ id: 2, name: "two" }).returning("id").execute();
		}),
	);
	await rest();
	expect([transaction.outcome, waits.length]).toEqual(["waits", 1]);
	reachDisk();
	await rest();
	expect(transaction.outcome).toBe("done");
});

it("runs no other statement in a transaction, and the pending ones when it is over", async () => {
	let proceed = () => {};
	const pause = new Promise<void>((resolve) => {
		proceed = resolve;
	});
	const transaction = watch(
		database.transaction().execute(async (inside) => {
			await inside.insertInto("things").values({ id: 1, name: "one" }).execute();
			await pause;
			throw new Error("given up");
		}),
	);
	await rest();
	const others = [watch(add(2)), watch(ids().then((found) => expect(found).toEqual([2])))];
	const next = watch(database.transaction().execute((inside) => inside.selectFrom("things").selectAll().execute()));
	await rest();
	expect([waits.length, ...others.map(({ outcome }) => outcome)]).toEqual([0, "waits", "waits"]);
	proceed();
	for (let round = 0; round < 4; round += 1) {
		await rest();
		reachDisk();
	}
	await rest();
	expect(transaction.outcome).toBe("given up");
	expect([...others, next].map(({ outcome }) => outcome)).toEqual(["done", "done", "done"]);
	expect(await ids()).toEqual([2]);
});

it("runs no other statement in a migration, whose end waits for the disk", async () => {
	let proceed = () => {};
	const pause = new Promise<void>((resolve) => {
		proceed = resolve;
	});
	const up = async (db: Kysely<unknown>) => {
		await db.schema.createTable("half").addColumn("id", "integer").execute();
		await pause;
	};
	const migration = watch(migrateDatabase(database, { a: { up } }));
	while (!file.inTransaction) {
		await rest();
		reachDisk();
	}
	const write = watch(add(1));
	await rest();
	reachDisk();
	await rest();
	expect([migration.outcome, write.outcome, file.inTransaction]).toEqual(["waits", "waits", true]);
	other.exec("pragma busy_timeout = 0");
	expect(() => other.exec("insert into things values (7, 'seven')")).toThrow(/locked/);
	proceed();
	while (file.inTransaction) await rest();
	expect([migration.outcome, write.outcome]).toEqual(["waits", "waits"]);
	for (let round = 0; round < 4; round += 1) {
		reachDisk();
		await rest();
	}
	expect([migration.outcome, write.outcome]).toEqual(["done", "done"]);
});

describe("the log", () => {
	const addMany = (from: number) =>
		database
			.insertInto("things")
			.values(Array.from({ length: 300 }, (_, index) => ({ id: from + index, name: `thing ${from + index}` })))
			.execute();

	it("is moved into the file regularly, and not before it is on disk", async () => {
		const size = () => statSync(path.join(folder, "a.sqlite")).size;
		const before = size();
		const write = addMany(1);
		await rest();
		expect(size()).toBe(before);
		reachDisk();
		await write;
		expect(size()).toBeGreaterThan(before);
	});

	const code = "SQLITE_IOERR_FSYNC";
	const failTo = (pragma: string) => {
		const prepare = file.prepare;
		file.prepare = (text) => {
			if (text.includes(pragma)) throw Object.assign(new Error("disk I/O error"), { code });
			return prepare(text);
		};
	};

	it("fails commits that wait while a checkpoint fails as ones that may be kept", async () => {
		failTo("checkpoint");
		const write = addMany(1);
		await rest();
		const waiting = expect(add(1000)).rejects.toMatchObject({ code: "EIO" });
		await rest();
		waits.shift()?.resolve();
		await write;
		expect(failure).not.toBeNull();
		failToReachDisk(failure as unknown as Error);
		await waiting;
		expect(other.prepare("select id from things where id = 1000").all()).toEqual([{ id: 1000 }]);
	});

	it("waits for the disk where other processes' commits cannot be looked up, and returns the rows", async () => {
		failTo("data_version");
		const read = watch(ids());
		await rest();
		expect(read.outcome).toBe("waits");
		reachDisk();
		await rest();
		expect(read.outcome).toBe("done");
	});

	it("is abandoned where a checkpoint does not reach the disk", async () => {
		failTo("checkpoint");
		const write = addMany(1);
		await rest();
		reachDisk();
		await write;
		await expect(ids()).rejects.toMatchObject({ code });
	});

	it("stays unchanged after the disk has failed: the file is not closed, which would move it", async () => {
		const write = watch(add(1));
		await rest();
		failToReachDisk(new Error("EIO"));
		await rest();
		await database.destroy();
		expect(write.outcome).toBe("EIO");
		expect(file.prepare("select id from things").all([])).toEqual([{ id: 1 }]);
	});
});
