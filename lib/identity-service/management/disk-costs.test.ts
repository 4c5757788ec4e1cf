import { statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it, type MockInstance, vi } from "vitest";
import { TEMPLATES, templateCalls } from "../testing/template-calls";
import { openTestTenant, type TestTenant } from "../testing/test-tenant";

/** Of SQLite's write-ahead log: a page and its head (https://sqlite.org/fileformat2.html#wal_file_format). */
const FRAME_BYTES = 4_096 + 24;

let tenant: TestTenant;
let syncs: MockInstance<FileHandle["datasync"]>;
beforeAll(async () => {
	tenant = await openTestTenant();
	const handle = await open(databaseFile(), "r");
	syncs = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, "datasync");
	await handle.close();
});
afterAll(async () => {
	vi.restoreAllMocks();
	await tenant.close();
});
const calls = templateCalls(() => tenant);
let names = 0;
/** All of one length, so that pages fill up alike in every run. */
function newName(): string {
	names += 1;
	return `Measured ${String(names).padStart(4, "0")}`;
}
const created = () => calls.created({ name: newName() });
const databaseFile = () => path.join(tenant.dataDir, "identity-service.sqlite");
const logBytes = () => statSync(`${databaseFile()}-wal`).size;

async function costOf(work: () => Promise<unknown>) {
	syncs.mockClear();
	const before = logBytes();
	await work();
	return { waits: syncs.mock.calls.length, pages: (logBytes() - before) / FRAME_BYTES };
}

it("a create waits for the disk once, and writes a page of the table and one of each index", async () => {
	await created();
	expect(await costOf(() => created())).toEqual({ waits: 1, pages: 4 });
});

it("a rename waits for the disk once, and writes a page of the table and one of the index of names", async () => {
	const { id } = await created();
	const { waits, pages } = await costOf(() => calls.patch(id, { name: newName() }));
	expect([waits, pages]).toEqual([1, 2]);
});

it("creates of one moment share their waits", async () => {
	const { waits } = await costOf(() => Promise.all(Array.from({ length: 8 }, () => created())));
	expect(waits).toBeLessThan(8);
});

it("a read waits for nothing", async () => {
	const { id } = await created();
	expect(await costOf(() => tenant.call("GET", `${TEMPLATES}/${id}`))).toEqual({ waits: 0, pages: 0 });
});
