import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { REFRESH_TOKEN_ABSOLUTE_SECONDS, REFRESH_TOKEN_IDLE_SECONDS } from "../clients/lifetimes";
import { deleteRefreshToken, updateRefreshTokenMetadata } from "../store/refresh-tokens";
import { failToWrite } from "../testing/failing-writes";
import { ENGINES, ISSUER, ORDERS, startTestService, USER_ID } from "../testing/test-service";
import { credentials, exchange, requestToken, signInForTokens, type TokenResponse } from "../testing/token-request";

const SCOPE = "openid profile offline_access";
/** Rounds of fifty exchanges of one token at the same moment. */
const RACES = process.env.LONG ? 200 : 3;
const REFUSAL = { error: "invalid_grant", error_description: "Unknown or invalid refresh token." };

describe.each(ENGINES)("the refresh-token exchange on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());

	/** Signs in and finds the row that the management interface shows. */
	async function issue(clientId = "browser", parameters: Record<string, string> = {}) {
		const tokens = await signInForTokens(tenant.service, clientId, { scope: SCOPE, ...parameters });
		const rows = await tenant.service.database.selectFrom("refresh_tokens").selectAll().execute();
		const sid = decodeJwt(tokens.id_token).sid;
		const row = rows.find((candidate) => candidate.session_id === sid);
		if (!row) throw new Error("No row was written.");
		return { tokens, row };
	}
	const rowOf = (id: string) =>
		tenant.service.database.selectFrom("refresh_tokens").selectAll().where("id", "=", id).executeTakeFirst();
	const swap = (tokens: TokenResponse, clientId = "browser", more = {}) =>
		exchange(tenant.service, clientId, tokens.refresh_token, more);

	it("is shown as one token with its device, session and scopes", async () => {
		const { row } = await issue();
		expect(row).toMatchObject({
			id: expect.stringMatching(/^dcr_[A-Za-z0-9]{16}$/),
			user_id: USER_ID,
			client_id: "browser",
			rotating: 1,
			metadata: null,
			last_exchanged_at: null,
		});
		expect(JSON.parse(row.resource_servers)).toEqual([{ audience: `${ISSUER}userinfo`, scopes: SCOPE }]);
		expect(Date.parse(row.idle_expires_at ?? "") - Date.parse(row.created_at)).toBe(REFRESH_TOKEN_IDLE_SECONDS * 1000);
		expect(Date.parse(row.expires_at ?? "") - Date.parse(row.created_at)).toBe(REFRESH_TOKEN_ABSOLUTE_SECONDS * 1000);
	});

	it("leaves no row where its value can't be stored", async () => {
		const { database } = tenant.service;
		const rows = () => database.selectFrom("refresh_tokens").select("id").orderBy("id").execute();
		const before = await rows();
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const endFailure = await failToWrite(database, engine, "insert", "RefreshToken");
		try {
			await expect(signInForTokens(tenant.service, "browser", { scope: SCOPE })).rejects.toThrow(/^503: /);
		} finally {
			await endFailure();
			log.mockRestore();
		}
		expect(await rows()).toEqual(before);
		await issue();
	});

	it("names the audience of a granted API", async () => {
		const { row } = await issue("web-with-api", { audience: ORDERS, scope: `${SCOPE} read:orders` });
		expect(JSON.parse(row.resource_servers)).toEqual([
			{ audience: ORDERS, scopes: expect.stringContaining("read:orders") },
		]);
	});

	it("rotates the value and keeps the identifier and the metadata", async () => {
		const { tokens, row } = await issue();
		const { database, now } = tenant.service;
		await updateRefreshTokenMetadata(database, row.id, '{"a":"b"}', now().toISOString());
		const headers = { "user-agent": "Second device", "x-forwarded-for": "192.0.2.77" };
		const form = { grant_type: "refresh_token", refresh_token: tokens.refresh_token };
		const response = await requestToken(
			tenant.service,
			{ ...form, ...credentials(tenant.service, "browser") },
			headers,
		);
		expect(response.status).toBe(200);
		expect(response.body.refresh_token).not.toBe(tokens.refresh_token);
		expect(response.body.scope).toBe(SCOPE);
		expect(decodeJwt(response.body.id_token)).toMatchObject({ sub: USER_ID, sid: row.session_id });
		const after = await rowOf(row.id);
		expect(after).toMatchObject({ id: row.id, created_at: row.created_at, metadata: '{"a":"b"}' });
		expect(after?.last_exchanged_at).toEqual(expect.any(String));
		expect(JSON.parse(after?.device ?? "")).toEqual({
			...JSON.parse(row.device),
			last_ip: "192.0.2.77",
			last_user_agent: "Second device",
		});
	});

	it("works through many rotations", async () => {
		let { tokens } = await issue();
		for (let round = 0; round < 5; round += 1) {
			const { status, body } = await swap(tokens);
			expect(status).toBe(200);
			tokens = body;
		}
	});

	it("keeps the value of a token that does not rotate, and records the exchange", async () => {
		const { tokens, row } = await issue("web-steady");
		expect(row.rotating).toBe(0);
		for (let round = 0; round < 2; round += 1) {
			const { status, body } = await swap(tokens, "web-steady");
			expect([status, body.refresh_token]).toEqual([200, tokens.refresh_token]);
		}
		expect((await rowOf(row.id))?.last_exchanged_at).toEqual(expect.any(String));
	});

	it("revokes the whole family when a used value is replayed", async () => {
		const { tokens, row } = await issue();
		const { body: next } = await swap(tokens);
		expect(await swap(tokens)).toEqual({ status: 403, body: REFUSAL });
		expect(await swap(next)).toEqual({ status: 403, body: REFUSAL });
		expect(await rowOf(row.id)).toBeUndefined();
	});

	it("leaves other families of the same user alone when one is revoked", async () => {
		const first = await issue();
		const second = await issue();
		await swap(first.tokens);
		await swap(first.tokens);
		expect((await swap(second.tokens)).status).toBe(200);
	});

	it(
		"succeeds exactly once of fifty concurrent requests",
		async () => {
			for (let round = 0; round < RACES; round += 1) {
				const { tokens } = await issue();
				const responses = await Promise.all(Array.from({ length: 50 }, () => swap(tokens)));
				const statuses = responses.map(({ status }) => status);
				expect(statuses.filter((status) => status === 200)).toHaveLength(1);
				expect(statuses.filter((status) => status === 403)).toHaveLength(49);
			}
		},
		RACES * 20_000,
	);

	it("gives narrower scopes on request and refuses wider ones", async () => {
		const { tokens } = await issue("web-steady");
		const narrower = await swap(tokens, "web-steady", { scope: "openid" });
		expect(narrower.body.scope).toBe("openid");
		const wider = await swap(tokens, "web-steady", { scope: "openid email" });
		expect(wider.status).toBe(400);
		expect(wider.body.error).toBe("invalid_scope");
		expect((await swap(tokens, "web-steady")).body.scope).toBe(SCOPE);
	});

	it("is refused to another client and leaves the token valid", async () => {
		const { tokens } = await issue("web-steady");
		expect((await swap(tokens, "web")).status).toBe(403);
		expect((await swap(tokens, "web-steady")).status).toBe(200);
	});

	it("is refused once the token was deleted through the management interface", async () => {
		for (const clientId of ["browser", "web-steady"]) {
			const { tokens, row } = await issue(clientId);
			await deleteRefreshToken(tenant.service.database, row.id);
			expect(await swap(tokens, clientId)).toEqual({ status: 403, body: REFUSAL });
		}
	});

	it("is refused once only the row is gone", async () => {
		const { tokens, row } = await issue();
		await tenant.service.database.deleteFrom("refresh_tokens").where("id", "=", row.id).execute();
		expect(await swap(tokens)).toEqual({ status: 403, body: REFUSAL });
	});

	it("is refused for an unknown value, and a missing one is named", async () => {
		expect(await exchange(tenant.service, "browser", "nothing")).toEqual({ status: 403, body: REFUSAL });
		const { status, body } = await exchange(tenant.service, "browser", "");
		expect(status).toBe(400);
		expect(body.error_description).toBe("Missing required parameter: refresh_token");
	});
});

describe.each(ENGINES)("the expiry of refresh tokens on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());

	it("comes after the idle lifetime, which every exchange restarts, and after the absolute one in any case", async () => {
		const { refresh_token } = await signInForTokens(tenant.service, "web-steady", { scope: SCOPE });
		const swap = () => exchange(tenant.service, "web-steady", refresh_token);
		tenant.passSeconds(REFRESH_TOKEN_IDLE_SECONDS - 60);
		expect((await swap()).status).toBe(200);
		tenant.passSeconds(REFRESH_TOKEN_IDLE_SECONDS - 60);
		expect((await swap()).status).toBe(200);
		tenant.passSeconds(300);
		expect((await swap()).status).toBe(403);
	});

	it("comes when the token is not exchanged for the idle lifetime", async () => {
		const { refresh_token } = await signInForTokens(tenant.service, "web-steady", { scope: SCOPE });
		tenant.passSeconds(REFRESH_TOKEN_IDLE_SECONDS + 1);
		expect((await exchange(tenant.service, "web-steady", refresh_token)).status).toBe(403);
	});
});
