import { decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { MANAGEMENT_SCOPES } from "../testing/test-clients";
import { ANY_ENGINE, AUDIENCE, ISSUER, startTestService } from "../testing/test-service";
import { credentials, post, requestToken, secretOf } from "../testing/token-request";

describe.each(ANY_ENGINE)("client credentials on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());

	const requestWith = (form: Record<string, string>, clientId = "machine") => {
		const base = { grant_type: "client_credentials", audience: AUDIENCE };
		return requestToken(tenant.service, { ...base, ...credentials(tenant.service, clientId), ...form });
	};

	it("give a signed access token of one day with all granted scopes", async () => {
		const { status, body } = await requestWith({});
		expect(status).toBe(200);
		expect(body).toMatchObject({
			token_type: "Bearer",
			expires_in: 86_400,
			scope: MANAGEMENT_SCOPES.join(" "),
		});
		await jwtVerify(body.access_token, tenant.service.keys.verificationKey, { algorithms: ["RS256"] });
		expect(decodeProtectedHeader(body.access_token)).toMatchObject({ alg: "RS256", typ: "at+jwt" });
		const { iat = 0, ...claims } = decodeJwt(body.access_token);
		expect(claims).toMatchObject({
			iss: ISSUER,
			sub: "machine@clients",
			aud: AUDIENCE,
			exp: iat + 86_400,
			azp: "machine",
			client_id: "machine",
			gty: "client-credentials",
			scope: MANAGEMENT_SCOPES.join(" "),
		});
	});

	it("accept a JSON body, and the slash at the end of the address", async () => {
		for (const path of ["oauth/token", "oauth/token/"]) {
			const response = await handleServiceRequest(
				tenant.service,
				new Request(ISSUER + path, {
					method: "POST",
					headers: { "content-type": "application/json; charset=utf-8" },
					body: JSON.stringify({
						grant_type: "client_credentials",
						audience: AUDIENCE,
						...credentials(tenant.service, "machine"),
					}),
				}),
			);
			expect([path, response.status]).toEqual([path, 200]);
			expect(response.headers.get("cache-control")).toContain("no-store");
		}
	});

	it("accept the audience as the specification writes it", async () => {
		const { status, body } = await requestWith({ audience: "/api/v2/" });
		expect(status).toBe(200);
		expect(decodeJwt(body.access_token).aud).toBe(AUDIENCE);
	});

	it("are narrowed by a requested scope", async () => {
		const { body } = await requestWith({ scope: "update:refresh_tokens delete:users openid" });
		expect(body.scope).toBe("update:refresh_tokens");
		expect(decodeJwt(body.access_token).scope).toBe("update:refresh_tokens");
	});

	it("are refused where none of the requested scopes is granted", async () => {
		const { status, body } = await requestWith({ scope: "delete:users" });
		expect(status).toBe(403);
		expect(body.error).toBe("access_denied");
		expect(body.error_description).toBe("Client has not been granted scopes: delete:users");
	});

	it("are refused to a client without scopes", async () => {
		const { status, body } = await requestWith({}, "machine-without-scopes");
		expect(status).toBe(403);
		expect(body.error).toBe("access_denied");
		expect(body.error_description).toContain(`Client is not authorized to access "${AUDIENCE}"`);
	});

	it.each(["https://elsewhere.example/", "http://localhost:3000/api/v2", "not a url"])(
		"are refused for the audience %s",
		async (audience) => {
			const { status, body } = await requestWith({ audience });
			expect(status).toBe(403);
			expect(body).toEqual({
				error: "access_denied",
				error_description: `Service not enabled within domain: ${audience}`,
			});
		},
	);

	it.each([
		["grant_type", { audience: AUDIENCE }],
		["audience", { grant_type: "client_credentials" }],
	])("name a missing %s", async (missing, form) => {
		const response = await requestToken(tenant.service, { ...form, ...credentials(tenant.service, "machine") });
		expect(response.status).toBe(400);
		expect(response.body).toEqual({
			error: "invalid_request",
			error_description: `Missing required parameter: ${missing}`,
		});
	});

	it("name a missing client_id", async () => {
		const response = await requestToken(tenant.service, { grant_type: "client_credentials", audience: AUDIENCE });
		expect(response.status).toBe(400);
		expect(response.body.error_description).toBe("Missing required parameter: client_id");
	});

	it("are refused to a client whose grant is off", async () => {
		const { status, body } = await requestWith({}, "web");
		expect(status).toBe(403);
		expect(body).toEqual({
			error: "unauthorized_client",
			error_description: "Grant type 'client_credentials' not allowed for the client.",
		});
	});

	it("refuse an unknown grant type", async () => {
		const { status, body } = await requestWith({ grant_type: "urn:example:unknown" });
		expect(status).toBe(400);
		expect(body.error).toBe("unsupported_grant_type");
	});

	it.each([
		["an unknown client", { client_id: "unknown" }],
		["a client id that PostgreSQL does not accept", { client_id: "un\u0000known" }],
		["a wrong secret", { client_secret: "wrong" }],
		["an empty secret", { client_secret: "" }],
	])("give the same 401 for %s", async (_case, form) => {
		const { status, body } = await requestWith(form);
		expect(status).toBe(401);
		expect(body).toEqual({ error: "access_denied", error_description: "Unauthorized" });
	});

	describe("require the client's configured authentication method:", () => {
		const form = { grant_type: "client_credentials", audience: AUDIENCE };
		const basic = (clientId: string, secret: string) => ({
			authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}`,
		});

		it("Basic works where Basic is configured", async () => {
			const headers = basic("machine-basic", secretOf(tenant.service, "machine-basic"));
			expect((await requestToken(tenant.service, form, headers)).status).toBe(200);
		});

		it("a posted secret is refused where Basic is configured", async () => {
			const posted = { ...form, client_id: "machine-basic", client_secret: secretOf(tenant.service, "machine-basic") };
			expect((await requestToken(tenant.service, posted)).status).toBe(401);
		});

		it("Basic is refused where posting is configured", async () => {
			const headers = basic("machine", secretOf(tenant.service, "machine"));
			expect((await requestToken(tenant.service, form, headers)).status).toBe(401);
		});

		it("a wrong Basic secret and a broken header are refused", async () => {
			const wrong = await post(tenant.service, "oauth/token", form, basic("machine-basic", "wrong"));
			expect(wrong.status).toBe(401);
			expect(wrong.headers.get("www-authenticate")).toMatch(/^Basic /);
			expect((await requestToken(tenant.service, form, { authorization: "Basic !" })).status).toBe(401);
		});

		it("two methods at once are refused", async () => {
			const headers = basic("machine-basic", secretOf(tenant.service, "machine-basic"));
			const both = { ...form, client_id: "machine-basic", client_secret: secretOf(tenant.service, "machine-basic") };
			expect((await requestToken(tenant.service, both, headers)).status).toBe(400);
		});
	});
});
