import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TEMPLATES, templateCalls } from "../testing/template-calls";
import { openTestTenant, type TestTenant } from "../testing/test-tenant";

/** Of SQLite's write-ahead log: a page and its head (https://sqlite.org/fileformat2.html#wal_file_format). */
const FRAME_BYTES = 4_096 + 24;

let tenant: TestTenant;
beforeAll(async () => {
	tenant = await openTestTenant();
});
afterAll(() => tenant.close());
const calls = templateCalls(() => tenant);
let names = 0;
/** All of one length, so that pages fill up alike in every run. */
function newName(): string {
	names += 1;
	return `Measured ${String(names).padStart(4, "0")}`;
}
const created = () => calls.created({ name: newName() });
const log = () => readFileSync(path.join(tenant.dataDir, "identity-service.sqlite-wal"));

/** The commits, for each of which SQLite waits for the disk once, and the pages that they write. */
async function costOf(work: () => Promise<unknown>) {
	const before = log().length;
	await work();
	const added = log().subarray(before);
	const frames = Array.from({ length: added.length / FRAME_BYTES }, (_, index) => added.subarray(index * FRAME_BYTES));
	// The head of a commit's last frame has the size of the database, that of any other frame has 0.
	return { commits: frames.filter((frame) => frame.readUInt32BE(4) > 0).length, pages: frames.length };
}

/** Its entry in the log: a page of the table and one of each index. */
const LOGGED_PAGES = 6;

it("a create is one commit, and writes a page of the table and one of each index", async () => {
	await created();
	expect(await costOf(() => created())).toEqual({ commits: 1, pages: 4 + LOGGED_PAGES });
});

it("a rename is one commit, and writes a page of the table and one of the index of names", async () => {
	const { id } = await created();
	expect(await costOf(() => calls.patch(id, { name: newName() }))).toEqual({ commits: 1, pages: 2 + LOGGED_PAGES });
});

it("a read writes nothing", async () => {
	const { id } = await created();
	expect(await costOf(() => tenant.call("GET", `${TEMPLATES}/${id}`))).toEqual({ commits: 0, pages: 0 });
});
