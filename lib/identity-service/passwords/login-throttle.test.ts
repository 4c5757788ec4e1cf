import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { LOCAL_ADDRESS } from "../context/service-request";
import { Refusal } from "../http/refusal";
import { openIdentityService } from "../open-identity-service";
import { openServiceDatabase } from "../open-service-parts";
import { describeOnEachEngine, type TestTenant } from "../testing/test-tenant";
import { LoginThrottle } from "./login-throttle";

const ACCOUNT = "rita@example.com";
const ADDRESS = "192.0.2.1";
const QUARTER_MILLISECONDS = 15 * 60 * 1000;

describeOnEachEngine("failed logins", (open) => {
	let tenant: TestTenant;
	let throttle: LoginThrottle;
	beforeAll(async () => {
		tenant = await open();
	});
	beforeEach(async () => {
		await tenant.service.database.deleteFrom("login_failures").execute();
		throttle = new LoginThrottle(tenant.service, "login");
	});
	afterAll(() => tenant.close());

	/** The refusal of an attempt; null where it was counted. */
	const refusal = (account: string, address: string, of = throttle) =>
		of.begin(account, address).then(
			() => null,
			(error) => {
				if (error instanceof Refusal) return error;
				throw error;
			},
		);
	const counts = async (account: string, address: string, of = throttle) =>
		(await refusal(account, address, of)) === null;
	async function fail(times: number, account = ACCOUNT, address = ADDRESS) {
		const results = [];
		for (let index = 0; index < times; index += 1) results.push(await counts(account, address));
		return results.filter(Boolean).length;
	}

	it("block an account for an address after ten, for fifteen minutes after the last one", async () => {
		expect(await fail(9)).toBe(9);
		tenant.passMilliseconds(QUARTER_MILLISECONDS - 1000);
		expect(await fail(3)).toBe(1);
		expect(await counts(ACCOUNT, "192.0.2.2")).toBe(true);
		expect(await counts("omar@example.com", ADDRESS)).toBe(true);
		// Refused attempts do not prolong it.
		tenant.passMilliseconds(QUARTER_MILLISECONDS - 1000);
		expect(await fail(1)).toBe(0);
		tenant.passMilliseconds(1000);
		expect(await fail(1)).toBe(1);
	});

	it("report what is blocked at the attempt that reaches a limit, once", async () => {
		const blocked = async (times: number, attempt: (count: number) => [account: string, address: string]) => {
			const reported: string[] = [];
			for (let count = 1; count <= times; count += 1) {
				for (const { of, until } of await throttle.begin(...attempt(count))) {
					expect(Date.parse(until) - tenant.service.now().getTime()).toBe(QUARTER_MILLISECONDS);
					reported.push(`${of} at ${count}`);
				}
			}
			return reported;
		};
		expect(await blocked(10, () => [ACCOUNT, ADDRESS])).toEqual(["pair at 10"]);
		expect(await blocked(90, (count) => [ACCOUNT, `198.51.100.${count}`])).toEqual(["account at 90"]);
		expect(await blocked(90, (count) => [`person ${count}`, ADDRESS])).toEqual(["address at 90"]);
	});

	it("are reset by a successful login", async () => {
		expect(await fail(9)).toBe(9);
		expect(await counts(ACCOUNT, ADDRESS)).toBe(true);
		await throttle.succeeded(ACCOUNT, ADDRESS);
		expect(await fail(11)).toBe(10);
	});

	it("block an account whatever their addresses, and an address whatever their accounts", async () => {
		for (let index = 0; index < 100; index += 1) await throttle.begin(ACCOUNT, `198.51.100.${index}`);
		expect(await counts(ACCOUNT, "203.0.113.9")).toBe(false);
		for (let index = 0; index < 100; index += 1) await throttle.begin(`person ${index}`, ADDRESS);
		expect(await counts("another user", ADDRESS)).toBe(false);
		expect(await counts("another user", "203.0.113.9")).toBe(true);
	});

	it.each([LOCAL_ADDRESS, "127.0.0.1", "0:0:0:0::/64"])(
		"do not block an address that all callers may share: %s",
		async (address) => {
			for (let index = 0; index < 101; index += 1) {
				expect(await counts(`person ${index}`, address)).toBe(true);
			}
		},
	);

	it("cannot exceed the limit by concurrency", async () => {
		const results = await Promise.all(Array.from({ length: 25 }, () => counts(ACCOUNT, ADDRESS)));
		expect(results.filter(Boolean)).toHaveLength(10);
	});

	it("are refused with the time until the last of the blocks ends", async () => {
		const wait = async () => (await refusal(ACCOUNT, ADDRESS))?.details.headers?.["retry-after"];
		await fail(10);
		const message = "Your account has been blocked after multiple consecutive login attempts. Try again in";
		expect(await refusal(ACCOUNT, ADDRESS)).toMatchObject({
			status: 429,
			code: "too_many_attempts",
			message: `${message} 15 minutes.`,
			details: { headers: { "retry-after": "900" }, problem: "blocked" },
		});
		tenant.passMilliseconds(841_000);
		expect(await refusal(ACCOUNT, ADDRESS)).toMatchObject({ message: `${message} 1 minute.` });
		expect(await wait()).toBe("59");
		for (let index = 0; index < 100; index += 1) await counts(`person ${index}`, ADDRESS);
		expect(await wait()).toBe("900");
	});

	it("of codes block an account after ten, whatever their addresses, and not its password", async () => {
		const codes = new LoginThrottle(tenant.service, "code");
		const results = await Promise.all(
			Array.from({ length: 14 }, (_, index) => counts(ACCOUNT, `198.51.100.${index}`, codes)),
		);
		expect(results.filter(Boolean)).toHaveLength(10);
		expect(await codes.blocksOf(ACCOUNT)).toEqual([{ address: null }]);
		expect([await throttle.blocksOf(ACCOUNT), await counts(ACCOUNT, ADDRESS)]).toEqual([[], true]);
		await codes.lift(ACCOUNT, tenant.service.database);
		expect(await counts(ACCOUNT, "198.51.100.1", codes)).toBe(true);
	});

	it("of codes are not forgotten by a right one, which alone is not counted", async () => {
		const codes = new LoginThrottle(tenant.service, "code");
		for (let index = 0; index < 9; index += 1) await codes.begin(ACCOUNT, ADDRESS);
		for (let index = 0; index < 3; index += 1) {
			await codes.begin(ACCOUNT, ADDRESS);
			await codes.succeeded(ACCOUNT, ADDRESS);
		}
		expect([await counts(ACCOUNT, ADDRESS, codes), await counts(ACCOUNT, ADDRESS, codes)]).toEqual([true, false]);
	});

	it("are counted for all instances, and across a restart", async () => {
		expect(await fail(6)).toBe(6);
		const { config, secrets, now } = tenant.service;
		const other = await openIdentityService(config, await openServiceDatabase(config), secrets, now);
		throttle = new LoginThrottle(other, "login");
		expect(await fail(6)).toBe(4);
		await other.database.destroy();
	});

	it("are counted apart from messages with codes", async () => {
		expect(await fail(11)).toBe(10);
		expect(await counts(ACCOUNT, ADDRESS, new LoginThrottle(tenant.service, "message"))).toBe(true);
	});

	it("are counted apart from messages with links, of which an account gets twenty from all addresses", async () => {
		expect(await fail(11)).toBe(10);
		const links = new LoginThrottle(tenant.service, "link");
		const sent = [];
		for (let index = 0; index < 30; index += 1) sent.push(await counts(ACCOUNT, `198.51.100.${index}`, links));
		expect(sent.filter(Boolean)).toHaveLength(20);
		expect(await counts("omar@example.com", ADDRESS, links)).toBe(true);
	});

	it("are listed per account, and lifted for one account alone: all that an attempt counts against it", async () => {
		expect(await fail(10)).toBe(10);
		expect(await fail(10, ACCOUNT, "192.0.2.2")).toBe(10);
		expect(await fail(10, "omar@example.com")).toBe(10);
		expect(await throttle.blocksOf(ACCOUNT)).toEqual([{ address: ADDRESS }, { address: "192.0.2.2" }]);
		expect(await new LoginThrottle(tenant.service, "message").blocksOf(ACCOUNT)).toEqual([]);
		await throttle.lift(ACCOUNT, tenant.service.database);
		expect(await throttle.blocksOf(ACCOUNT)).toEqual([]);
		expect(await fail(11)).toBe(10);
		expect(await fail(1, "omar@example.com")).toBe(0);
		for (let index = 0; index < 100; index += 1) await throttle.begin("rex@example.com", `198.51.100.${index}`);
		expect(await throttle.blocksOf("rex@example.com")).toEqual([{ address: null }]);
	});

	it("can be lifted while attempts are under way", async () => {
		const attempts = Array.from({ length: 40 }, () => counts(ACCOUNT, ADDRESS));
		await Promise.all([
			...attempts,
			...attempts.slice(0, 10).map(() => throttle.lift(ACCOUNT, tenant.service.database)),
		]);
	});

	it("are stored without the account and the address", async () => {
		await fail(3);
		const { database } = tenant.service;
		const stored = await database.selectFrom("login_failures").selectAll().execute();
		expect(stored.map(({ failures }) => failures)).toEqual([3, 3, 3]);
		expect(JSON.stringify(stored)).not.toMatch(/rita|192/);
	});
});
