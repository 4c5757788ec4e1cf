import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { ANY_ENGINE, EMAIL, ISSUER, startTestService, USER_ID } from "../testing/test-service";
import { credentials, exchange, post, signInForTokens } from "../testing/token-request";

describe.each(ANY_ENGINE)("on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());

	const userinfo = (headers: Record<string, string>, method = "GET") =>
		handleServiceRequest(tenant.service, new Request(`${ISSUER}userinfo`, { method, headers }));
	const revoke = (clientId: string, token: string, more = {}) =>
		post(tenant.service, "oauth/revoke", { token, ...credentials(tenant.service, clientId), ...more });
	const rows = () => tenant.service.database.selectFrom("refresh_tokens").selectAll().execute();

	describe("user info", () => {
		it("gives the claims of the granted scopes, to GET and POST", async () => {
			const { access_token } = await signInForTokens(tenant.service, "browser");
			for (const method of ["GET", "POST"]) {
				const response = await userinfo({ authorization: `Bearer ${access_token}` }, method);
				expect(response.status).toBe(200);
				expect(await response.json()).toEqual({
					sub: USER_ID,
					name: "Rita Rook",
					given_name: "Rita",
					family_name: "Rook",
					picture: `${ISSUER}avatar.svg?letters=RR`,
					updated_at: expect.any(Number),
					email: EMAIL,
					email_verified: true,
				});
			}
		});

		it("omits claims that were not requested", async () => {
			const { access_token } = await signInForTokens(tenant.service, "browser", { scope: "openid email" });
			const response = await userinfo({ authorization: `Bearer ${access_token}` });
			expect(await response.json()).toEqual({ sub: USER_ID, email: EMAIL, email_verified: true });
		});

		it("accepts no token in the query, which logs and histories would store", async () => {
			const { access_token } = await signInForTokens(tenant.service, "browser");
			for (const method of ["GET", "POST"]) {
				const address = `${ISSUER}userinfo?access_token=${access_token}`;
				const response = await handleServiceRequest(tenant.service, new Request(address, { method }));
				expect([response.status, (await response.json()).error]).toEqual([400, "invalid_request"]);
			}
		});

		it("responds 401 without a token and for an unknown one", async () => {
			for (const headers of [{}, { authorization: "Bearer nothing" }] as Record<string, string>[]) {
				const response = await userinfo({ ...headers, accept: "text/html" });
				expect(response.status).toBe(401);
				expect(response.headers.get("www-authenticate")).toMatch(/^Bearer /);
				expect(await response.json()).toMatchObject({ error: "invalid_token" });
			}
		});
	});

	describe("revocation", () => {
		it("responds 200 with an empty object for an unknown token, as a form and as JSON", async () => {
			const form = await revoke("browser", "nothing");
			expect([form.status, await form.json()]).toEqual([200, {}]);
			const json = await handleServiceRequest(
				tenant.service,
				new Request(`${ISSUER}oauth/revoke`, {
					method: "POST",
					headers: { "content-type": "application/json" },
					body: JSON.stringify({ token: "nothing", ...credentials(tenant.service, "web") }),
				}),
			);
			expect([json.status, await json.json()]).toEqual([200, {}]);
			for (const { headers } of [form, json]) expect(headers.get("content-type")).toMatch(/^application\/json/);
		});

		it("ends a refresh token, its row and the access token issued with it", async () => {
			for (const clientId of ["browser", "web"]) {
				const tokens = await signInForTokens(tenant.service, clientId, { scope: "openid offline_access" });
				const before = (await rows()).length;
				expect((await revoke(clientId, tokens.refresh_token)).status).toBe(200);
				expect((await rows()).length).toBe(before - 1);
				expect((await exchange(tenant.service, clientId, tokens.refresh_token)).status).toBe(403);
				expect((await userinfo({ authorization: `Bearer ${tokens.access_token}` })).status).toBe(401);
				expect((await revoke(clientId, tokens.refresh_token)).status).toBe(200);
			}
		});

		it("leaves another client's token alone, and does not reveal that it exists", async () => {
			const tokens = await signInForTokens(tenant.service, "web", { scope: "openid offline_access" });
			expect((await revoke("browser", tokens.refresh_token)).status).toBe(200);
			expect((await revoke("web-steady", tokens.refresh_token)).status).toBe(200);
			expect((await exchange(tenant.service, "web", tokens.refresh_token)).status).toBe(200);
		});

		it("requires the client's secret and a token", async () => {
			const wrong = await revoke("web", "nothing", { client_secret: "wrong" });
			expect(wrong.status).toBe(401);
			const missing = await revoke("web", "");
			expect(missing.status).toBe(400);
			expect(await missing.json()).toMatchObject({ error_description: "Missing required parameter: token" });
		});
	});
});
