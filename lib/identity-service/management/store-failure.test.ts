import { StatementSync } from "node:sqlite";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { managementFailure } from "../http/failure";
import { describeOnEachEngine, openTestTenant, type TestTenant } from "../testing/test-tenant";

const PATH = "/verifiable-credentials/verification/templates";
const body = {
	name: "Never stored",
	type: "mdl",
	dialect: "simplified/1.0",
	well_known_trusted_issuers: "aamva",
	presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { portrait: true } } },
};

describeOnEachEngine("a store that cannot be written", (open) => {
	let tenant: TestTenant;
	let isSqlite: boolean;
	beforeEach(async () => {
		tenant = await open();
		isSqlite = tenant.service.config.databaseUrl === undefined;
	});
	afterEach(() => tenant.close());

	/** Every write of the interface, in turn. */
	async function writes() {
		const { id } = await tenant.service.database.selectFrom("templates").select("id").executeTakeFirstOrThrow();
		const token = await tenant.service.database.selectFrom("refresh_tokens").select("id").executeTakeFirstOrThrow();
		return [
			["POST", PATH, body],
			["PATCH", `${PATH}/${id}`, { name: "Never stored" }],
			["DELETE", `${PATH}/${id}`, undefined],
			["PATCH", `/refresh-tokens/${token.id}`, { refresh_token_metadata: { planted: "secret-value-4711" } }],
			["DELETE", `/refresh-tokens/${token.id}`, undefined],
		] as const;
	}

	const makeReadOnly = (on: boolean) => {
		const { database } = tenant.service;
		if (isSqlite) return sql`pragma query_only = ${sql.raw(String(on))}`.execute(database);
		return sql`set session characteristics as transaction ${sql.raw(on ? "read only" : "read write")}`.execute(
			database,
		);
	};

	it("responds 503 to every write, saves nothing, logs a line without the data, and still reads", async () => {
		const all = await writes();
		const before = await contents();
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		await makeReadOnly(true);
		for (const [method, path, content] of all) {
			const response = await tenant.call(method, path, { body: content });
			expect(response.json).toEqual({
				statusCode: 503,
				error: "Service Unavailable",
				message: "The service cannot use its store at the moment. Nothing was saved.",
			});
			expect((await tenant.call("GET", PATH)).status).toBe(200);
		}
		const lines = log.mock.calls.map(([line]) => String(line));
		log.mockRestore();
		expect(lines).toHaveLength(all.length);
		for (const line of lines) {
			expect(line).toMatch(/^identity-service: \S+ failed: .*\n$/);
			expect(line).not.toMatch(/secret-value-4711|Never stored|Bearer/);
		}
		await makeReadOnly(false);
		expect(await contents()).toEqual(before);
		expect((await tenant.call("POST", PATH, { body })).status).toBe(201);
	});

	it("does not report that nothing was saved where only what follows the commit failed", async () => {
		const { database } = tenant.service;
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const select = database.selectFrom.bind(database);
		const failing = vi.spyOn(database, "selectFrom").mockImplementation(((table: "users") => {
			if (table === "users") throw Object.assign(new Error("given up"), { code: "SQLITE_IOERR_FSYNC" });
			return select(table);
		}) as never);
		const path = `/clients/${tenant.clientId("web_app")}`;
		const response = await tenant.call("PATCH", path, { body: { name: "Saved" } });
		failing.mockRestore();
		expect(log.mock.calls.map(([line]) => String(line))).toEqual([expect.stringContaining("SQLITE_IOERR_FSYNC")]);
		log.mockRestore();
		expect(response.json).toMatchObject({ statusCode: 503, message: expect.stringContaining("Check whether") });
		expect((await tenant.call("GET", path)).json).toMatchObject({ name: "Saved" });
	});

	it("responds 503 when the disk is full", async () => {
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		await fillDisk();
		const certificate = "x".repeat(4096);
		let status = 201;
		for (let index = 0; index < 100 && status === 201; index += 1) {
			const response = await tenant.call("POST", PATH, {
				body: { ...body, name: `Full ${index}`, custom_certificate_authority: certificate },
			});
			status = response.status;
		}
		expect(status).toBe(503);
		expect(String(log.mock.calls[0]?.[0])).toMatch(/SQLITE_FULL|53100/);
		log.mockRestore();
		expect((await tenant.call("GET", PATH)).status).toBe(200);
	});

	/** PostgreSQL has no limit to set; a trigger raises the error of a server that can't extend a file. */
	async function fillDisk() {
		const { database } = tenant.service;
		if (isSqlite) return sql`pragma max_page_count = 1`.execute(database);
		await sql`create function no_room() returns trigger language plpgsql as $$ begin
			raise exception 'could not extend file: No space left on device' using errcode = '53100';
		end $$`.execute(database);
		return sql`create trigger no_room before insert on templates execute function no_room()`.execute(database);
	}

	it("responds 5xx without a word about the cause when it is gone", async () => {
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		await sql`alter table templates rename to elsewhere`.execute(tenant.service.database);
		const response = await tenant.call("GET", PATH);
		log.mockRestore();
		expect(response.status).toBeGreaterThanOrEqual(500);
		expect(response.text).not.toMatch(/templates|SQL|table|relation/);
	});

	async function contents() {
		const { database } = tenant.service;
		return [
			await database.selectFrom("templates").selectAll().orderBy("id").execute(),
			await database.selectFrom("refresh_tokens").selectAll().orderBy("id").execute(),
		];
	}
});

describe("a disk that fails to sync a commit", () => {
	it("leaves open whether that change was saved, and every response after it is 503 and true", async () => {
		const tenant = await openTestTenant();
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const run = vi.spyOn(StatementSync.prototype, "run").mockImplementationOnce(() => {
			throw Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode: 1034 });
		});
		const first = await tenant.call("POST", PATH, { body });
		run.mockRestore();
		const second = await tenant.call("POST", PATH, { body });
		const read = await tenant.call("GET", PATH);
		log.mockRestore();
		await tenant.close();
		expect([first.status, second.status, read.status]).toEqual([503, 503, 503]);
		expect(first.json).toMatchObject({ message: expect.stringContaining("Check whether the change was saved.") });
		expect(second.json).toMatchObject({ message: expect.stringContaining("Nothing was saved.") });
	});
});

describe("the response to a write that failed", () => {
	const messageOf = (code: string) => managementFailure(Object.assign(new Error("failed"), { code })).message;

	it.each(["EIO", "SQLITE_IOERR_WRITE", "08006"])("reports that it may have been saved after %s", (code) => {
		expect(messageOf(code)).toContain("Check whether the change was saved.");
	});

	it.each(["SQLITE_FULL", "SQLITE_IOERR_FSYNC", "53100"])("reports that nothing was saved after %s", (code) => {
		expect(messageOf(code)).toContain("Nothing was saved.");
	});
});
