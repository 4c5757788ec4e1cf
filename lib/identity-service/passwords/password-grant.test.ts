import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { EMAIL, ORDERS, OTHER_EMAIL, PASSWORD, startTestService, USER_ID } from "../testing/test-service";
import { credentials, exchange, post, requestToken } from "../testing/token-request";
import { LoginThrottle } from "./login-throttle";

const REALM_GRANT = "http://auth0.com/oauth/grant-type/password-realm";
const WRONG = { status: 403, body: { error: "invalid_grant", error_description: "Wrong email or password." } };

let tenant: Awaited<ReturnType<typeof startTestService>>;
const requestWith = (form: Record<string, string> = {}, clientId = "till", headers: Record<string, string> = {}) =>
	requestToken(
		tenant.service,
		{ grant_type: "password", username: EMAIL, password: PASSWORD, ...credentials(tenant.service, clientId), ...form },
		headers,
	);

describe("the password grant", () => {
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());

	it("gives tokens for a user's e-mail address and password", async () => {
		const { status, body } = await requestWith({ scope: "openid email" });
		expect([status, body.token_type, body.scope]).toEqual([200, "Bearer", "openid email"]);
		expect(decodeJwt(body.id_token)).toMatchObject({ sub: USER_ID, aud: "till", email: EMAIL, amr: ["pwd"] });
		expect(body.refresh_token).toBeUndefined();
	});

	it("gives a token for an audience with the client's own scopes", async () => {
		const { body } = await requestWith({ audience: ORDERS, scope: "read:orders delete:orders" });
		const claims = decodeJwt(body.access_token);
		expect(claims).toMatchObject({ sub: USER_ID, aud: ORDERS, scope: "read:orders", azp: "till" });
	});

	it("gives a refresh token that rotates and is in the user's list", async () => {
		const { body } = await requestWith({ scope: "openid offline_access" });
		const renewed = await exchange(tenant.service, "till", body.refresh_token);
		expect(renewed.status).toBe(200);
		expect((await exchange(tenant.service, "till", body.refresh_token)).status).toBe(403);
		const rows = await tenant.service.database.selectFrom("refresh_tokens").selectAll().execute();
		expect(rows.filter(({ client_id }) => client_id === "till").length).toBeLessThanOrEqual(1);
	});

	it("accepts a connection by name, and refuses an unknown one", async () => {
		const realm = "Username-Password-Authentication";
		expect((await requestWith({ grant_type: REALM_GRANT, realm })).status).toBe(200);
		expect((await requestWith({ grant_type: REALM_GRANT, realm: "elsewhere" })).status).toBe(400);
	});

	it("refuses a wrong password, an unknown user and an endless password alike", async () => {
		expect(await requestWith({ password: "wrong" })).toEqual(WRONG);
		expect(await requestWith({ username: "unknown@example.com" })).toEqual(WRONG);
		expect(await requestWith({ password: PASSWORD.repeat(200) })).toEqual(WRONG);
	});

	it.each(["username", "password"])("names a missing %s", async (missing) => {
		const { status, body } = await requestWith({ [missing]: "" });
		expect([status, body.error_description]).toEqual([400, `Missing required parameter: ${missing}`]);
	});

	it("is off for a client by default", async () => {
		const { status, body } = await requestWith({}, "web");
		expect([status, body.error]).toEqual([403, "unauthorized_client"]);
	});
});

describe("guesses at the password grant", () => {
	beforeEach(async () => {
		tenant = await startTestService("SQLite");
	});
	afterEach(() => tenant.stop());

	const from = (address: string) => ({ "x-forwarded-for": address });

	it("are blocked after ten per account and address, for the right password too, for a time", async () => {
		const guesses = Array.from({ length: 12 }, () => requestWith({ password: "wrong" }, "till", from("192.0.2.1")));
		const statuses = (await Promise.all(guesses)).map(({ status }) => status);
		expect(statuses.filter((status) => status === 403)).toHaveLength(10);
		expect(statuses.filter((status) => status === 429)).toHaveLength(2);
		const blocked = await requestWith({}, "till", from("192.0.2.1"));
		expect([blocked.status, blocked.body.error]).toEqual([429, "too_many_attempts"]);
		expect((await requestWith({}, "till", from("192.0.2.2"))).status).toBe(200);
		expect((await requestWith({ username: OTHER_EMAIL }, "till", from("192.0.2.1"))).status).toBe(200);
		tenant.passSeconds(15 * 60 + 1);
		expect((await requestWith({}, "till", from("192.0.2.1"))).status).toBe(200);
	});

	it("that are too many at once get a 429 with the time to wait, and are not counted", async () => {
		// The first cost a real hash, so that the others, whose hash is cheap in tests, meet a full queue.
		const guesses = Array.from({ length: 40 }, (_, count) =>
			post(
				tenant.service,
				"oauth/token",
				{
					grant_type: "password",
					username: count < 4 ? `unknown-${count}@example.com` : EMAIL,
					password: "wrong",
					...credentials(tenant.service, "till"),
				},
				from(`192.0.2.${count}`),
			),
		);
		const responses = await Promise.all(guesses);
		const busy = responses.filter(({ status }) => status === 429);
		expect(busy.length).toBeGreaterThan(0);
		for (const response of busy) {
			expect(response.headers.get("retry-after")).toBe("5");
			expect(await response.json()).toEqual({
				error: "too_many_requests",
				error_description: "Too many passwords are being checked at the moment. Try again in 5 seconds.",
			});
		}
		const checked = responses.filter(({ status }) => status === 403);
		expect(busy.length + checked.length).toBe(40);
		const counted = await tenant.service.database.selectFrom("login_failures").select("failures").execute();
		expect(counted.reduce((sum, { failures }) => sum + failures, 0)).toBe(3 * checked.length);
	});

	it("are blocked after a hundred per address, whatever the accounts", async () => {
		// As earlier guesses are counted, without their hashes.
		const throttle = new LoginThrottle(tenant.service, "login");
		for (let count = 0; count < 96; count += 1) await throttle.begin(`user-${count}@example.com`, "192.0.2.9");
		const guesses = Array.from({ length: 6 }, (_, count) =>
			requestWith({ username: `guessed-${count}@example.com`, password: "Summer2026" }, "till", from("192.0.2.9")),
		);
		const statuses = (await Promise.all(guesses)).map(({ status }) => status);
		expect(statuses.filter((status) => status === 403)).toHaveLength(4);
		expect(statuses.filter((status) => status === 429)).toHaveLength(2);
		expect((await requestWith({}, "till", from("192.0.2.9"))).status).toBe(429);
		expect((await requestWith({}, "till", from("192.0.2.10"))).status).toBe(200);
	});
});
