import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { edgeApiKey } from "../context/service-request";
import { handleServiceRequest } from "../handle-request";
import { setBlocked } from "../store/users";
import { messagesTo } from "../testing/account-calls";
import { dpopKey } from "../testing/dpop";
import { TestBrowser } from "../testing/test-browser";
import { certificate, renewedCertificate } from "../testing/test-certificates";
import {
	ANY_ENGINE,
	AUDIENCE,
	EMAIL,
	ISSUER,
	ORDERS,
	PASSWORD,
	startTestService,
	USER_ID,
} from "../testing/test-service";
import {
	challengeOf,
	credentials,
	exchange,
	post,
	requestToken,
	signInForTokens,
	type TokenResponse,
} from "../testing/token-request";

const USER_INFO = `${ISSUER}userinfo`;
const SCOPE = "openid email read:orders";
const API = { audience: ORDERS, scope: SCOPE };
const WITH_ID = { aud: [ORDERS, USER_INFO], sub: USER_ID, scope: SCOPE };
const CLAIMS = { sub: USER_ID, email: EMAIL, email_verified: true };

describe.each(ANY_ENGINE)("a user's access token for an API, on %s,", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		const api_grants = JSON.stringify([{ audience: ORDERS, scopes: ["read:orders"] }]);
		await tenant.service.database
			.updateTable("clients")
			.set({ api_grants })
			.where("client_id", "in", ["browser", "web", "courier"])
			.execute();
	});
	afterAll(() => tenant.stop());

	const userInfo = (headers: Record<string, string>, method = "GET") =>
		handleServiceRequest(tenant.service, new Request(USER_INFO, { method, headers }));
	const statusFor = async (token: string) => (await userInfo({ authorization: `Bearer ${token}` })).status;
	const signIn = (more: Record<string, string> = {}, clientId = "web-with-api", browser?: TestBrowser) =>
		signInForTokens(tenant.service, clientId, { ...API, ...more }, browser);

	/** It is for the API and for user info, and the response names its scopes. */
	async function expectBoth({ access_token, scope }: Pick<TokenResponse, "access_token" | "scope">, granted = SCOPE) {
		expect(decodeJwt(access_token)).toMatchObject({ ...WITH_ID, scope: granted });
		expect(scope).toBe(granted);
		for (const method of ["GET", "POST"]) {
			const response = await userInfo({ authorization: `Bearer ${access_token}` }, method);
			expect([response.status, await response.json()]).toEqual([200, CLAIMS]);
		}
	}

	it("with openid is one for user info as well, and still after refreshes", async () => {
		const tokens = await signIn({ scope: "openid email offline_access read:orders" });
		await expectBoth(tokens, "openid email offline_access read:orders");
		const renewed = await exchange(tenant.service, "web-with-api", tokens.refresh_token);
		await expectBoth(renewed.body, "openid email offline_access read:orders");
		const [row] = await tenant.service.database.selectFrom("refresh_tokens").selectAll().execute();
		expect(JSON.parse(row?.resource_servers ?? "")).toEqual([
			{ audience: ORDERS, scopes: "openid email offline_access read:orders" },
		]);
		const fewer = await exchange(tenant.service, "web-with-api", renewed.body.refresh_token, {
			scope: "email read:orders",
		});
		expect(decodeJwt(fewer.body.access_token)).toMatchObject({ aud: ORDERS, scope: "email read:orders" });
		expect(await statusFor(fewer.body.access_token)).toBe(401);
		const again = await exchange(tenant.service, "web-with-api", fewer.body.refresh_token, { scope: SCOPE });
		await expectBoth(again.body);
	});

	it("is accepted by an API that verifies its audience", async () => {
		const { access_token } = await signIn();
		const keys = createRemoteJWKSet(new URL(`${ISSUER}.well-known/jwks.json`), {
			[customFetch]: (address: string) => handleServiceRequest(tenant.service, new Request(address)),
		});
		const { payload } = await jwtVerify(access_token, keys, { issuer: ISSUER, audience: ORDERS, typ: "at+jwt" });
		expect(payload.scope).toBe(SCOPE);
	});

	it.each(["token", "id_token token"])("is so by the implicit flow: %s", async (response_type) => {
		const address = await new TestBrowser(tenant.service).signIn({
			client_id: "widget",
			response_type,
			nonce: "n",
			...API,
		});
		const { access_token = "", scope = "" } = Object.fromEntries(new URLSearchParams(address.hash.slice(1)));
		await expectBoth({ access_token, scope });
	});

	it.each([
		["password", {}],
		["http://auth0.com/oauth/grant-type/password-realm", { realm: "Username-Password-Authentication" }],
	])("is so by the grant %s", async (grant_type, more) => {
		const { body } = await requestToken(tenant.service, {
			grant_type,
			username: EMAIL,
			password: PASSWORD,
			scope: `${SCOPE} offline_access`,
			audience: ORDERS,
			...more,
			...credentials(tenant.service, "till"),
		});
		await expectBoth(body, "openid email offline_access read:orders");
		await expectBoth((await exchange(tenant.service, "till", body.refresh_token, { scope: SCOPE })).body);
	});

	it("is so by a code that was sent to the user", async () => {
		const start = { client_id: "courier", connection: "email", email: EMAIL, send: "code" };
		expect((await post(tenant.service, "passwordless/start", start)).status).toBe(200);
		const [message = ""] = await messagesTo(tenant.service, EMAIL.toLowerCase());
		const { body } = await requestToken(tenant.service, {
			grant_type: "http://auth0.com/oauth/grant-type/passwordless/otp",
			client_id: "courier",
			realm: "email",
			username: EMAIL,
			otp: /\d{6}/.exec(message)?.[0] ?? "",
			...API,
		});
		await expectBoth(body);
	});

	async function bound(sender_constraint: "dpop" | "mtls" | null) {
		await tenant.service.database
			.updateTable("clients")
			.set({ sender_constraint })
			.where("client_id", "=", "web-with-api")
			.execute();
	}
	async function signInWith(headers: Record<string, string>) {
		const code_verifier = "v".repeat(43);
		const address = await new TestBrowser(tenant.service).signIn({
			client_id: "web-with-api",
			...challengeOf(code_verifier),
			...API,
		});
		return requestToken(
			tenant.service,
			{
				grant_type: "authorization_code",
				code: address.searchParams.get("code") ?? "",
				code_verifier,
				redirect_uri: `${ISSUER}callback`,
				...credentials(tenant.service, "web-with-api"),
			},
			headers,
		);
	}

	it("that is bound to a key is accepted with a proof of it only", async () => {
		await bound("dpop");
		const { proof } = dpopKey();
		const { body } = await signInWith({ dpop: await proof("POST", `${ISSUER}oauth/token`) });
		await bound(null);
		expect(decodeJwt(body.access_token)).toMatchObject({ ...WITH_ID, cnf: { jkt: expect.any(String) } });
		const { access_token } = body;
		const authorization = `DPoP ${access_token}`;
		expect((await userInfo({ authorization, dpop: await proof("GET", USER_INFO, access_token) })).status).toBe(200);
		const other = await dpopKey().proof("GET", USER_INFO, access_token);
		expect((await userInfo({ authorization, dpop: other })).status).toBe(401);
		expect(await statusFor(access_token)).toBe(401);
	});

	it("that is bound to a certificate is accepted with that only", async () => {
		await bound("mtls");
		const forwarded = (pem: string) => ({
			"cname-api-key": edgeApiKey(tenant.service.secrets),
			"client-certificate": encodeURIComponent(pem),
			"client-certificate-ca-verified": "SUCCESS",
		});
		const { body } = await signInWith(forwarded(certificate));
		await bound(null);
		const authorization = `Bearer ${body.access_token}`;
		expect((await userInfo({ authorization, ...forwarded(certificate) })).status).toBe(200);
		expect((await userInfo({ authorization, ...forwarded(renewedCertificate) })).status).toBe(401);
		expect(await statusFor(body.access_token)).toBe(401);
	});

	it("without openid is for the API alone", async () => {
		const { access_token, scope } = await signIn({ scope: "email read:orders" });
		expect(decodeJwt(access_token)).toMatchObject({ aud: ORDERS, scope: "email read:orders" });
		expect(scope).toBe("email read:orders");
		expect(await statusFor(access_token)).toBe(401);
		const address = await new TestBrowser(tenant.service).signIn({
			client_id: "widget",
			response_type: "token",
			audience: ORDERS,
			scope: "read:orders",
		});
		const token = new URLSearchParams(address.hash.slice(1)).get("access_token") ?? "";
		expect(decodeJwt(token)).toMatchObject({ aud: ORDERS, scope: "read:orders" });
		expect(await statusFor(token)).toBe(401);
	});

	it("is none for the management interface, and an application's own none for user info", async () => {
		const { access_token } = await signIn();
		const authorization = `Bearer ${access_token}`;
		const address = `${ISSUER}api/v2/users`;
		const management = await handleServiceRequest(tenant.service, new Request(address, { headers: { authorization } }));
		expect(management.status).toBe(401);
		for (const audience of [ORDERS, AUDIENCE]) {
			const form = { grant_type: "client_credentials", audience };
			const own = await requestToken(tenant.service, { ...form, ...credentials(tenant.service, "web-with-api") });
			expect(decodeJwt(own.body.access_token).aud).toBe(audience);
			expect(await statusFor(own.body.access_token)).toBe(401);
		}
	});

	it("is refused where its text was changed, and its identifier is no token", async () => {
		const { access_token } = await signIn();
		expect(await statusFor(`${access_token.slice(0, -4)}AAAA`)).toBe(401);
		expect(await statusFor(`${access_token}=`)).toBe(401);
		expect(await statusFor(String(decodeJwt(access_token).jti))).toBe(401);
	});

	it("is accepted for user info as long as it is valid", async () => {
		const { access_token } = await signIn();
		const { exp = 0 } = decodeJwt(access_token);
		const statusAt = async (seconds: number) => {
			vi.useFakeTimers({ toFake: ["Date"], now: seconds * 1000 });
			return statusFor(access_token).finally(() => vi.useRealTimers());
		};
		expect([await statusAt(exp - 1), await statusAt(exp + 60)]).toEqual([200, 401]);
	});

	describe("is not accepted for user info any more", () => {
		it("once its session has ended, by the code flow and by the implicit one", async () => {
			const browser = new TestBrowser(tenant.service);
			const tokens = await signIn({}, "web-with-api", browser);
			const query = { client_id: "widget", response_type: "token", ...API };
			const fragment = (await browser.authorize(query)).hash.slice(1);
			const implicit = new URLSearchParams(fragment).get("access_token") ?? "";
			for (const token of [tokens.access_token, implicit]) expect(await statusFor(token)).toBe(200);
			await browser.open(`oidc/logout?${new URLSearchParams({ id_token_hint: tokens.id_token })}`);
			for (const token of [tokens.access_token, implicit]) expect(await statusFor(token)).toBe(401);
		});

		it("once its refresh token was revoked, which outlives the session", async () => {
			const browser = new TestBrowser(tenant.service);
			const tokens = await signIn({ scope: `${SCOPE} offline_access` }, "web", browser);
			await browser.open(`oidc/logout?${new URLSearchParams({ id_token_hint: tokens.id_token })}`);
			const { body } = await exchange(tenant.service, "web", tokens.refresh_token);
			for (const token of [tokens.access_token, body.access_token]) expect(await statusFor(token)).toBe(200);
			const form = { token: body.refresh_token, ...credentials(tenant.service, "web") };
			expect((await post(tenant.service, "oauth/revoke", form)).status).toBe(200);
			for (const token of [tokens.access_token, body.access_token]) expect(await statusFor(token)).toBe(401);
		});

		it("once a used refresh token of its family comes again", async () => {
			const { refresh_token } = await signIn({ scope: `${SCOPE} offline_access` }, "web");
			const { body } = await exchange(tenant.service, "web", refresh_token);
			expect(await statusFor(body.access_token)).toBe(200);
			expect((await exchange(tenant.service, "web", refresh_token)).status).toBe(403);
			expect(await statusFor(body.access_token)).toBe(401);
		});

		it("while its user is blocked", async () => {
			const { access_token } = await signIn();
			const block = (isBlocked: boolean) =>
				setBlocked(tenant.service.database, USER_ID, isBlocked, new Date().toISOString());
			await block(true);
			expect(await statusFor(access_token)).toBe(401);
			await block(false);
			expect(await statusFor(access_token)).toBe(200);
		});

		it("once its application or its user is deleted", async () => {
			const { access_token } = await signIn({}, "browser");
			await tenant.service.database.deleteFrom("clients").where("client_id", "=", "browser").execute();
			expect(await statusFor(access_token)).toBe(401);
			const other = await signIn();
			await tenant.service.database.deleteFrom("users").where("user_id", "=", USER_ID).execute();
			expect(await statusFor(other.access_token)).toBe(401);
		});
	});
});
