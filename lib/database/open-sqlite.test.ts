import { spawn, spawnSync } from "node:child_process";
import fs, { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lacks, programPath } from "@/lib/testing/programs.mjs";
import { openDatabase } from "./open-database";
import { openSqlite } from "./open-sqlite";
import type { Report } from "./testing/fail-to-sync";
import { type Child, endOf, go, readyOf, startChild } from "./testing/run-child";

type Schema = { things: { id: number } };

let folder: string;
let file: string;
let writer: DatabaseSync;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "open-sqlite-"));
	file = path.join(folder, "a.sqlite");
	writer = new DatabaseSync(file, { timeout: 0 });
	writer.exec("pragma journal_mode = WAL; pragma synchronous = OFF; create table things (id integer, text text)");
});
afterEach(() => {
	vi.restoreAllMocks();
	if (writer.isOpen) writer.close();
	rmSync(folder, { recursive: true, force: true });
});

describe("the log that another process left", () => {
	/** What a sync of a file by Node does from now on, and the write that another process tries meanwhile. */
	function onSync(error: Error | null) {
		return vi.spyOn(fs, "fsync").mockImplementation((_, report) => {
			expect(write).toThrow(/locked/);
			report(error);
		});
	}
	const write = () => void writer.exec("insert into things (id) values (2)");

	it("is written once more, unchanged, and then synced, before the file is opened", async () => {
		writer.prepare("insert into things values (?, ?)").run(1, "x".repeat(3_000_000));
		const left = readFileSync(`${file}-wal`);
		const [rewrite, sync] = [vi.spyOn(fs, "write"), onSync(null)];
		const opened = await openSqlite(file);
		const written = rewrite.mock.calls.map(([, chunk]) => chunk as unknown as Buffer);
		expect(Buffer.concat(written).equals(left)).toBe(true);
		expect(left.length).toBeGreaterThan(3_000_000);
		expect(sync).toHaveBeenCalledTimes(1);
		expect(sync.mock.invocationCallOrder[0]).toBeGreaterThan(Math.max(...rewrite.mock.invocationCallOrder));
		expect(readFileSync(`${file}-wal`).equals(left)).toBe(true);
		expect(opened.prepare("select length(text) as length from things").all([])).toEqual([{ length: 3_000_000 }]);
		opened.close();
	});

	it("is not written to by others meanwhile, and again afterwards", async () => {
		const sync = onSync(null);
		const opened = await openSqlite(file);
		expect(sync.mock.results).toMatchObject([{ type: "return" }]);
		write();
		opened.close();
	});

	it("is refused where the disk rejects it, and leaves nothing locked", async () => {
		onSync(new Error("input/output error"));
		await expect(openSqlite(file)).rejects.toThrow("input/output error");
		write();
	});

	it("stays as it is where the disk rejects it: its pages may be on no disk", async () => {
		writer.exec("insert into things (id) values (1)");
		const killed = path.join(folder, "killed.sqlite");
		for (const end of ["", "-wal"]) copyFileSync(file + end, killed + end);
		const left = readFileSync(`${killed}-wal`);
		vi.spyOn(fs, "fsync").mockImplementation((_, report) => report(new Error("input/output error")));
		await expect(openSqlite(killed)).rejects.toThrow("input/output error");
		expect(readFileSync(`${killed}-wal`).equals(left)).toBe(true);
	});

	async function failToSyncFolders() {
		const handle = await open(folder, "r");
		const sync = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, "sync");
		await handle.close();
		sync.mockRejectedValue(Object.assign(new Error("input/output error"), { code: "EIO" }));
	}

	it("is refused where the sync of its folder fails", async () => {
		await failToSyncFolders();
		await expect(openSqlite(file)).rejects.toMatchObject({ code: "EIO" });
		write();
	});

	it("is accepted on Windows, which can't sync a folder", async () => {
		await failToSyncFolders();
		vi.spyOn(process, "platform", "get").mockReturnValue("win32");
		(await openSqlite(file)).close();
	});
});

/** What the next process finds, which can write again. */
async function idsAfterRestart(): Promise<number[]> {
	const database = await openDatabase<Schema>({ file });
	const rows = await database.selectFrom("things").select("id").orderBy("id").execute();
	await database.insertInto("things").values({ id: 1_000 }).execute();
	await database.destroy();
	return rows.map(({ id }) => id);
}

async function reportOf(child: Child): Promise<Report> {
	await readyOf(child);
	const ended = endOf(child);
	go(child);
	const { code, output, errors } = await ended;
	expect([code, errors]).toEqual([0, ""]);
	return JSON.parse(output);
}

const FAIL_TO_SYNC = "lib/database/testing/fail-to-sync.ts";
const UNKNOWN = "EIO";
const REFUSED = "SQLITE_IOERR_FSYNC";

describe("a process whose disk fails to sync", () => {
	beforeEach(() => writer.close());

	it("leaves the log as it is when it ends, and the next one has everything that it acknowledged", async () => {
		const report = await reportOf(startChild(FAIL_TO_SYNC, file, "4", "3"));
		expect(report).toMatchObject({ written: [null, null, UNKNOWN, REFUSED], read: REFUSED });
		expect(statSync(`${file}-wal`).size).toBe(report.logBytes);
		expect(await idsAfterRestart()).toEqual([1, 2, 3]);
	});

	/** strace may be installed and yet not be permitted. */
	const noStrace =
		lacks("strace") ||
		(spawnSync(programPath("strace"), ["-qq", "-o", "/dev/null", programPath("strace"), "-V"]).status === 0
			? ""
			: "strace is not permitted here");

	/**
	 * Starts a process whose syncs of one file fail.
	 * @param from the number of the first one that fails, of each thread
	 */
	function startFailing(failing: string, from: number, count: number): Child {
		const fault = [
			"-P",
			failing,
			"-e",
			"trace=fsync,fdatasync",
			"-e",
			`inject=fsync,fdatasync:error=EIO:when=${from}+`,
		];
		const quiet = ["-f", "-qq", "--seccomp-bpf", "-o", "/dev/null"];
		const child = [process.execPath, "lib/database/testing/child.mjs", FAIL_TO_SYNC, file, String(count)];
		return spawn(programPath("strace"), [...quiet, ...fault, ...child], { stdio: ["pipe", "pipe", "pipe"] });
	}

	it.skipIf(noStrace)(`acknowledges no commit from the failed one on, and refuses reads ${noStrace}`, async () => {
		// The first commit also syncs the head of the log.
		const report = await reportOf(startFailing(`${file}-wal`, 4, 4));
		expect(report).toMatchObject({ opened: null, written: [null, null, UNKNOWN, REFUSED], read: REFUSED });
		expect(statSync(`${file}-wal`).size).toBe(report.logBytes);
		const found = await idsAfterRestart();
		expect(found.filter((id) => id !== 3)).toEqual([1, 2]);
	});

	it.skipIf(noStrace)(`refuses everything after a checkpoint that failed, and keeps the log ${noStrace}`, async () => {
		const { written, read, logBytes } = await reportOf(startFailing(file, 1, 310));
		const acknowledged = written.indexOf(REFUSED);
		expect(acknowledged).toBeGreaterThan(200);
		expect(new Set(written.slice(0, acknowledged))).toEqual(new Set([null]));
		expect([new Set(written.slice(acknowledged)), read]).toEqual([new Set([REFUSED]), REFUSED]);
		expect(statSync(`${file}-wal`).size).toBe(logBytes);
		expect(await idsAfterRestart()).toEqual(Array.from({ length: acknowledged }, (_, index) => index + 1));
	});
});
