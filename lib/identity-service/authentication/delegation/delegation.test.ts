import {
	createLocalJWKSet,
	decodeJwt,
	decodeProtectedHeader,
	importJWK,
	type JWTPayload,
	jwtVerify,
	SignJWT,
} from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { handleServiceRequest } from "../../handle-request";
import { KEY_PUBLICATION_SECONDS, rotateSigningKeys } from "../../signing-keys";
import type { ClientSettings } from "../../store/client-settings";
import type { ClientTable } from "../../store/schema";
import { foreignKey } from "../testing/test-keys";
import { EMAIL, ENGINES, ISSUER, startTestService, USER_ID } from "../testing/test-service";
import { credentials, exchange, post, requestToken, secretOf, signInForTokens } from "../testing/token-request";

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const SCOPES = { scope: "openid profile email offline_access" };
type Answer = { id_token: string; token_type: string; expires_in: number; error?: string; error_description?: string };

describe.each(ENGINES)("legacy delegation on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		await set("web-basic", { allowed_clients: ["web", "browser", "stranger"] });
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	const change = (clientId: string, row: Partial<ClientTable>) =>
		tenant.service.database.updateTable("clients").set(row).where("client_id", "=", clientId).execute();
	const set = (clientId: string, settings: Partial<ClientSettings>) =>
		change(clientId, { settings: JSON.stringify(settings) });

	async function delegate(parameters: Record<string, string>, clientId = "web", headers: Record<string, string> = {}) {
		const form = {
			grant_type: JWT_BEARER,
			target: "web-basic",
			...credentials(tenant.service, clientId),
			...parameters,
		};
		const response = await post(tenant.service, "delegation", form, headers);
		return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
	}
	const refusalOf = async (parameters: Record<string, string>, clientId?: string) => {
		const { status, body } = await delegate(parameters, clientId);
		expect(body.id_token).toBeUndefined();
		return [status, body.error];
	};
	const idTokenOf = async (clientId = "web") => (await signInForTokens(tenant.service, clientId, SCOPES)).id_token;
	/** An ID token of "web", signed by the tenant's own key, with some claims of another kind. */
	async function forged(claims: JWTPayload, header = {}) {
		const [key] = tenant.service.keys.privateKeySet.keys;
		const now = Math.floor(tenant.service.now().getTime() / 1000);
		const usual = { iss: ISSUER, aud: "web", sub: USER_ID, iat: now, exp: now + 60 };
		if (!key) throw new Error("No key");
		return new SignJWT({ ...usual, ...claims })
			.setProtectedHeader({ alg: "RS256", kid: key.kid ?? "", ...header })
			.sign(await importJWK(key));
	}

	it("gives an ID token of the target for an ID token of the caller", async () => {
		const own = await idTokenOf();
		const { status, headers, body } = await delegate({ id_token: own, scope: "openid profile email" });
		expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
		expect(body).toEqual({ id_token: expect.any(String), token_type: "Bearer", expires_in: 36_000 });
		const response = await handleServiceRequest(tenant.service, new Request(`${ISSUER}.well-known/jwks.json`));
		const verified = await jwtVerify(body.id_token, createLocalJWKSet(await response.json()), {
			...{ issuer: ISSUER, audience: "web-basic", algorithms: ["RS256"] },
		});
		const { auth_time, amr } = decodeJwt(own);
		expect(verified.payload).toMatchObject({
			sub: USER_ID,
			azp: "web",
			email: EMAIL,
			name: "Rita Rook",
			auth_time,
			amr,
		});
		expect(verified.payload.sid).toBeUndefined();
		expect(Number(verified.payload.exp) - Number(verified.payload.iat)).toBe(36_000);
	});

	it("takes JSON, and a public client without a secret", async () => {
		const body = JSON.stringify({
			...{ client_id: "browser", grant_type: JWT_BEARER, id_token: await idTokenOf("browser") },
			...{ target: "web-basic", scope: "openid", api_type: "app" },
		});
		const init = { method: "POST", body, headers: { "content-type": "application/json" } };
		const response = await handleServiceRequest(tenant.service, new Request(`${ISSUER}delegation`, init));
		expect(response.status).toBe(200);
		const claims = decodeJwt(((await response.json()) as Answer).id_token);
		expect([claims.aud, claims.azp, claims.email]).toEqual(["web-basic", "browser", undefined]);
	});

	it("gives one for a refresh token, which stays as good as it was", async () => {
		const { refresh_token } = await signInForTokens(tenant.service, "web", SCOPES);
		const before = await tenant.service.database.selectFrom("refresh_tokens").selectAll().execute();
		const { body } = await delegate({ refresh_token });
		expect(decodeJwt(body.id_token)).toMatchObject({ sub: USER_ID, aud: "web-basic", azp: "web", amr: ["pwd"] });
		expect(await tenant.service.database.selectFrom("refresh_tokens").selectAll().execute()).toEqual(before);
		expect((await exchange(tenant.service, "web", refresh_token)).status).toBe(200);
	});

	it("lives as long as the target's own, and is signed as they are", async () => {
		await set("web-steady", { allowed_clients: ["web"], id_token_lifetime: 77, id_token_alg: "ES256" });
		const { body } = await delegate({ id_token: await idTokenOf(), target: "web-steady" });
		const { exp, iat } = decodeJwt(body.id_token);
		expect([body.expires_in, Number(exp) - Number(iat)]).toEqual([77, 77]);
		expect(decodeProtectedHeader(body.id_token).alg).toBe("ES256");
	});

	it("gives claims of no other scopes than those of people", async () => {
		const { body } = await delegate({ id_token: await idTokenOf(), scope: "toString offline_access read:users email" });
		const { email, name } = decodeJwt(body.id_token);
		expect([email, name, Object.keys(body)]).toEqual([EMAIL, undefined, ["id_token", "token_type", "expires_in"]]);
	});

	it("takes tokens signed with the key before, as long as that is published", async () => {
		const own = await idTokenOf();
		await rotateSigningKeys(tenant.service);
		tenant.passSeconds(KEY_PUBLICATION_SECONDS + 61);
		const { status, body } = await delegate({ id_token: own });
		expect(status).toBe(200);
		expect(decodeProtectedHeader(body.id_token).kid).not.toBe(decodeProtectedHeader(own).kid);
	});

	it("is off for a client that lists nobody, in the words for an unknown one", async () => {
		const id_token = await idTokenOf();
		const [off, unknown, strange] = await Promise.all(
			["partner", "web-with-api", "\u0000"].map(async (target) => (await delegate({ id_token, target })).body),
		);
		expect(off).toEqual({
			error: "unauthorized_client",
			error_description: expect.stringContaining("allowed_clients"),
		});
		expect(unknown).toEqual(off);
		expect(strange).toEqual(off);
		expect(await refusalOf({ id_token, target: "web" })).toEqual([400, "unauthorized_client"]);
		// The list of the caller says nothing about the target.
		expect(await refusalOf({ id_token: await idTokenOf("web-with-api") }, "web-with-api")).toEqual([
			...[400, "unauthorized_client"],
		]);
	});

	it("asks a client for its secret, in its own way", async () => {
		const id_token = await idTokenOf();
		expect(await refusalOf({ id_token, client_secret: "" })).toEqual([401, "access_denied"]);
		expect(await refusalOf({ id_token, client_secret: "wrong" })).toEqual([401, "access_denied"]);
		const basic = Buffer.from(`web:${secretOf(tenant.service, "web")}`).toString("base64");
		expect((await delegate({ id_token }, "web", { authorization: `Basic ${basic}` })).status).toBe(401);
		const nobody = await post(tenant.service, "delegation", { grant_type: JWT_BEARER, id_token, target: "web-basic" });
		expect([nobody.status, (await nobody.json()).error]).toEqual([400, "invalid_request"]);
	});

	it.each([
		["of another client", { aud: "browser" }],
		["for two clients", { aud: ["web", "browser"] }],
		["of another issuer", { iss: "https://elsewhere.example/" }],
		["without an audience", { aud: undefined }],
		["that has expired", { exp: 1 }],
		["that never expires", { exp: undefined }],
		["from the future", { iat: 9_999_999_999 }],
		["of nobody", { sub: undefined }],
		["of a user who is gone", { sub: "auth0|gone" }],
		["that was delegated itself", { azp: "web" }],
	])("refuses an ID token %s", async (_, claims) => {
		expect(await refusalOf({ id_token: await forged(claims as JWTPayload) })).toEqual([400, "invalid_grant"]);
	});

	it("refuses what is signed by others, not at all, or is another kind of token", async () => {
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

	it("refuses a delegated token at the target, so that none renews itself", async () => {
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
		const other = await signInForTokens(tenant.service, "browser", SCOPES);
		expect(await refusalOf({ refresh_token: other.refresh_token })).toEqual([400, "invalid_grant"]);
		expect(await refusalOf({ refresh_token: "nonsense" })).toEqual([400, "invalid_grant"]);
		const { refresh_token } = await signInForTokens(tenant.service, "web", SCOPES);
		await post(tenant.service, "oauth/revoke", { token: refresh_token, ...credentials(tenant.service, "web") });
		expect(await refusalOf({ refresh_token })).toEqual([400, "invalid_grant"]);
		const late = await signInForTokens(tenant.service, "web", SCOPES);
		tenant.passSeconds(40 * 24 * 3600);
		expect(await refusalOf({ refresh_token: late.refresh_token })).toEqual([400, "invalid_grant"]);
		tenant.passSeconds(-40 * 24 * 3600);
	});

	it("takes a refresh token that was exchanged before for a stolen one, and ends its family", async () => {
		const { refresh_token } = await signInForTokens(tenant.service, "web", SCOPES);
		const renewed = await exchange(tenant.service, "web", refresh_token);
		expect(await refusalOf({ refresh_token })).toEqual([400, "invalid_grant"]);
		expect((await exchange(tenant.service, "web", renewed.body.refresh_token)).status).toBe(403);
	});

	it("refuses a user who was deleted", async () => {
		const { id_token, refresh_token } = await signInForTokens(tenant.service, "web", SCOPES);
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
		for (const target of ["bank", "insurer", "machine-with-certificate", "stranger"]) {
			await set(target, { allowed_clients: ["web"] });
			expect(await refusalOf({ id_token, target }), target).toEqual([400, "unauthorized_client"]);
		}
		const stranger = await forged({ aud: "stranger" });
		expect(await refusalOf({ id_token: stranger }, "stranger")).toEqual([400, "unauthorized_client"]);
		await change("browser", { sender_constraint: "dpop" });
		expect(await refusalOf({ id_token: await forged({ aud: "browser" }) }, "browser")).toEqual([
			400,
			"unauthorized_client",
		]);
		await change("browser", { sender_constraint: null });
	});

	it.each([
		...[
			"aws",
			"azure_blob",
			"azure_sb",
			"firebase",
			"layer",
			"mscrm",
			"rms",
			"salesforce_api",
			"salesforce_sandbox_api",
		],
		...["sap_api", "sharepoint", "wams", "APP"],
	])("says that the api_type %s is not available", async (api_type) => {
		const { status, body } = await delegate({ id_token: await idTokenOf(), api_type });
		expect([status, body.error]).toEqual([400, "invalid_request"]);
		expect(body.error_description).toBe(`The api_type "${api_type}" is not available on this service`);
	});

	it("names what is missing or too much", async () => {
		const id_token = await idTokenOf();
		const words = async (parameters: Record<string, string>) => (await delegate(parameters)).body.error_description;
		expect(await words({ id_token, target: "" })).toBe("Missing required parameter: target");
		expect(await words({})).toBe("Missing required parameter: id_token or refresh_token");
		expect(await words({ id_token, grant_type: "" })).toBe("Missing required parameter: grant_type");
		expect(await words({ id_token, grant_type: "password" })).toBe("Unsupported grant type: password");
		expect(await words({ id_token, refresh_token: "one more" })).toBe(
			"Send either id_token or refresh_token, not both.",
		);
	});

	it("is no grant of the token endpoint, under either name", async () => {
		const id_token = await idTokenOf();
		for (const grant_type of [
			JWT_BEARER,
			"urn:identity-service:delegation",
			"urn:identity-service:passwordless-start",
		]) {
			const form = { grant_type, id_token, target: "web-basic", ...credentials(tenant.service, "web") };
			const { status, body } = await requestToken(tenant.service, form);
			expect([status, body.error]).toEqual([400, "unsupported_grant_type"]);
		}
		const discovery = await handleServiceRequest(
			tenant.service,
			new Request(`${ISSUER}.well-known/openid-configuration`),
		);
		expect(JSON.stringify(await discovery.json())).not.toContain("urn:identity-service");
	});

	it("can be called by the scripts of the caller's own origins only", async () => {
		const id_token = await idTokenOf("browser");
		const call = (origin: string) =>
			handleServiceRequest(
				tenant.service,
				new Request(`${ISSUER}delegation`, {
					method: "POST",
					headers: { origin },
					body: new URLSearchParams({ grant_type: JWT_BEARER, client_id: "browser", target: "web-basic", id_token }),
				}),
			);
		const [near, far] = [await call("http://localhost:3000"), await call("https://elsewhere.example")];
		expect([near.status, near.headers.get("access-control-allow-origin")]).toEqual([200, "http://localhost:3000"]);
		expect([far.status, far.headers.get("access-control-allow-origin")]).toEqual([400, null]);
	});

	it("writes nothing of a token to the log", async () => {
		const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const id_token = await forged({ sub: "auth0|gone" });
		await delegate({ id_token });
		await delegate({ id_token, target: "nowhere" });
		expect(written.mock.calls.join()).not.toContain(id_token.slice(0, 20));
	});
});

describe.each(ENGINES)("delegations on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine, { RATE_LIMIT: "", TRUST_PROXY: "on" });
		const settings = JSON.stringify({ allowed_clients: ["browser"] });
		await tenant.service.database
			.updateTable("clients")
			.set({ settings })
			.where("client_id", "=", "web-basic")
			.execute();
	});
	afterAll(() => tenant.stop());

	it("are limited to ten a minute for a user at an address, and say so in three headers", async () => {
		const { id_token } = await signInForTokens(tenant.service, "browser");
		const ask = (token: string, address = "192.0.2.1") => {
			const form = { client_id: "browser", grant_type: JWT_BEARER, id_token: token, target: "web-basic" };
			return post(tenant.service, "delegation", form, { "x-forwarded-for": address });
		};
		for (let left = 9; left >= 0; left -= 1) {
			const { status, headers } = await ask(id_token);
			expect(status).toBe(200);
			expect([headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")]).toEqual(["10", String(left)]);
		}
		const refused = await ask(id_token);
		expect([refused.status, (await refused.json()).error]).toEqual([429, "too_many_requests"]);
		expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
		expect(Number(refused.headers.get("x-ratelimit-reset"))).toBeGreaterThan(tenant.service.now().getTime() / 1000);
		// Elsewhere, and with tokens that are nobody's, the user has not asked yet.
		expect((await ask(id_token, "192.0.2.2")).status).toBe(200);
		for (let count = 0; count < 10; count += 1) expect((await ask("nonsense")).status).toBe(400);
		expect((await ask("nonsense")).status).toBe(429);
		tenant.passSeconds(6);
		expect((await ask(id_token)).status).toBe(200);
		expect((await ask(id_token)).status).toBe(429);
	});
});
