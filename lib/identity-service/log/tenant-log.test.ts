import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { inTransaction } from "@/lib/database/in-transaction";
import type { IdentityService } from "../context/identity-service";
import type { NewLogEntry } from "../context/new-log-entry";
import { ENGINES, startTestService, USER_ID } from "../testing/test-service";
import { StoredLog } from "./tenant-log";

const REQUEST = { user: { ip: "203.0.113.9", address: "203.0.113.9" }, headers: new Headers() };
const from = (ip: string) => ({ user: { ip, address: ip }, headers: new Headers() });

describe.each(ENGINES)("the tenant's log on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let service: IdentityService;
	beforeEach(async () => {
		tenant = await startTestService(engine);
		service = tenant.service;
		// A whole day is ahead.
		tenant.passSeconds(86_400 - ((Date.now() / 1_000) % 86_400));
	});
	afterEach(async () => {
		vi.restoreAllMocks();
		await tenant.stop();
	});

	const rows = () => service.database.selectFrom("log_entries").selectAll().orderBy("log_id").execute();
	const descriptions = async () => (await rows()).map(({ description }) => description);
	const numbered = (index: number): NewLogEntry => ({ type: "s", request: null, description: `entry ${index}` });
	const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
	const breakStore = (isBroken: boolean) =>
		sql`alter table ${sql.ref(isBroken ? "log_entries" : "log_gone")} rename to ${sql.ref(isBroken ? "log_gone" : "log_entries")}`.execute(
			service.database,
		);

	it("has an entry of a transaction with what else that writes, or not at all", async () => {
		const write = (fails: boolean) =>
			inTransaction(service.database, async (transaction) => {
				await service.log.record(transaction, numbered(fails ? 1 : 0));
				if (fails) throw new Error("rolled back");
			});
		await write(false);
		await expect(write(true)).rejects.toThrow("rolled back");
		expect(await descriptions()).toEqual(["entry 0"]);
	});

	it("has other entries within a second or two, in their order", async () => {
		for (const index of numbers(3)) service.log.add(numbered(index));
		expect(await descriptions()).toEqual([]);
		await vi.waitFor(async () => expect(await descriptions()).toEqual(["entry 0", "entry 1", "entry 2"]), 30_000);
	});

	it("writes 500 at once, outside of the transaction in which they were added", async () => {
		const timers = vi.spyOn(globalThis, "setTimeout");
		await inTransaction(service.database, async () => {
			for (const index of numbers(1_100)) service.log.add(numbered(index));
		});
		await vi.waitFor(async () => expect(await rows()).toHaveLength(1_100), 30_000);
		expect(timers).toHaveBeenCalledWith(expect.any(Function), 0);
		expect(await descriptions()).toEqual(numbers(1_100).map((index) => `entry ${index}`));
	});

	it("loses and repeats none that are added during a write", async () => {
		const writes = [];
		for (const index of numbers(60)) {
			service.log.add(numbered(index));
			if (index % 7 === 0) writes.push(service.log.flush());
			if (index % 20 === 0) await writes.at(-1);
		}
		await Promise.all(writes);
		await service.log.flush();
		expect(await descriptions()).toEqual(numbers(60).map((index) => `entry ${index}`));
	});

	it("keeps entries while the store accepts none, reports that once, and counts those beyond 10,000", async () => {
		const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		await breakStore(true);
		for (const index of numbers(10_007)) service.log.add(numbered(index));
		for (const _ of numbers(3)) await service.log.flush();
		expect(stderr.mock.calls.map(([text]) => text)).toEqual([
			expect.stringMatching(/^identity-service: writing the log failed: /),
		]);
		await breakStore(false);
		await service.log.flush();
		await service.log.flush();
		const written = await descriptions();
		expect(written).toEqual([...numbers(10_000).map((index) => `entry ${index}`), "7 entries were not recorded"]);
		expect((await rows()).at(-1)).toMatchObject({ type: "w", rest: '{"details":{"count":7}}' });
	}, 120_000);

	it("stores no text that a database refuses, and no long one", async () => {
		const headers = new Headers({ "user-agent": "é".repeat(600) });
		const userName = `\0\ud800${"😀".repeat(400)}`;
		service.log.add({ type: "fu", request: { ...REQUEST, headers }, userName, details: { text: "\0\ud800" } });
		await service.log.flush();
		const [row] = await rows();
		expect(row).toMatchObject({ user_name: `\ufffd\ufffd${"😀".repeat(318)}`, user_agent: "é".repeat(512) });
		expect(JSON.parse(row?.rest ?? "")).toEqual({ details: { text: "\0\ud800" } });
	});

	it("repeats no write of which the response was lost, and counts nothing twice", async () => {
		vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const { database } = service;
		const transaction = database.transaction();
		vi.spyOn(transaction, "execute").mockImplementationOnce(async (work) => {
			await database.transaction().execute(work);
			throw new Error("connection lost");
		});
		vi.spyOn(database, "transaction").mockReturnValueOnce(transaction);
		for (const index of numbers(60)) service.log.add({ ...numbered(index), type: "fp", userId: USER_ID });
		await service.log.flush();
		// Meanwhile, and so late that the entries would be listed by the time of the second write.
		service.log.add(numbered(60));
		tenant.passSeconds(60);
		await service.log.flush();
		expect(await descriptions()).toEqual(numbers(61).map((index) => `entry ${index}`));
		expect(await service.database.selectFrom("log_counts").select("entries").distinct().execute()).toEqual([
			{ entries: 60 },
		]);
	});

	it("gives what waited for the store the time of its write, by which it is found, and the time when it happened", async () => {
		const occurred_at = service.now().toISOString();
		service.log.add(numbered(0));
		tenant.passSeconds(60);
		await inTransaction(service.database, (transaction) => service.log.record(transaction, numbered(1)));
		await service.log.flush();
		expect(await descriptions()).toEqual(["entry 1", "entry 0"]);
		const [other, late] = await rows();
		expect(Date.parse(late?.date ?? "")).toBeGreaterThanOrEqual(Date.parse(other?.date ?? ""));
		expect(late?.log_id.slice(3, 20)).toBe(late?.date.replaceAll(/\D/g, ""));
		const { details } = JSON.parse(late?.rest ?? "");
		expect(Date.parse(details.occurred_at) - Date.parse(occurred_at)).toBeLessThan(10_000);
	});

	it("has 100 successes an hour of an account or an application, and the number of the others", async () => {
		const client = { clientId: "machine", name: "Machine" };
		for (const index of numbers(120)) {
			service.log.add({ type: "seccft", client, request: from(`10.0.0.${index}`) });
			await inTransaction(service.database, (transaction) =>
				service.log.record(transaction, { type: "sertft", userId: USER_ID, client, request: REQUEST }),
			);
			service.log.add({ type: "sapi", userId: USER_ID, client, request: REQUEST });
		}
		await service.log.flush();
		const description = "20 more entries of this account within the hour";
		const counted = (await rows()).filter(({ rest }) => rest !== null);
		expect(counted).toMatchObject([
			{ type: "sertft", user_id: USER_ID, client_id: null, ip: null, description },
			{ type: "seccft", user_id: null, client_id: "machine", ip: null, description },
		]);
		expect(await rows()).toHaveLength(120 + 2 * 101);
	});

	describe("of failures", () => {
		const wrongPassword = (
			ip: string,
			userId: string | null = USER_ID,
			type: NewLogEntry["type"] = "fp",
		): NewLogEntry => ({
			...{ type, userId, userName: "Rita@example.com", request: from(ip) },
		});
		const counts = async () =>
			(await rows())
				.filter(({ rest }) => rest !== null)
				.map(({ rest, description, ip, user_id }) => [JSON.parse(rest ?? "").details.count, description, ip, user_id]);

		it("has 100 an hour of an account, and the number of the others, by two instances", async () => {
			const other = await tenant.startAnother();
			// SQLite's file belongs to one process, whose connections do not wait for one another.
			const flushBoth = async () => {
				if (engine === "PostgreSQL") return void (await Promise.all([service.log.flush(), other.log.flush()]));
				await service.log.flush();
				await other.log.flush();
			};
			for (const index of numbers(130)) {
				(index % 2 ? service : other).log.add(wrongPassword(`198.51.100.${index}`, USER_ID, index % 3 ? "fp" : "f"));
				if (index % 10 === 0) await flushBoth();
			}
			await flushBoth();
			expect(await rows()).toHaveLength(102);
			// Which instance is ahead decides how many there are of each type.
			const [one, another] = await counts();
			expect([one, another]).toEqual(
				[one?.[0], another?.[0]].map((count) => [
					count,
					`${count} more failures of this account within the hour`,
					null,
					USER_ID,
				]),
			);
			expect(Number(one?.[0]) + Number(another?.[0])).toBe(30);
			const counted = (await rows()).filter(({ rest }) => rest !== null);
			expect(counted.map(({ type }) => type).toSorted()).toEqual(["f", "fp"]);
			// A success, a block, another hour.
			service.log.add({ type: "s", userId: USER_ID, request: REQUEST });
			service.log.add({ type: "limit_wc", userId: USER_ID, request: REQUEST });
			tenant.passSeconds(3_600);
			await inTransaction(service.database, (transaction) =>
				service.log.record(transaction, wrongPassword("198.51.100.1")),
			);
			await service.log.flush();
			expect(await rows()).toHaveLength(105);
		});

		it("has 300 a day of an account, and the number of the others by the hour", async () => {
			for (const _ of numbers(4)) {
				for (const index of numbers(110)) service.log.add(wrongPassword(`198.51.100.${index}`));
				await service.log.flush();
				tenant.passSeconds(3_600);
			}
			expect(await rows()).toHaveLength(304);
			expect((await counts()).map(([count]) => count)).toEqual([10, 10, 10, 110]);
		});

		it("has one entry with the number of those that a block refuses in an hour, whatever their addresses", async () => {
			for (const index of numbers(12)) {
				service.log.add({ ...wrongPassword(`198.51.100.${index}`), description: `Blocked. ${index}`, isCounted: true });
				await service.log.flush();
			}
			expect(await counts()).toEqual([[12, "Blocked. 11", null, USER_ID]]);
			expect(await rows()).toHaveLength(1);
		});

		it("has 100 an hour of an address, the number of the others, and all of known users and from elsewhere", async () => {
			const unknown = (index: number): NewLogEntry => ({
				...{ type: "fu", userName: `${index}@example.org`, request: from("203.0.113.9") },
			});
			for (const index of numbers(130)) service.log.add(unknown(index));
			for (const _ of numbers(5)) service.log.add(wrongPassword("203.0.113.9"));
			await service.log.flush();
			for (const ip of ["203.0.113.9", "198.51.100.1"]) {
				service.log.add({ type: "fertft", client: { clientId: "portal" }, request: from(ip) });
			}
			await service.log.flush();
			expect((await counts()).toSorted()).toEqual([
				[1, "1 more failure from this IP address within the hour", "203.0.113.9", null],
				[30, "30 more failures from this IP address within the hour", "203.0.113.9", null],
			]);
			expect((await rows()).filter(({ user_id }) => user_id === USER_ID)).toHaveLength(5);
			expect(await rows()).toHaveLength(100 + 2 + 5 + 1);
		});

		it("counts what the management interface refuses by the application, apart from what happened to its user", async () => {
			const refused: NewLogEntry = { type: "fapi", userId: USER_ID, client: { clientId: "machine" }, request: REQUEST };
			for (const _ of numbers(110)) service.log.add(refused);
			service.log.add(wrongPassword("198.51.100.1"));
			await service.log.flush();
			expect(await counts()).toEqual([[10, "10 more failures of this account within the hour", null, null]]);
			expect((await rows()).at(-1)).toMatchObject({ type: "fp", rest: null });
		});

		it("counts an address by itself unless it may be that of all callers", async () => {
			const request = { user: { ip: "127.0.0.1", address: "127.0.0.1" }, headers: new Headers() };
			for (const index of numbers(150)) service.log.add({ type: "fu", userName: `${index}@example.org`, request });
			await service.log.flush();
			expect(await rows()).toHaveLength(150);
		});

		it("has 500 an hour of unknown accounts", async () => {
			for (const index of numbers(520))
				service.log.add({ type: "fu", userName: `${index}@example.org`, request: from(`2001:db8::${index}`) });
			await service.log.flush();
			expect(await counts()).toEqual([[20, "20 more failures of unknown accounts within the hour", null, null]]);
			expect(await rows()).toHaveLength(501);
		});

		it("pushes no person's history out of reach, however many a stranger makes", async () => {
			service.log.add({ type: "s", userId: USER_ID, request: REQUEST });
			for (const index of numbers(10_000)) {
				service.log.add(wrongPassword(`2001:db8:${(index % 500).toString(16)}::/64`, index % 2 ? USER_ID : null));
				if (index % 1_000 === 999) await service.log.flush();
			}
			service.log.add({ type: "scp", userId: USER_ID, request: REQUEST });
			await service.log.flush();
			const ofUser = (await rows()).filter(({ user_id }) => user_id === USER_ID);
			expect(ofUser).toHaveLength(103);
			expect([ofUser.at(0)?.type, ofUser.at(-1)?.type]).toEqual(["s", "scp"]);
			expect((await rows()).length).toBeLessThan(300);
			const stored = await service.database.selectFrom("log_counts").selectAll().execute();
			expect(JSON.stringify(stored)).not.toMatch(/2001:db8|auth0|example/i);
		}, 120_000);
	});
});

describe("a log without a store", () => {
	afterEach(() => {
		vi.useRealTimers();
		vi.restoreAllMocks();
	});
	it("fails no request, and tries no more once its database is closed", async () => {
		const report = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const { service, stop } = await startTestService();
		const log = new StoredLog(service);
		await stop();
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		log.add({ type: "s", request: null });
		await expect(log.flush()).resolves.toBeUndefined();
		expect([vi.getTimerCount(), report.mock.calls]).toEqual([0, []]);
	});
});
