import { createHash } from "node:crypto";
import { decodeJwt, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestBrowser } from "../testing/test-browser";
import {
	EMAIL,
	ENGINES,
	ISSUER,
	ORDERS,
	OTHER_EMAIL,
	REDIRECT_URI,
	startTestService,
	USER_ID,
} from "../testing/test-service";
import { challengeOf, credentials, exchange, requestToken, signInForTokens } from "../testing/token-request";

const VERIFIER = "a-verifier-of-at-least-forty-three-characters-0123";

describe.each(ENGINES)("the authorization code flow on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());

	const codeOf = async (clientId: string, parameters: Record<string, string> = challengeOf(VERIFIER)) => {
		const address = await new TestBrowser(tenant.service).signIn({ client_id: clientId, ...parameters });
		return address.searchParams.get("code") ?? "";
	};
	const redeem = (clientId: string, code: string, more: Record<string, string> = { code_verifier: VERIFIER }) => {
		const form = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI };
		return requestToken(tenant.service, { ...form, ...credentials(tenant.service, clientId), ...more });
	};

	it("gives a public client tokens for a code and its verifier, and the ID token names the user", async () => {
		const tokens = await signInForTokens(tenant.service, "browser", { nonce: "n-1", state: "s" });
		expect(tokens).toMatchObject({ token_type: "Bearer", expires_in: 86_400, scope: "openid profile email" });
		expect(tokens.refresh_token).toBeUndefined();
		const { payload } = await jwtVerify(tokens.id_token, tenant.service.keys.verificationKey, {
			issuer: ISSUER,
			audience: "browser",
			algorithms: ["RS256"],
		});
		expect(payload).toMatchObject({
			sub: USER_ID,
			nonce: "n-1",
			name: "Rita Rook",
			given_name: "Rita",
			email: EMAIL,
			email_verified: true,
			auth_time: expect.any(Number),
			sid: expect.any(String),
		});
	});

	it("returns state and issuer to the exact redirect URI", async () => {
		const browser = new TestBrowser(tenant.service);
		const address = await browser.signIn({ client_id: "browser", state: "a b&c", ...challengeOf(VERIFIER) });
		expect(address.origin + address.pathname).toBe(REDIRECT_URI);
		expect(address.searchParams.get("state")).toBe("a b&c");
		expect(address.searchParams.get("iss")).toBe(ISSUER);
	});

	it("returns claims by scope only", async () => {
		const { id_token } = await signInForTokens(tenant.service, "browser", { scope: "openid" });
		const claims = decodeJwt(id_token);
		expect(claims.sub).toBe(USER_ID);
		expect(claims).not.toHaveProperty("email");
		expect(claims).not.toHaveProperty("name");
	});

	it("requires PKCE of a public client, and S256 of every client", async () => {
		const without = await new TestBrowser(tenant.service).authorize({ client_id: "browser" });
		expect(without.searchParams.get("error")).toBe("invalid_request");
		const plain = { client_id: "web", code_challenge: VERIFIER, code_challenge_method: "plain" };
		const refused = await new TestBrowser(tenant.service).authorize(plain);
		expect(refused.searchParams.get("error")).toBe("invalid_request");
	});

	it("does not require PKCE of a confidential client", async () => {
		expect((await redeem("web", await codeOf("web", {}), {})).status).toBe(200);
	});

	it("refuses a wrong and a missing verifier", async () => {
		const wrong = await redeem("browser", await codeOf("browser"), { code_verifier: `${VERIFIER}-other` });
		expect(wrong.status).toBe(403);
		expect(wrong.body).toEqual({ error: "invalid_grant", error_description: "Failed to verify code verifier" });
		const missing = await redeem("browser", await codeOf("browser"), {});
		expect(missing.status).toBe(403);
	});

	it("refuses an unknown code", async () => {
		const { status, body } = await redeem("browser", "no-such-code");
		expect(status).toBe(403);
		expect(body).toEqual({ error: "invalid_grant", error_description: "Invalid authorization code" });
	});

	it("names a missing code", async () => {
		const { status, body } = await redeem("browser", "");
		expect(status).toBe(400);
		expect(body.error_description).toBe("Missing required parameter: code");
	});

	it("refuses a code to another client", async () => {
		expect((await redeem("web-steady", await codeOf("web"))).status).toBe(403);
	});

	it("refuses another redirect URI at the token endpoint", async () => {
		const more = { code_verifier: VERIFIER, redirect_uri: `${REDIRECT_URI}/` };
		expect((await redeem("browser", await codeOf("browser"), more)).status).toBe(403);
	});

	it("never redirects to an unregistered redirect URI", async () => {
		for (const redirectUri of [`${REDIRECT_URI}/`, `${REDIRECT_URI}?a=b`, "http://localhost:3001/callback"]) {
			const query = new URLSearchParams({
				client_id: "web",
				response_type: "code",
				redirect_uri: redirectUri,
				scope: "openid",
			});
			const response = await new TestBrowser(tenant.service).open(`authorize?${query}`);
			expect(response.status).toBe(400);
			expect(response.headers.get("location")).toBeNull();
			expect(await response.text()).not.toContain("<script");
		}
	});

	it("revokes the refresh token of a code that is replayed", async () => {
		const code = await codeOf("browser", { scope: "openid offline_access", ...challengeOf(VERIFIER) });
		const { body } = await redeem("browser", code);
		expect(body.refresh_token).toEqual(expect.any(String));
		expect((await redeem("browser", code)).status).toBe(403);
		expect((await exchange(tenant.service, "browser", body.refresh_token)).status).toBe(403);
	});

	it("redeems a code once, however many requests use it at the same moment", async () => {
		const code = await codeOf("browser");
		const responses = await Promise.all(Array.from({ length: 10 }, () => redeem("browser", code)));
		expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
	});

	it("gives a refresh token without a consent page, with or without prompt=consent", async () => {
		for (const parameters of [{}, { prompt: "consent" }] as Record<string, string>[]) {
			const scope = "openid offline_access";
			const tokens = await signInForTokens(tenant.service, "web", { scope, ...parameters });
			expect(tokens.refresh_token).toEqual(expect.any(String));
		}
	});

	it("limits scopes of an API to the client's own", async () => {
		const tokens = await signInForTokens(tenant.service, "web-with-api", {
			audience: ORDERS,
			scope: "openid read:orders delete:orders",
		});
		expect(decodeJwt(tokens.access_token)).toMatchObject({
			aud: [ORDERS, `${ISSUER}userinfo`],
			sub: USER_ID,
			azp: "web-with-api",
			scope: "openid read:orders",
		});
		expect(tokens.scope).toBe("openid read:orders");
	});

	it("refuses an unknown audience", async () => {
		const parameters = { client_id: "web", audience: "https://elsewhere.example/" };
		const address = await new TestBrowser(tenant.service).authorize(parameters);
		expect(address.searchParams.get("error")).toBe("invalid_target");
	});

	it("signs in without a page while the session lasts, and prompt=login shows the page again", async () => {
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		const silent = await browser.authorize({ client_id: "web", prompt: "none" });
		expect(silent.searchParams.get("code")).toEqual(expect.any(String));
		const prompted = await browser.authorize({ client_id: "web", prompt: "login" });
		expect(prompted.pathname).toMatch(/^\/login\//);
		const fresh = await new TestBrowser(tenant.service).authorize({ client_id: "web", prompt: "none" });
		expect(fresh.searchParams.get("error")).toBe("login_required");
	});

	it("completes two sign-ins of one session in two tabs independently", async () => {
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		const codes = [];
		for (let tab = 0; tab < 2; tab += 1)
			codes.push((await browser.authorize({ client_id: "web" })).searchParams.get("code"));
		for (const code of codes) expect((await redeem("web", code ?? "", {})).status).toBe(200);
	});

	it("lets another user sign in over the session of the first", async () => {
		const browser = new TestBrowser(tenant.service);
		const subjects = [];
		for (const email of [EMAIL, OTHER_EMAIL]) {
			const address = await browser.signIn({ client_id: "web", prompt: "login" }, email);
			const { body } = await redeem("web", address.searchParams.get("code") ?? "", {});
			subjects.push(decodeJwt(body.id_token).sub);
		}
		expect(new Set(subjects).size).toBe(2);
	});

	it("responds by a form whose script the page's own policy allows", async () => {
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		const query = new URLSearchParams({
			client_id: "web",
			response_type: "code",
			redirect_uri: REDIRECT_URI,
			scope: "openid",
			response_mode: "form_post",
		});
		const response = await browser.open(`authorize?${query}`);
		const script = /<script>(.*?)<\/script>/s.exec(await response.text())?.[1] ?? "";
		const hash = createHash("sha256").update(script).digest("base64");
		expect(response.headers.get("content-security-policy")).toContain(`script-src 'sha256-${hash}'`);
	});

	it("ends with the user: a session leads to the login page, a refresh token is refused", async () => {
		const other = await startTestService(engine);
		const browser = new TestBrowser(other.service);
		const tokens = await signInForTokens(other.service, "browser", { scope: "openid offline_access" }, browser);
		await other.service.database.deleteFrom("users").execute();
		expect((await browser.authorize({ client_id: "web" })).pathname).toMatch(/^\/login\//);
		expect((await exchange(other.service, "browser", tokens.refresh_token)).status).toBe(403);
		await other.stop();
	});
});
