import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LOCAL_ADDRESS } from "../context/service-request";
import { handleServiceRequest } from "../handle-request";
import { readOutbox } from "../messages/outbox";
import { assembled } from "../open-identity-service";
import { EMAIL, ENGINES, ISSUER, OTHER_EMAIL, startTestService, USER_ID } from "../testing/test-service";
import { credentials, type TokenResponse } from "../testing/token-request";
import { CODE_LIFETIME_SECONDS } from "./login-code";

const OTP = "http://auth0.com/oauth/grant-type/passwordless/otp";
const PHONE = "+12025550143";

describe.each(ENGINES)("passwordless login on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		await tenant.service.database.insertInto("user_phones").values({ phone_number: PHONE, user_id: USER_ID }).execute();
	});
	afterAll(() => tenant.stop());

	const call = async (path: string, parameters: Record<string, string | object>) => {
		const response = await handleServiceRequest(
			tenant.service,
			new Request(`${ISSUER}${path}`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify(parameters),
			}),
		);
		const body = (await response.json()) as TokenResponse & Record<string, unknown>;
		return { status: response.status, body };
	};
	const start = (parameters: Record<string, string | object> = { connection: "email", email: EMAIL }) =>
		call("passwordless/start", { client_id: "courier", send: "code", ...parameters });
	const sentTo = async (recipient: string) =>
		(await readOutbox(tenant.service)).filter((message) => message.recipient === recipient);
	const lastCode = async (recipient: string) => /\d{6}/.exec((await sentTo(recipient))[0]?.text ?? "")?.[0] ?? "";
	const redeem = (otp: string, more: Record<string, string> = {}) =>
		call("oauth/token", { grant_type: OTP, client_id: "courier", username: EMAIL, realm: "email", otp, ...more });
	const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
	const passLimits = () => tenant.passSeconds(15 * 60 + 1);

	it("sends a code by e-mail that is exchanged for tokens, once", async () => {
		const { status, body } = await start();
		expect([status, body.email, body._id]).toEqual([200, EMAIL.toLowerCase(), expect.stringMatching(/^[0-9a-f]{24}$/)]);
		const [message] = await sentTo(EMAIL.toLowerCase());
		expect(message?.text).toContain("The courier application");
		const code = await lastCode(EMAIL.toLowerCase());
		const tokens = await redeem(code, { scope: "openid offline_access" });
		expect(tokens.status).toBe(200);
		expect(decodeJwt(tokens.body.id_token)).toMatchObject({ sub: USER_ID, amr: ["otp"] });
		const renewed = { grant_type: "refresh_token", client_id: "courier", refresh_token: tokens.body.refresh_token };
		expect((await call("oauth/token", renewed)).status).toBe(200);
		expect(await redeem(code)).toMatchObject({ status: 403, body: { error: "invalid_grant" } });
	});

	it("ignores the parameters of a link that browser libraries send, and refuses all else that is nested", async () => {
		const email = { connection: "email", email: EMAIL };
		expect((await start({ ...email, authParams: { scope: "openid", state: "s" } })).status).toBe(200);
		expect((await start({ ...email, other: { scope: "openid" } })).status).toBe(400);
		expect((await call("oauth/token", { grant_type: OTP, client_id: "courier", authParams: {} })).status).toBe(400);
	});

	it("sends a code as a text message, and accepts it as a password at passwordless/verify", async () => {
		expect((await start({ connection: "sms", phone_number: "+1 (202) 555-0143" })).body.phone_number).toBe(PHONE);
		const form = { client_id: "courier", connection: "sms", grant_type: "password", username: PHONE, scope: "openid" };
		const password = await lastCode(PHONE);
		expect((await call("passwordless/verify", { ...form, password: another(password) })).status).toBe(403);
		const { status, body } = await call("passwordless/verify", { ...form, password });
		expect(status).toBe(200);
		expect(decodeJwt(body.id_token)).toMatchObject({ sub: USER_ID, amr: ["sms"] });
	});

	it("redeems a code once, however many requests use it at the same moment", async () => {
		passLimits();
		await start();
		const code = await lastCode(EMAIL.toLowerCase());
		const responses = await Promise.all(Array.from({ length: 6 }, () => redeem(code)));
		expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
	});

	it("invalidates a code after three wrong guesses, also at the same moment", async () => {
		passLimits();
		await start();
		const code = await lastCode(EMAIL.toLowerCase());
		await Promise.all(Array.from({ length: 3 }, () => redeem(another(code))));
		expect((await redeem(code)).status).toBe(403);
	});

	it("lets a code expire, and be replaced by a newer one", async () => {
		passLimits();
		await start();
		const late = await lastCode(EMAIL.toLowerCase());
		tenant.passSeconds(CODE_LIFETIME_SECONDS + 1);
		expect((await redeem(late)).status).toBe(403);
		await start();
		const first = await lastCode(EMAIL.toLowerCase());
		tenant.passSeconds(1);
		await start();
		const second = await lastCode(EMAIL.toLowerCase());
		if (first !== second) expect((await redeem(first)).status).toBe(403);
		expect((await redeem(second)).status).toBe(200);
	});

	it("accepts a code for its own client and destination only", async () => {
		passLimits();
		await start();
		const code = await lastCode(EMAIL.toLowerCase());
		expect((await redeem(code, { username: OTHER_EMAIL })).status).toBe(403);
		const refused = await redeem(code, { ...credentials(tenant.service, "till") });
		expect([refused.status, refused.body.error]).toEqual([403, "unauthorized_client"]);
	});

	it("has the same response for an unknown user, and sends nothing", async () => {
		const known = await start();
		const unknown = await start({ connection: "email", email: "unknown@example.com" });
		expect(unknown.status).toBe(known.status);
		expect(Object.keys(unknown.body)).toEqual(Object.keys(known.body));
		expect(await sentTo("unknown@example.com")).toEqual([]);
		const stored = await tenant.service.database.selectFrom("outbox_messages").select("recipient").execute();
		expect(stored.map(({ recipient }) => recipient)).not.toContain("unknown@example.com");
	});

	it("reports no message as sent that could not be stored, to a user or to none", async () => {
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const fail = () => Promise.reject(new Error("The disk is full."));
		const sender = { send: fail, drop: fail };
		const service = assembled({ ...tenant.service, sender });
		const responses = [];
		for (const email of [EMAIL, "unknown@example.com"]) {
			const body = new URLSearchParams({ client_id: "courier", connection: "email", email });
			const request = new Request(`${ISSUER}passwordless/start`, { method: "POST", body });
			const response = await handleServiceRequest(service, request);
			responses.push({ status: response.status, body: await response.json() });
		}
		expect(responses[0]).toMatchObject({ status: 500, body: { error: "server_error" } });
		expect(responses[1]).toEqual(responses[0]);
		log.mockRestore();
	});

	it("limits the number of messages to one destination", async () => {
		passLimits();
		const sent = async () => (await start({ connection: "email", email: OTHER_EMAIL })).status;
		const statuses = await Promise.all(Array.from({ length: 12 }, sent));
		expect(statuses.filter((status) => status === 200)).toHaveLength(10);
		expect(statuses.filter((status) => status === 429)).toHaveLength(2);
	});

	it("stores codes as keyed hashes", async () => {
		passLimits();
		await start();
		const code = await lastCode(EMAIL.toLowerCase());
		expect(JSON.stringify(await tenant.service.database.selectFrom("login_codes").selectAll().execute())).not.toContain(
			code,
		);
	});

	it.each([
		["an unknown connection", { connection: "carrier-pigeon" }, "bad.connection"],
		["no address", { connection: "email" }, "bad.email"],
		["an invalid address", { connection: "email", email: "no-address" }, "bad.email"],
		["an invalid number", { connection: "sms", phone_number: "12" }, "bad.phone_number"],
		["a link", { connection: "email", email: EMAIL, send: "link" }, "bad.send"],
	])("refuses to start with %s", async (_case, parameters, error) => {
		expect(await start(parameters as Record<string, string>)).toMatchObject({ status: 400, body: { error } });
	});

	it("refuses to start for a client without the grant, or with a wrong secret", async () => {
		const email = { connection: "email", email: EMAIL };
		const off = await start({ ...email, ...credentials(tenant.service, "till") });
		expect([off.status, off.body.error]).toEqual([403, "unauthorized_client"]);
		expect((await start({ ...email, client_id: "till", client_secret: "wrong" })).status).toBe(401);
		expect((await start({ ...email, client_id: "unknown" })).status).toBe(401);
	});

	it("sends messages by the sender of the service", async () => {
		passLimits();
		const messages: unknown[] = [];
		const sender = { send: async (message: unknown) => void messages.push(message), drop: async () => {} };
		const service = assembled({ ...tenant.service, sender });
		const body = new URLSearchParams({ client_id: "courier", connection: "email", email: EMAIL });
		await handleServiceRequest(service, new Request(`${ISSUER}passwordless/start`, { method: "POST", body }));
		expect(messages).toEqual([
			{
				channel: "email",
				recipient: EMAIL.toLowerCase(),
				text: expect.any(String),
				hasAccount: true,
				address: LOCAL_ADDRESS,
			},
		]);
	});
});
