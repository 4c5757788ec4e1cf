import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { messagesTo } from "../testing/account-calls";
import { TestBrowser } from "../testing/test-browser";
import { AUDIENCE, EMAIL, ISSUER, ORDERS, PASSWORD, REDIRECT_URI, startTestService } from "../testing/test-service";
import { challengeOf, credentials, exchange, post, requestToken, signInForTokens } from "../testing/token-request";

const VERIFIER = "v".repeat(43);

describe.each([
	["the user info endpoint's", `${ISSUER}userinfo`],
	["the tenant's own", ISSUER],
	["the tenant's own without a slash", new URL(ISSUER).origin],
])("an audience that is %s address is as none", (_, audience) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());

	/** A token for user info alone, which is no JWT. */
	async function expectOpaque(token: string) {
		expect(token).toMatch(/^[\w-]+$/);
		const headers = { authorization: `Bearer ${token}` };
		const response = await handleServiceRequest(tenant.service, new Request(`${ISSUER}userinfo`, { headers }));
		expect([response.status, (await response.json()).email]).toEqual([200, EMAIL]);
	}

	it("in the code flow, and when its refresh token is exchanged", async () => {
		const tokens = await signInForTokens(tenant.service, "web", { audience, scope: "openid email offline_access" });
		await expectOpaque(tokens.access_token);
		const { status, body } = await exchange(tenant.service, "web", tokens.refresh_token, { audience });
		expect([status, body.scope]).toEqual([200, "openid email offline_access"]);
		await expectOpaque(body.access_token);
		const { access_token } = await signInForTokens(tenant.service, "web", { resource: audience });
		await expectOpaque(access_token);
	});

	it("in the exchange of a refresh token for an API, whose token stays one for it", async () => {
		const scope = "openid offline_access read:orders";
		const tokens = await signInForTokens(tenant.service, "web-with-api", { audience: ORDERS, scope });
		const { body } = await exchange(tenant.service, "web-with-api", tokens.refresh_token, { audience });
		expect(decodeJwt(body.access_token).aud).toEqual([ORDERS, `${ISSUER}userinfo`]);
	});

	it("in the implicit flow", async () => {
		const address = await new TestBrowser(tenant.service).signIn({
			client_id: "widget",
			response_type: "token",
			audience,
		});
		await expectOpaque(new URLSearchParams(address.hash.slice(1)).get("access_token") ?? "");
	});

	it("in a pushed request", async () => {
		const query = { response_type: "code", redirect_uri: REDIRECT_URI, scope: "openid email" };
		const own = { client_id: "web", ...challengeOf(VERIFIER) };
		const pushed = await post(tenant.service, "oauth/par", {
			audience,
			...query,
			...own,
			...credentials(tenant.service, "web"),
		});
		expect(pushed.status).toBe(201);
		const { request_uri } = (await pushed.json()) as { request_uri: string };
		const address = await new TestBrowser(tenant.service).signIn({ client_id: "web", request_uri });
		const code = address.searchParams.get("code") ?? "";
		const form = { grant_type: "authorization_code", code, code_verifier: VERIFIER, redirect_uri: REDIRECT_URI };
		const { body } = await requestToken(tenant.service, { ...form, ...credentials(tenant.service, "web") });
		await expectOpaque(body.access_token);
	});

	it.each([
		["password", {}],
		["http://auth0.com/oauth/grant-type/password-realm", { realm: "Username-Password-Authentication" }],
	])("in the grant %s", async (grant_type, more) => {
		const user = { username: EMAIL, password: PASSWORD, scope: "openid email" };
		const form = { grant_type, audience, ...user, ...more, ...credentials(tenant.service, "till") };
		await expectOpaque((await requestToken(tenant.service, form)).body.access_token);
	});

	it("in the exchange of a code that was sent to the user", async () => {
		const start = { client_id: "courier", connection: "email", email: EMAIL, send: "code" };
		await post(tenant.service, "passwordless/start", start);
		const [message = ""] = await messagesTo(tenant.service, EMAIL.toLowerCase());
		const { body } = await requestToken(tenant.service, {
			grant_type: "http://auth0.com/oauth/grant-type/passwordless/otp",
			client_id: "courier",
			realm: "email",
			username: EMAIL,
			otp: /\d{6}/.exec(message)?.[0] ?? "",
			scope: "openid email",
			audience,
		});
		await expectOpaque(body.access_token);
	});

	it("in a request of an application for itself, which needs one", async () => {
		const form = { grant_type: "client_credentials", audience, ...credentials(tenant.service, "machine") };
		const { status, body } = await requestToken(tenant.service, form);
		expect([status, body.error_description]).toEqual([400, "Missing required parameter: audience"]);
	});

	it("beside another one, which counts", async () => {
		const query = new URLSearchParams([
			...[
				["audience", audience],
				["audience", ORDERS],
			],
			...Object.entries({ client_id: "web-with-api", response_type: "code", scope: "openid read:orders" }),
			["redirect_uri", REDIRECT_URI],
		]);
		const browser = new TestBrowser(tenant.service);
		const page = new URL((await browser.open(`authorize?${query}`)).headers.get("location") ?? "", ISSUER);
		const outcome = await browser.submit(page);
		const location = (await browser.open("returnTo" in outcome ? outcome.returnTo : "")).headers.get("location");
		const code = new URL(location ?? "").searchParams.get("code") ?? "";
		const form = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI };
		const { body } = await requestToken(tenant.service, { ...form, ...credentials(tenant.service, "web-with-api") });
		expect(decodeJwt(body.access_token).aud).toEqual([ORDERS, `${ISSUER}userinfo`]);
	});

	it("while that of the management interface stays one for applications alone", async () => {
		const address = await new TestBrowser(tenant.service).authorize({ client_id: "web-with-api", audience: AUDIENCE });
		expect(address.searchParams.get("error")).toBe("access_denied");
	});
});
