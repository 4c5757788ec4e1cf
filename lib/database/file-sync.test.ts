import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import fs from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FileSync } from "./file-sync";

let folder: string;
let file: string;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), "file-sync-"));
	file = path.join(folder, "log");
});
afterEach(() => {
	vi.restoreAllMocks();
	rmSync(folder, { recursive: true, force: true });
});

/** Counts how often the system is asked for the disk, and ends each time only when the test says so. */
async function holdSyncs() {
	const handle = await fs.open(file, "a");
	const prototype = Object.getPrototypeOf(handle) as fs.FileHandle;
	await handle.close();
	const ends: ((error?: Error) => void)[] = [];
	vi.spyOn(prototype, "datasync").mockImplementation(
		() => new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve()))),
	);
	return ends;
}

it("asks the system once for all who come while it is busy, and again for them", async () => {
	const ends = await holdSyncs();
	const log = new FileSync(file);
	const first = log.wait();
	await vi.waitFor(() => expect(ends).toHaveLength(1));
	const [second, third] = [log.wait(), log.wait()];
	expect(third).toBe(second);
	ends[0]?.();
	await first;
	await vi.waitFor(() => expect(ends).toHaveLength(2));
	ends[1]?.();
	await second;
	await log.close();
});

it("tells those who waited of a failure, and asks anew for the next", async () => {
	const ends = await holdSyncs();
	const log = new FileSync(file);
	const failed = log.wait();
	await vi.waitFor(() => expect(ends).toHaveLength(1));
	const next = log.wait();
	ends[0]?.(Object.assign(new Error("input/output error"), { code: "EIO" }));
	await expect(failed).rejects.toMatchObject({ code: "EIO" });
	await vi.waitFor(() => expect(ends).toHaveLength(2));
	ends[1]?.();
	await next;
	await log.close();
});

it("has nothing to wait for where there is no file yet, and takes it up when there is one", async () => {
	const log = new FileSync(file);
	await log.wait();
	appendFileSync(file, "first");
	const ends = await holdSyncs();
	const written = log.wait();
	await vi.waitFor(() => expect(ends).toHaveLength(1));
	ends[0]?.();
	await written;
	await log.close();
});
