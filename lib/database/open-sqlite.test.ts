import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import fs from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openLog } from "./open-sqlite";

let folder: string;
let file: string;
let writer: DatabaseSync;
let reader: DatabaseSync;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "open-log-"));
	file = path.join(folder, "a.sqlite");
	writer = new DatabaseSync(file);
	writer.exec("pragma journal_mode = WAL; pragma synchronous = OFF; create table things (id integer, text text)");
	reader = new DatabaseSync(file);
});
afterEach(() => {
	vi.restoreAllMocks();
	for (const database of [writer, reader]) if (database.isOpen) database.close();
	rmSync(folder, { recursive: true, force: true });
});

async function spyOnFiles<Method extends "write" | "datasync" | "sync">(method: Method) {
	const handle = await fs.open(file, "r");
	const prototype = Object.getPrototypeOf(handle) as Pick<fs.FileHandle, "write" | "datasync" | "sync">;
	await handle.close();
	return vi.spyOn(prototype, method);
}

it("writes the content that another process left once more, unchanged, before it waits for the disk", async () => {
	writer.prepare("insert into things values (?, ?)").run(1, "x".repeat(3_000_000));
	const left = readFileSync(`${file}-wal`);
	const [write, sync] = [await spyOnFiles("write"), await spyOnFiles("datasync")];
	const log = await openLog(reader, file);
	const written = await Promise.all(write.mock.results.map(({ value }) => value as Promise<{ bytesWritten: number }>));
	expect(written.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0)).toBe(left.length);
	expect(left.length).toBeGreaterThan(3_000_000);
	expect(sync.mock.invocationCallOrder[0]).toBeGreaterThan(Math.max(...write.mock.invocationCallOrder));
	expect(readFileSync(`${file}-wal`).equals(left)).toBe(true);
	expect(reader.prepare("select length(text) as length from things").all()).toEqual([{ length: 3_000_000 }]);
	await log.close();
});

it("lets no other process write meanwhile, and lets them write again afterwards", async () => {
	const write = () => writer.exec("insert into things values (2, 'two')");
	writer.exec("pragma busy_timeout = 0");
	const opening = openLog(reader, file);
	expect(write).toThrow(/locked/);
	await (await opening).close();
	write();
});

it("is refused where the disk rejects it, and leaves nothing locked", async () => {
	(await spyOnFiles("datasync")).mockRejectedValue(new Error("input/output error"));
	await expect(openLog(reader, file)).rejects.toThrow("input/output error");
	writer.exec("insert into things values (2, 'two')");
});

/** Only folders are synced by `sync`; the log by `datasync`. */
async function failToSyncFolders(platform: NodeJS.Platform, code: string) {
	vi.spyOn(process, "platform", "get").mockReturnValue(platform);
	(await spyOnFiles("sync")).mockRejectedValue(Object.assign(new Error(code), { code }));
}

it.each(["EPERM", "EACCES", "EISDIR"])(
	"is opened on Windows, which reports %s where a folder is synced",
	async (code) => {
		await failToSyncFolders("win32", code);
		await (await openLog(reader, file)).close();
	},
);

it.each([
	["win32", "EIO"],
	["linux", "EIO"],
	["linux", "EPERM"],
] as const)("is refused where the sync of its folder fails: on %s with %s", async (platform, code) => {
	await failToSyncFolders(platform, code);
	await expect(openLog(reader, file)).rejects.toMatchObject({ code });
});
