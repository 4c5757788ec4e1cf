import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PASSWORD_GRANT, PASSWORD_REALM_GRANT, PASSWORDLESS_GRANT } from "../clients/grant-types";
import { readOutbox } from "../messages/outbox";
import { ANY_ENGINE, EMAIL, PASSWORD, startTestService, USER_ID } from "../testing/test-service";
import { credentials, post, requestToken, secretOf } from "../testing/token-request";

/** Of the application's server. */
const SERVER = "198.51.100.7";
const HEADER = "auth0-forwarded-for";
const LIMIT = 10;
const REALM = "Username-Password-Authentication";

describe.each(ANY_ENGINE)("the address that a client names for its user, on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		await change("till", { grants: JSON.stringify([PASSWORD_GRANT, PASSWORD_REALM_GRANT, PASSWORDLESS_GRANT]) });
	});
	afterAll(() => tenant.stop());
	beforeEach(async () => {
		await trust("till", true);
		await tenant.service.database.deleteFrom("login_failures").execute();
	});

	const change = (clientId: string, row: { grants?: string; settings?: string }) =>
		tenant.service.database.updateTable("clients").set(row).where("client_id", "=", clientId).execute();
	const trust = (clientId: string, is_token_endpoint_ip_header_trusted: boolean) =>
		change(clientId, { settings: JSON.stringify({ is_token_endpoint_ip_header_trusted }) });
	const headers = (named?: string) => ({
		"x-forwarded-for": SERVER,
		...(named === undefined ? {} : { [HEADER]: named }),
	});
	const signIn = async (named: string | undefined, form: Record<string, string> = {}) => {
		const sent = {
			grant_type: PASSWORD_GRANT,
			username: EMAIL,
			password: PASSWORD,
			scope: "openid offline_access",
			...credentials(tenant.service, "till"),
			...form,
		};
		return (await requestToken(tenant.service, sent, headers(named))).status;
	};
	const fail = async (named: string | undefined, form: Record<string, string> = {}) => {
		for (let count = 0; count < LIMIT; count += 1) await signIn(named, { password: "wrong", ...form });
	};
	const start = async (named: string | undefined, form: Record<string, string> = {}) => {
		const sent = { connection: "email", email: EMAIL, ...credentials(tenant.service, "till"), ...form };
		return (await post(tenant.service, "passwordless/start", sent, headers(named))).status;
	};
	const lastIp = async () => {
		const user = tenant.service.database.selectFrom("users").select("last_ip").where("user_id", "=", USER_ID);
		return (await user.executeTakeFirstOrThrow()).last_ip;
	};
	const lastDevice = async () => {
		const rows = await tenant.service.database
			.selectFrom("refresh_tokens")
			.select("device")
			.where("client_id", "=", "till")
			.execute();
		return JSON.parse(rows.at(-1)?.device ?? "{}");
	};

	it.each([{ grant_type: PASSWORD_GRANT }, { grant_type: PASSWORD_REALM_GRANT, realm: REALM }])(
		"limits failed sign-ins with %j in place of the server's own",
		async (form) => {
			await fail("203.0.113.1", form as Record<string, string>);
			expect(await signIn("203.0.113.1")).toBe(429);
			expect(await signIn("203.0.113.2")).toBe(200);
			expect(await signIn(undefined)).toBe(200);
		},
	);

	it("limits messages with codes, and is where a code is redeemed", async () => {
		for (let count = 0; count < LIMIT; count += 1) expect(await start("203.0.113.1")).toBe(200);
		expect(await start("203.0.113.1")).toBe(429);
		expect(await start("203.0.113.2")).toBe(200);
		const [message] = await readOutbox(tenant.service);
		const code = /\d{6}/.exec(message?.text ?? "")?.[0] ?? "";
		const form = { connection: "email", username: EMAIL, password: code, ...credentials(tenant.service, "till") };
		const response = await post(tenant.service, "passwordless/verify", form, headers("203.0.113.9"));
		expect([response.status, await lastIp()]).toEqual([200, "203.0.113.9"]);
	});

	it.each([
		["203.0.113.5", "203.0.113.5"],
		["::ffff:203.0.113.6", "203.0.113.6"],
		["2001:DB8:0::1", "2001:db8::1"],
	])("is %s stored as %s with the user", async (named, stored) => {
		expect(await signIn(named)).toBe(200);
		expect(await lastIp()).toBe(stored);
	});

	it.each(["", "somewhere", "203.0.113.300", "203.0.113.1, 203.0.113.2"])(
		"is ignored where %j is none",
		async (named) => {
			expect(await signIn(named)).toBe(200);
			expect(await lastIp()).toBe(SERVER);
		},
	);

	it("is that of a new refresh token's device", async () => {
		await change("till", { grants: JSON.stringify([PASSWORD_GRANT, "refresh_token", PASSWORDLESS_GRANT]) });
		expect(await signIn("203.0.113.5")).toBe(200);
		expect(await lastDevice()).toMatchObject({ initial_ip: "203.0.113.5", last_ip: "203.0.113.5" });
		await change("till", { grants: JSON.stringify([PASSWORD_GRANT, PASSWORD_REALM_GRANT, PASSWORDLESS_GRANT]) });
	});

	it("is ignored of a client without the setting", async () => {
		await trust("till", false);
		await fail("203.0.113.1");
		expect([await signIn("203.0.113.2"), await signIn(undefined)]).toEqual([429, 429]);
		expect(await start("203.0.113.3")).toBe(200);
		expect(await lastIp()).not.toBe("203.0.113.1");
	});

	it("is ignored of a public client, whatever its settings", async () => {
		await trust("courier", true);
		const courier = { client_id: "courier", client_secret: "" };
		for (let count = 0; count < LIMIT; count += 1) await start(`203.0.113.${count}`, courier);
		expect(await start("203.0.113.100", courier)).toBe(429);
	});

	it("is ignored where the client's credentials are wrong", async () => {
		const wrong = { client_secret: `${secretOf(tenant.service, "till")}x` };
		await fail("203.0.113.1", wrong);
		expect(await start("203.0.113.1", wrong)).toBe(401);
		expect(await tenant.service.database.selectFrom("login_failures").selectAll().execute()).toEqual([]);
	});
});

it("does not change whose requests the endpoint counts", async () => {
	const tenant = await startTestService("SQLite", {
		RATE_LIMIT: "",
		RATE_LIMIT_BURST: "2",
		RATE_LIMIT_PER_SECOND: "0.001",
	});
	const settings = JSON.stringify({ is_token_endpoint_ip_header_trusted: true });
	await tenant.service.database.updateTable("clients").set({ settings }).where("client_id", "=", "till").execute();
	const statuses: number[] = [];
	for (const named of ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) {
		const form = {
			grant_type: PASSWORD_GRANT,
			username: EMAIL,
			password: PASSWORD,
			...credentials(tenant.service, "till"),
		};
		statuses.push((await requestToken(tenant.service, form, { "x-forwarded-for": SERVER, [HEADER]: named })).status);
	}
	expect(statuses).toEqual([200, 200, 429]);
	await tenant.stop();
});
