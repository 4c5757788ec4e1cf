import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { userBlocks } from "@/lib/contract/user";
import { redeemLoginCode } from "../passwordless/login-code";
import { checkPassword } from "../passwords/password-check";
import { sampleUserId } from "../sample-tenant/derived";
import { requestFrom } from "../testing/service-request";
import { describeOnEachEngine, type TestTenant } from "../testing/test-tenant";

const EMAIL = "mina.park@example.org";
const PHONE = "+12025550143";
const QUARTER_MILLISECONDS = 15 * 60 * 1000;

describeOnEachEngine("blocks after failed sign-ins", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	beforeEach(() => tenant.service.database.deleteFrom("login_failures").execute());
	afterAll(() => tenant.close());

	const pathOf = (handle: string, base = "/user-blocks") =>
		`${base}/${encodeURIComponent(sampleUserId(tenant.service.config.appSecret, handle))}`;
	const blocksOf = async (handle = "user", query = "") =>
		userBlocks.parse((await tenant.call("GET", `${pathOf(handle)}${query}`)).json).blocked_for;
	/** The status of a sign-in with a wrong password: 403, or 429 when blocked. */
	const signIn = (address: string, email = EMAIL) =>
		checkPassword(tenant.service, { email, password: "wrong", request: requestFrom(address) }).then(
			() => 200,
			(refusal: { status: number }) => refusal.status,
		);
	async function fail(times: number, address: string, email = EMAIL): Promise<void> {
		for (let index = 0; index < times; index += 1) expect(await signIn(address, email)).toBe(403);
	}

	it("are none before the tenth failure, then one for the address, until fifteen minutes have passed", async () => {
		await fail(9, "192.0.2.1");
		expect(await blocksOf()).toEqual([]);
		await fail(1, "192.0.2.1");
		expect(await signIn("192.0.2.1")).toBe(429);
		expect(await blocksOf()).toEqual([{ identifier: EMAIL, ip: "192.0.2.1" }]);
		await fail(10, "192.0.2.9", "Mina.Park@Example.org ");
		expect(await blocksOf("user", "?consider_brute_force_enablement=true")).toEqual([
			{ identifier: EMAIL, ip: "192.0.2.1" },
			{ identifier: EMAIL, ip: "192.0.2.9" },
		]);
		expect(await blocksOf("amara")).toEqual([]);
		tenant.passMilliseconds(QUARTER_MILLISECONDS);
		expect(await blocksOf()).toEqual([]);
	});

	it("name no address that is not known", async () => {
		await fail(10, "local");
		expect(await blocksOf()).toEqual([{ identifier: EMAIL }]);
	});

	it("are one without an address after a hundred failures from everywhere", async () => {
		const { logins } = tenant.service.throttles;
		for (let index = 0; index < 100; index += 1) await logins.begin(EMAIL, `198.51.100.${index}`);
		await expect(logins.begin(EMAIL, "203.0.113.1")).rejects.toMatchObject({ status: 429 });
		expect(await blocksOf()).toEqual([{ identifier: EMAIL }]);
		expect((await tenant.call("DELETE", pathOf("user"))).status).toBe(204);
		await logins.begin(EMAIL, "203.0.113.1");
	});

	it("of codes are listed for each destination, beside those of the password, and lifted with them", async () => {
		const client = { clientId: tenant.clientId("single_page_app") };
		const guess = (channel: "email" | "sms", destination: string) =>
			redeemLoginCode(
				tenant.service,
				{ client, channel, destination, request: requestFrom("192.0.2.1") },
				"000000",
			).then(
				() => 200,
				(refusal: { status: number }) => refusal.status,
			);
		for (let index = 0; index < 5; index += 1) {
			expect([await guess("email", EMAIL), await guess("sms", PHONE)]).toEqual([403, 403]);
		}
		expect([await guess("email", EMAIL), await guess("sms", PHONE)]).toEqual([429, 429]);
		const ofCodes = [
			{ identifier: EMAIL, connection: "email" },
			{ identifier: PHONE, connection: "sms" },
		];
		expect(await blocksOf()).toEqual(ofCodes);
		expect(await blocksOf("amara")).toEqual([]);
		await fail(10, "192.0.2.1");
		expect(await blocksOf()).toEqual([{ identifier: EMAIL, ip: "192.0.2.1" }, ...ofCodes]);
		expect((await tenant.call("DELETE", pathOf("user"))).status).toBe(204);
		expect(await blocksOf()).toEqual([]);
		expect([await guess("sms", PHONE), await signIn("192.0.2.1")]).toEqual([403, 403]);
	});

	it("are lifted from all addresses by one request, for that user alone; the admin's block stays", async () => {
		await tenant.call("PATCH", pathOf("user", "/users"), { body: { blocked: true } });
		for (const address of ["192.0.2.1", "192.0.2.9"]) await fail(10, address);
		await fail(10, "192.0.2.1", "amara.okafor@example.com");
		const { status, text } = await tenant.call("DELETE", pathOf("user"));
		expect([status, text]).toEqual([204, ""]);
		expect(await blocksOf()).toEqual([]);
		for (const address of ["192.0.2.1", "192.0.2.9"]) await fail(10, address);
		expect(await blocksOf("amara")).toHaveLength(1);
		expect((await tenant.call("GET", pathOf("user", "/users"))).json).toMatchObject({ blocked: true });
		await tenant.call("PATCH", pathOf("user", "/users"), { body: { blocked: false } });
	});

	it("are not lifted by unblocking the user", async () => {
		await fail(10, "192.0.2.1");
		for (const blocked of [true, false]) {
			expect((await tenant.call("PATCH", pathOf("user", "/users"), { body: { blocked } })).json).toMatchObject({
				blocked,
			});
		}
		expect(await signIn("192.0.2.1")).toBe(429);
		expect(await blocksOf()).toHaveLength(1);
	});

	it("are none of a user of another provider with the same address", async () => {
		const { database } = tenant.service;
		const id = sampleUserId(tenant.service.config.appSecret, "jose");
		await database.updateTable("users").set({ connection: "acme" }).where("user_id", "=", id).execute();
		await fail(10, "192.0.2.1", "jose.nunez@example.org");
		expect(await blocksOf("jose")).toEqual([]);
	});

	it("are 404 for an unknown user, and refused without the scope", async () => {
		for (const [method, scope, other] of [
			["GET", "read:users", "update:users"],
			["DELETE", "update:users", "read:users"],
		] as const) {
			const unknown = await tenant.call(method, "/user-blocks/auth0%7C0");
			expect(unknown.json).toMatchObject({ statusCode: 404, errorCode: "inexistent_user" });
			const as = await tenant.token("management", { scope: other });
			expect((await tenant.call(method, pathOf("user"), { as })).json).toMatchObject({
				statusCode: 403,
				message: expect.stringContaining(scope),
			});
		}
	});
});
