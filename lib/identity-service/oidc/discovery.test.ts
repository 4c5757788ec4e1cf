import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { ISSUER, startTestService } from "../testing/test-service";

let tenant: Awaited<ReturnType<typeof startTestService>>;
beforeAll(async () => {
	tenant = await startTestService();
});
afterAll(() => tenant.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
	handleServiceRequest(tenant.service, new Request(`http://localhost:3000/${path}`, { headers }));

describe("discovery", () => {
	it.each([".well-known/openid-configuration", ".well-known/oauth-authorization-server"])(
		"names every endpoint by the configured address at %s",
		async (path) => {
			// Neither header may determine where a client sends its secrets.
			const response = await get(path, { host: "evil.example", "x-forwarded-host": "evil.example" });
			const document = await response.json();
			expect(document).toMatchObject({
				issuer: ISSUER,
				authorization_endpoint: `${ISSUER}authorize`,
				token_endpoint: `${ISSUER}oauth/token`,
				userinfo_endpoint: `${ISSUER}userinfo`,
				revocation_endpoint: `${ISSUER}oauth/revoke`,
				end_session_endpoint: `${ISSUER}oidc/logout`,
				jwks_uri: `${ISSUER}.well-known/jwks.json`,
				pushed_authorization_request_endpoint: `${ISSUER}oauth/par`,
				response_types_supported: ["code", "id_token", "id_token token", "token"],
				response_modes_supported: ["form_post", "fragment", "query", "web_message"],
				code_challenge_methods_supported: ["S256"],
				id_token_signing_alg_values_supported: ["RS256", "ES256"],
			});
			expect(document.token_endpoint_auth_methods_supported.toSorted()).toEqual([
				"client_secret_basic",
				"client_secret_post",
				"none",
				"private_key_jwt",
				"self_signed_tls_client_auth",
				"tls_client_auth",
			]);
			expect(document.grant_types_supported.toSorted()).toEqual([
				"authorization_code",
				"client_credentials",
				"http://auth0.com/oauth/grant-type/password-realm",
				"http://auth0.com/oauth/grant-type/passwordless/otp",
				"implicit",
				"password",
				"refresh_token",
			]);
			expect(JSON.stringify(document)).not.toContain("evil");
		},
	);

	it("publishes public keys and no private member", async () => {
		const { keys } = await (await get(".well-known/jwks.json")).json();
		expect(keys.length).toBeGreaterThan(0);
		for (const key of keys) {
			expect(key).toMatchObject({ use: "sig", alg: expect.stringMatching(/^(RS|ES)256$/), kid: expect.any(String) });
			for (const member of ["d", "p", "q", "dp", "dq", "qi"]) expect(key).not.toHaveProperty(member);
		}
	});
});

describe("requests", () => {
	it("that are too large are refused with 413", async () => {
		const body = new URLSearchParams({ grant_type: "a".repeat(40_000) });
		const response = await handleServiceRequest(
			tenant.service,
			new Request(`${ISSUER}oauth/token`, { method: "POST", body }),
		);
		expect(response.status).toBe(413);
		expect(await response.json()).toMatchObject({ error: "invalid_request" });
	});

	it.each([
		["application/json", "{"],
		["application/json", "[1]"],
		["application/json", '{"grant_type":{"a":1}}'],
		["text/plain", "grant_type=client_credentials"],
	])("of type %s with the body %s are refused with 400", async (type, body) => {
		const response = await handleServiceRequest(
			tenant.service,
			new Request(`${ISSUER}oauth/token`, { method: "POST", headers: { "content-type": type }, body }),
		);
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ error: "invalid_request" });
	});

	it("over the limit are refused with 429, and every response has the three headers", async () => {
		const limited = await startTestService("SQLite", {
			RATE_LIMIT: "",
			RATE_LIMIT_BURST: "2",
			RATE_LIMIT_PER_SECOND: "0.001",
		});
		const statuses = [];
		for (let count = 0; count < 3; count += 1) {
			const request = new Request(`${ISSUER}oauth/token`, { method: "POST", body: new URLSearchParams() });
			const response = await handleServiceRequest(limited.service, request);
			statuses.push(response.status);
			expect(response.headers.get("x-ratelimit-limit")).toBe("2");
			expect(Number(response.headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000);
			if (count === 2) expect(await response.json()).toMatchObject({ error: "too_many_requests" });
		}
		expect(statuses).toEqual([400, 400, 429]);
		await limited.stop();
	});
});
