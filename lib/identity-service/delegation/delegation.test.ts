import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { KEY_PUBLICATION_SECONDS, rotateSigningKeys } from "../keys/signing-keys";
import { ALL_SCOPES, type DelegationResponse, delegationCalls, JWT_BEARER } from "../testing/delegation-calls";
import { ANY_ENGINE, EMAIL, ENGINES, ISSUER, startTestService, USER_ID } from "../testing/test-service";
import { credentials, exchange, post, requestToken, secretOf, signInForTokens } from "../testing/token-request";

describe.each(ANY_ENGINE)("legacy delegation on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		await set("web-basic", { allowed_clients: ["web", "browser", "third-party"] });
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	const { delegate, forged, idTokenOf, refusalOf, set } = delegationCalls(() => tenant);

	it("gives an ID token of the target for an ID token of the caller", async () => {
		const own = await idTokenOf();
		const { status, headers, body } = await delegate({ id_token: own, scope: "openid profile email" });
		expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
		expect(body).toEqual({ id_token: expect.any(String), token_type: "Bearer", expires_in: 36_000 });
		const response = await handleServiceRequest(tenant.service, new Request(`${ISSUER}.well-known/jwks.json`));
		const verified = await jwtVerify(body.id_token, createLocalJWKSet(await response.json()), {
			issuer: ISSUER,
			audience: "web-basic",
			algorithms: ["RS256"],
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

	it("accepts JSON, and a public client without a secret", async () => {
		const body = JSON.stringify({
			client_id: "browser",
			grant_type: JWT_BEARER,
			id_token: await idTokenOf("browser"),
			target: "web-basic",
			scope: "openid",
			api_type: "app",
		});
		const init = { method: "POST", body, headers: { "content-type": "application/json" } };
		const response = await handleServiceRequest(tenant.service, new Request(`${ISSUER}delegation`, init));
		expect(response.status).toBe(200);
		const claims = decodeJwt(((await response.json()) as DelegationResponse).id_token);
		expect([claims.aud, claims.azp, claims.email]).toEqual(["web-basic", "browser", undefined]);
	});

	it("gives one for a refresh token, which stays valid and unchanged", async () => {
		const { refresh_token } = await signInForTokens(tenant.service, "web", ALL_SCOPES);
		const before = await tenant.service.database.selectFrom("refresh_tokens").selectAll().execute();
		const { body } = await delegate({ refresh_token });
		expect(decodeJwt(body.id_token)).toMatchObject({ sub: USER_ID, aud: "web-basic", azp: "web", amr: ["pwd"] });
		expect(await tenant.service.database.selectFrom("refresh_tokens").selectAll().execute()).toEqual(before);
		expect((await exchange(tenant.service, "web", refresh_token)).status).toBe(200);
	});

	it("gives one for a refresh token that was exchanged within the leeway", async () => {
		await set("web", { refresh_token: { rotation_type: "rotating", expiration_type: "expiring", leeway: 30 } });
		const { refresh_token } = await signInForTokens(tenant.service, "web", ALL_SCOPES);
		const renewed = await exchange(tenant.service, "web", refresh_token);
		expect((await delegate({ refresh_token })).status).toBe(200);
		expect((await exchange(tenant.service, "web", renewed.body.refresh_token)).status).toBe(200);
		await set("web", {});
	});

	it("has the lifetime and signature algorithm of the target's own", async () => {
		await set("web-steady", { allowed_clients: ["web"], id_token_lifetime: 77, id_token_alg: "ES256" });
		const { body } = await delegate({ id_token: await idTokenOf(), target: "web-steady" });
		const { exp, iat } = decodeJwt(body.id_token);
		expect([body.expires_in, Number(exp) - Number(iat)]).toEqual([77, 77]);
		expect(decodeProtectedHeader(body.id_token).alg).toBe("ES256");
	});

	it("gives claims of no other scopes than those about users", async () => {
		const { body } = await delegate({ id_token: await idTokenOf(), scope: "toString offline_access read:users email" });
		const { email, name } = decodeJwt(body.id_token);
		expect([email, name, Object.keys(body)]).toEqual([EMAIL, undefined, ["id_token", "token_type", "expires_in"]]);
	});

	it("accepts tokens signed with the previous key while that is published", async () => {
		const own = await idTokenOf();
		await rotateSigningKeys(tenant.service);
		tenant.passSeconds(KEY_PUBLICATION_SECONDS + 61);
		const { status, body } = await delegate({ id_token: own });
		expect(status).toBe(200);
		expect(decodeProtectedHeader(body.id_token).kid).not.toBe(decodeProtectedHeader(own).kid);
	});

	it("is off for a client that lists no other, with the message for an unknown one", async () => {
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
		// The caller's list does not apply to the target.
		expect(await refusalOf({ id_token: await idTokenOf("web-with-api") }, "web-with-api")).toEqual([
			...[400, "unauthorized_client"],
		]);
	});

	it("requires the client's secret, by its configured method", async () => {
		const id_token = await idTokenOf();
		expect(await refusalOf({ id_token, client_secret: "" })).toEqual([401, "access_denied"]);
		expect(await refusalOf({ id_token, client_secret: "wrong" })).toEqual([401, "access_denied"]);
		const basic = Buffer.from(`web:${secretOf(tenant.service, "web")}`).toString("base64");
		expect((await delegate({ id_token }, "web", { authorization: `Basic ${basic}` })).status).toBe(401);
		const unnamed = await post(tenant.service, "delegation", { grant_type: JWT_BEARER, id_token, target: "web-basic" });
		expect([unnamed.status, (await unnamed.json()).error]).toEqual([400, "invalid_request"]);
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
	])("reports that the api_type %s is not available", async (api_type) => {
		const { status, body } = await delegate({ id_token: await idTokenOf(), api_type });
		expect([status, body.error]).toEqual([400, "invalid_request"]);
		expect(body.error_description).toBe(`The api_type "${api_type}" is not available on this service`);
	});

	it("names missing and surplus parameters", async () => {
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
		tenant = await startTestService(engine, { RATE_LIMIT: "" });
		const settings = JSON.stringify({ allowed_clients: ["browser"] });
		await tenant.service.database
			.updateTable("clients")
			.set({ settings })
			.where("client_id", "=", "web-basic")
			.execute();
	});
	afterAll(() => tenant.stop());

	it("are limited to ten a minute for a user at an address, and state it in three headers", async () => {
		const { id_token } = await signInForTokens(tenant.service, "browser");
		const requestWith = (token: string, address = "192.0.2.1") => {
			const form = { client_id: "browser", grant_type: JWT_BEARER, id_token: token, target: "web-basic" };
			return post(tenant.service, "delegation", form, { "x-forwarded-for": address });
		};
		for (let left = 9; left >= 0; left -= 1) {
			const { status, headers } = await requestWith(id_token);
			expect(status).toBe(200);
			expect([headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")]).toEqual(["10", String(left)]);
		}
		const refused = await requestWith(id_token);
		expect([refused.status, (await refused.json()).error]).toEqual([429, "too_many_requests"]);
		expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
		expect(Number(refused.headers.get("x-ratelimit-reset"))).toBeGreaterThan(tenant.service.now().getTime() / 1000);
		// Another address, and tokens without a user, have limits of their own.
		expect((await requestWith(id_token, "192.0.2.2")).status).toBe(200);
		for (let count = 0; count < 10; count += 1) expect((await requestWith("nonsense")).status).toBe(400);
		expect((await requestWith("nonsense")).status).toBe(429);
		tenant.passSeconds(6);
		expect((await requestWith(id_token)).status).toBe(200);
		expect((await requestWith(id_token)).status).toBe(429);
	});
});
