import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Kysely, sql } from "kysely";
import LibsqlDatabase from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DurableSqliteDialect } from "./durable-sqlite-dialect";
import { withKeptStatements } from "./kept-statements";

type Schema = { things: { id: number; name: string } };

let folder: string;
let database: Kysely<Schema>;
/** Waits for the disk that are under way, in order; a test ends each one itself. */
let waits: { resolve: () => void; reject: (error: Error) => void }[];

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "durable-"));
	const file = new LibsqlDatabase(path.join(folder, "a.sqlite"));
	file.exec("create table things (id integer primary key, name text unique)");
	waits = [];
	const wait = () => new Promise<void>((resolve, reject) => waits.push({ resolve, reject }));
	database = new Kysely({
		dialect: new DurableSqliteDialect(withKeptStatements(file), { wait, close: async () => {} }),
	});
});
afterEach(async () => {
	await database.destroy();
	rmSync(folder, { recursive: true, force: true });
});

const add = (id: number, name = `thing ${id}`) => database.insertInto("things").values({ id, name }).execute();
const ids = async () => (await database.selectFrom("things").select("id").orderBy("id").execute()).map(({ id }) => id);
/** Whatever can go on without the disk has gone on. */
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

it("ends a write when the disk has it, and no sooner", async () => {
	const write = watch(add(1));
	await rest();
	expect([write.outcome, waits.length]).toEqual(["waits", 1]);
	waits[0]?.resolve();
	await rest();
	expect(write.outcome).toBe("done");
});

it("goes on with reads and other writes while one waits for the disk", async () => {
	const first = watch(add(1));
	await rest();
	expect(await ids()).toEqual([1]);
	const second = watch(add(2));
	await rest();
	expect(waits).toHaveLength(2);
	waits[1]?.resolve();
	await rest();
	expect([first.outcome, second.outcome]).toEqual(["waits", "done"]);
	waits[0]?.resolve();
});

it("waits for nothing after a read, and after a write that changed nothing or was refused", async () => {
	const write = add(1);
	await rest();
	waits.shift()?.resolve();
	await write;
	expect(await ids()).toEqual([1]);
	await database.deleteFrom("things").where("id", "=", 9).execute();
	await database
		.insertInto("things")
		.values({ id: 1, name: "again" })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
	await expect(add(1)).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT_PRIMARYKEY" });
	expect(waits).toEqual([]);
});

it("says that a write failed where the disk did", async () => {
	const write = watch(add(1));
	await rest();
	waits[0]?.reject(new Error("EIO"));
	await rest();
	expect(write.outcome).toBe("EIO");
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
	waits[0]?.resolve();
	await rest();
	expect(transaction.outcome).toBe("done");
});

it("lets nobody into a transaction, and takes up who waited when it is over", async () => {
	let goOn = () => {};
	const pause = new Promise<void>((resolve) => {
		goOn = resolve;
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
	goOn();
	await rest();
	expect(transaction.outcome).toBe("given up");
	for (const { resolve } of waits) resolve();
	await rest();
	expect([...others, next].map(({ outcome }) => outcome)).toEqual(["done", "done", "done"]);
	expect(await ids()).toEqual([2]);
});

it("is free again after a transaction whose end failed", async () => {
	const failed = watch(
		database.transaction().execute(async (inside) => {
			await inside.insertInto("things").values({ id: 1, name: "one" }).execute();
		}),
	);
	await rest();
	for (const { reject } of waits.splice(0)) reject(new Error("EIO"));
	await rest();
	expect(failed.outcome).toBe("EIO");
	const write = watch(add(2));
	await rest();
	for (const { resolve } of waits) resolve();
	await rest();
	expect(write.outcome).toBe("done");
});

it("gives a statement of its own making, such as the end of a migration, its wait", async () => {
	const work = watch(
		database.connection().execute(async (connection) => {
			await sql`begin immediate`.execute(connection);
			await sql`insert into things values (1, 'one')`.execute(connection);
			await sql`commit`.execute(connection);
		}),
	);
	await rest();
	expect([work.outcome, waits.length]).toEqual(["waits", 1]);
	waits[0]?.resolve();
	await rest();
	expect(work.outcome).toBe("done");
});
