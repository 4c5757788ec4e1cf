import { AsyncLocalStorage } from "node:async_hooks";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "./in-transaction";
import { type DatabaseLocation, openDatabase } from "./open-database";
import { createTestDatabase } from "./testing/test-database";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");
const request = new AsyncLocalStorage<object>();
const REQUESTS = 20;

type Schema = { things: { id: string } };

/** One request, then many at once: each a write, a read and a transaction. @returns an object that only each request holds */
async function marksOfRequests(database: Kysely<Schema>): Promise<WeakRef<object>[]> {
	const first = {};
	await request.run(first, () => sql`create table things (id text primary key)`.execute(database));
	const marks = Array.from({ length: REQUESTS }, () => ({}));
	const uses = marks.map((mark, number) =>
		request.run(mark, async () => {
			await database
				.insertInto("things")
				.values({ id: `alone ${number}` })
				.execute();
			await database.selectFrom("things").selectAll().execute();
			await inTransaction(database, async (transaction) => {
				await transaction
					.insertInto("things")
					.values({ id: `together ${number}` })
					.execute();
			});
		}),
	);
	await Promise.all(uses);
	return [first, ...marks].map((mark) => new WeakRef(mark));
}

async function keepsNothing(location: DatabaseLocation) {
	const database = await openDatabase<Schema>(location);
	const marks = await marksOfRequests(database);
	const retained = () => {
		collectGarbage();
		return marks.filter((mark) => mark.deref() !== undefined).length;
	};
	await expect.poll(retained).toBe(0);
	await database.destroy();
}

const TITLE = "retains nothing of the requests that have used it, while it stays open";

describe("SQLite", () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(path.join(tmpdir(), "retained-requests-"));
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	it(TITLE, () => keepsNothing({ file: path.join(folder, "x.sqlite") }));
});

const server = process.env.TEST_DATABASE_URL ?? "";
describe.skipIf(server === "")("PostgreSQL", () => {
	it(TITLE, async () => {
		const database = await createTestDatabase(server);
		await keepsNothing({ url: database.url, schema: "kept" }).finally(database.drop);
	});
});
