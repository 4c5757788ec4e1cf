import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { LOCAL_ADDRESS } from "../context/service-request";
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

	async function fail(times: number, account = ACCOUNT, address = ADDRESS) {
		const results = [];
		for (let index = 0; index < times; index += 1) results.push(await throttle.begin(account, address));
		return results.filter(Boolean).length;
	}

	it("block an account for an address after ten, for fifteen minutes after the last one", async () => {
		expect(await fail(9)).toBe(9);
		tenant.passMilliseconds(QUARTER_MILLISECONDS - 1000);
		expect(await fail(3)).toBe(1);
		expect(await throttle.begin(ACCOUNT, "192.0.2.2")).toBe(true);
		expect(await throttle.begin("omar@example.com", ADDRESS)).toBe(true);
		// Refused attempts do not prolong it.
		tenant.passMilliseconds(QUARTER_MILLISECONDS - 1000);
		expect(await fail(1)).toBe(0);
		tenant.passMilliseconds(1000);
		expect(await fail(1)).toBe(1);
	});

	it("are reset by a successful login", async () => {
		expect(await fail(9)).toBe(9);
		expect(await throttle.begin(ACCOUNT, ADDRESS)).toBe(true);
		await throttle.succeeded(ACCOUNT, ADDRESS);
		expect(await fail(11)).toBe(10);
	});

	it("block an account whatever their addresses, and an address whatever their accounts", async () => {
		for (let index = 0; index < 100; index += 1) await throttle.begin(ACCOUNT, `198.51.100.${index}`);
		expect(await throttle.begin(ACCOUNT, "203.0.113.9")).toBe(false);
		for (let index = 0; index < 100; index += 1) await throttle.begin(`person ${index}`, ADDRESS);
		expect(await throttle.begin("another user", ADDRESS)).toBe(false);
		expect(await throttle.begin("another user", "203.0.113.9")).toBe(true);
	});

	it.each([LOCAL_ADDRESS, "127.0.0.1", "0:0:0:0::/64"])(
		"do not block an address that all callers may share: %s",
		async (address) => {
			for (let index = 0; index < 101; index += 1) {
				expect(await throttle.begin(`person ${index}`, address)).toBe(true);
			}
		},
	);

	it("cannot exceed the limit by concurrency", async () => {
		const results = await Promise.all(Array.from({ length: 25 }, () => throttle.begin(ACCOUNT, ADDRESS)));
		expect(results.filter(Boolean)).toHaveLength(10);
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
		expect(await new LoginThrottle(tenant.service, "message").begin(ACCOUNT, ADDRESS)).toBe(true);
	});

	it("are counted apart from messages with links, of which an account gets twenty from all addresses", async () => {
		expect(await fail(11)).toBe(10);
		const links = new LoginThrottle(tenant.service, "link");
		const sent = [];
		for (let index = 0; index < 30; index += 1) sent.push(await links.begin(ACCOUNT, `198.51.100.${index}`));
		expect(sent.filter(Boolean)).toHaveLength(20);
		expect(await links.begin("omar@example.com", ADDRESS)).toBe(true);
	});

	it("are listed per account, and lifted for one account alone: all that an attempt counts against it", async () => {
		expect(await fail(10)).toBe(10);
		expect(await fail(10, ACCOUNT, "192.0.2.2")).toBe(10);
		expect(await fail(10, "omar@example.com")).toBe(10);
		expect(await throttle.blocksOf(ACCOUNT)).toEqual([{ address: ADDRESS }, { address: "192.0.2.2" }]);
		expect(await new LoginThrottle(tenant.service, "message").blocksOf(ACCOUNT)).toEqual([]);
		await throttle.lift(ACCOUNT);
		expect(await throttle.blocksOf(ACCOUNT)).toEqual([]);
		expect(await fail(11)).toBe(10);
		expect(await fail(1, "omar@example.com")).toBe(0);
		for (let index = 0; index < 100; index += 1) await throttle.begin("rex@example.com", `198.51.100.${index}`);
		expect(await throttle.blocksOf("rex@example.com")).toEqual([{ address: null }]);
	});

	it("can be lifted while attempts are under way", async () => {
		const attempts = Array.from({ length: 40 }, () => throttle.begin(ACCOUNT, ADDRESS));
		await Promise.all([...attempts, ...attempts.slice(0, 10).map(() => throttle.lift(ACCOUNT))]);
	});

	it("are stored without the account and the address", async () => {
		await fail(3);
		const { database } = tenant.service;
		const stored = await database.selectFrom("login_failures").selectAll().execute();
		expect(stored.map(({ failures }) => failures)).toEqual([3, 3, 3]);
		expect(JSON.stringify(stored)).not.toMatch(/rita|192/);
	});
});
