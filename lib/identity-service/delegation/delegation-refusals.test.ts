import { decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { endSessions } from "../sessions/end-session";
import { ALL_SCOPES, delegationCalls, JWT_BEARER } from "../testing/delegation-calls";
import { foreignKey } from "../testing/test-keys";
import { ANY_ENGINE, startTestService, USER_ID } from "../testing/test-service";
import { credentials, exchange, post, secretOf, signInForTokens } from "../testing/token-request";

describe.each(ANY_ENGINE)("what legacy delegation refuses on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		await set("web-basic", { allowed_clients: ["web", "browser", "third-party"] });
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	const { change, delegate, forged, idTokenOf, refusalOf, set } = delegationCalls(() => tenant);

	it.each([
		["of another client", { aud: "browser" }],
		["for two clients", { aud: ["web", "browser"] }],
		["of another issuer", { iss: "https://elsewhere.example/" }],
		["without an audience", { aud: undefined }],
		["that has expired", { exp: 1 }],
		["that never expires", { exp: undefined }],
		["from the future", { iat: 9_999_999_999 }],
		["without a subject", { sub: undefined }],
		["of a user who does not exist", { sub: "auth0|gone" }],
		["that was delegated itself", { azp: "web" }],
	])("refuses an ID token %s", async (_, claims) => {
		expect(await refusalOf({ id_token: await forged(claims as JWTPayload) })).toEqual([400, "invalid_grant"]);
	});

	it("refuses tokens with a foreign signature, without one, or of another kind", async () => {
		const own = await forged({});
		expect((await delegate({ id_token: own })).status).toBe(200);
		const [head = "", payload = "", signature = ""] = own.split(".");
		const none = Buffer.from('{"alg":"none"}').toString("base64url");
		const other = await new SignJWT(decodeJwt(own))
			.setProtectedHeader({ alg: "ES256", kid: decodeProtectedHeader(own).kid ?? "" })
			.sign(foreignKey.privateKey);
		const wrong = [
			...[`${none}.${payload}.`, `${head}.${payload}.${signature.slice(4)}AAAA`, other],
			...[await forged({}, { typ: "at+jwt" }), await forged({}, { typ: "logout+jwt" }), "nonsense", "a.b.c"],
		];
		for (const id_token of wrong) expect(await refusalOf({ id_token }), id_token).toEqual([400, "invalid_grant"]);
	});

	it("refuses a delegated token at the target, so that none can be renewed", async () => {
		await set("browser", { allowed_clients: ["web-basic", "browser"] });
		const { body } = await delegate({ id_token: await idTokenOf() });
		const basic = Buffer.from(`web-basic:${secretOf(tenant.service, "web-basic")}`).toString("base64");
		const form = { grant_type: JWT_BEARER, id_token: body.id_token, target: "browser" };
		const response = await post(tenant.service, "delegation", form, { authorization: `Basic ${basic}` });
		expect([response.status, (await response.json()).error]).toEqual([400, "invalid_grant"]);
		const own = await delegate({ id_token: await idTokenOf("browser"), target: "browser" }, "browser");
		expect(await refusalOf({ id_token: own.body.id_token, target: "browser" }, "browser")).toEqual([
			400,
			"invalid_grant",
		]);
	});

	it("refuses a refresh token of another client, an unknown, a revoked and an expired one", async () => {
		const other = await signInForTokens(tenant.service, "browser", ALL_SCOPES);
		expect(await refusalOf({ refresh_token: other.refresh_token })).toEqual([400, "invalid_grant"]);
		expect(await refusalOf({ refresh_token: "nonsense" })).toEqual([400, "invalid_grant"]);
		const { refresh_token } = await signInForTokens(tenant.service, "web", ALL_SCOPES);
		await post(tenant.service, "oauth/revoke", { token: refresh_token, ...credentials(tenant.service, "web") });
		expect(await refusalOf({ refresh_token })).toEqual([400, "invalid_grant"]);
		const late = await signInForTokens(tenant.service, "web", ALL_SCOPES);
		tenant.passSeconds(40 * 24 * 3600);
		expect(await refusalOf({ refresh_token: late.refresh_token })).toEqual([400, "invalid_grant"]);
		tenant.passSeconds(-40 * 24 * 3600);
	});

	it("treats a refresh token that was exchanged before as replayed, and revokes its family", async () => {
		const { refresh_token } = await signInForTokens(tenant.service, "web", ALL_SCOPES);
		const renewed = await exchange(tenant.service, "web", refresh_token);
		expect(await refusalOf({ refresh_token })).toEqual([400, "invalid_grant"]);
		expect((await exchange(tenant.service, "web", renewed.body.refresh_token)).status).toBe(403);
	});

	it.each([
		["signed out", (sid: string) => endSessions(tenant.service, [sid], { request: null }, async () => {})],
		[
			"expired",
			(sid: string) => {
				const idle_expires_at = tenant.service.now().toISOString();
				return tenant.service.database.updateTable("sessions").set({ idle_expires_at }).where("id", "=", sid).execute();
			},
		],
	])("refuses an ID token whose session has %s", async (_, end) => {
		const [ended, other] = [await idTokenOf(), await idTokenOf()];
		expect((await delegate({ id_token: ended })).status).toBe(200);
		await end(String(decodeJwt(ended).sid));
		expect(await refusalOf({ id_token: ended })).toEqual([400, "invalid_grant"]);
		expect((await delegate({ id_token: other })).status).toBe(200);
	});

	it("refuses a user who was deleted", async () => {
		const { id_token, refresh_token } = await signInForTokens(tenant.service, "web", ALL_SCOPES);
		const { database } = tenant.service;
		const user = await database
			.selectFrom("users")
			.selectAll()
			.where("user_id", "=", USER_ID)
			.executeTakeFirstOrThrow();
		await database.deleteFrom("users").where("user_id", "=", USER_ID).execute();
		expect(await refusalOf({ id_token })).toEqual([400, "invalid_grant"]);
		expect(await refusalOf({ refresh_token })).toEqual([400, "invalid_grant"]);
		await database.insertInto("users").values(user).execute();
	});

	it("refuses clients of FAPI 2.0, clients with bound tokens, and other companies' clients, on both sides", async () => {
		const id_token = await idTokenOf();
		for (const target of ["bank", "insurer", "machine-with-certificate", "third-party"]) {
			await set(target, { allowed_clients: ["web"] });
			expect(await refusalOf({ id_token, target }), target).toEqual([400, "unauthorized_client"]);
		}
		const thirdParty = await forged({ aud: "third-party" });
		expect(await refusalOf({ id_token: thirdParty }, "third-party")).toEqual([400, "unauthorized_client"]);
		await change("browser", { sender_constraint: "dpop" });
		expect(await refusalOf({ id_token: await forged({ aud: "browser" }) }, "browser")).toEqual([
			400,
			"unauthorized_client",
		]);
		await change("browser", { sender_constraint: null });
	});
});
