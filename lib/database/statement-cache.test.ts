import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { withStatementCache } from "./statement-cache";

let folder: string;
let file: DatabaseSync;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "statements-"));
	file = new DatabaseSync(path.join(folder, "a.sqlite"));
	file.exec("create table things (id integer primary key, name text unique)");
	file.exec("insert into things values (1, 'one'), (2, 'two'), (3, 'three')");
});
afterEach(() => {
	if (file.isOpen) file.close();
	rmSync(folder, { recursive: true, force: true });
});

it("uses the parameters of each call", () => {
	const database = withStatementCache(file);
	const nameOf = (id: number) => database.prepare("select name from things where id = ?").all([id]);
	expect([nameOf(1), nameOf(3), nameOf(9), nameOf(1)]).toEqual([
		[{ name: "one" }],
		[{ name: "three" }],
		[],
		[{ name: "one" }],
	]);
});

it("writes again after a refused write", () => {
	const database = withStatementCache(file);
	const insert = (name: string) => database.prepare("insert into things (name) values (?)").run([name]);
	expect(insert("four").changes).toBe(1);
	expect(() => insert("one")).toThrow(/UNIQUE/);
	expect(insert("five").changes).toBe(1);
	expect(file.prepare("select count(*) as n from things").all()).toEqual([{ n: 5 }]);
});

it("sees a table that was altered since", () => {
	const database = withStatementCache(file);
	const all = () => database.prepare("select * from things where id = ?").all([1]);
	expect(all()).toEqual([{ id: 1, name: "one" }]);
	file.exec("alter table things add column colour text");
	expect(all()).toEqual([{ id: 1, name: "one", colour: null }]);
});

it("works with more statements than it keeps", () => {
	const database = withStatementCache(file);
	for (let round = 0; round < 2; round += 1) {
		for (let number = 0; number < 500; number += 1) {
			expect(database.prepare(`select ${number} as number`).all([])).toEqual([{ number }]);
		}
	}
});

it("leaves nothing open that prevents a checkpoint of the log", () => {
	file.exec("pragma journal_mode = WAL");
	const database = withStatementCache(file);
	database.prepare("select name from things where id = ?").all([1]);
	database.prepare("update things set name = ? where id = ?").run(["uno", 1]);
	expect(() => database.prepare("update things set name = ? where id = ?").run(["two", 1])).toThrow();
	expect(file.prepare("pragma wal_checkpoint(TRUNCATE)").all()).toEqual([{ busy: 0, log: 0, checkpointed: 0 }]);
	database.close();
	expect(file.isOpen).toBe(false);
});
