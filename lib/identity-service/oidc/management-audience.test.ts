import { importJWK, type JWK, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD_GRANT, PASSWORD_REALM_GRANT, PASSWORDLESS_GRANT } from "../clients/grant-types";
import { handleServiceRequest } from "../handle-request";
import { readOutbox } from "../messages/outbox";
import { followed, postResponse } from "../testing/connection-sign-in";
import { TestBrowser } from "../testing/test-browser";
import { addConnection, testProvider } from "../testing/test-provider";
import { AUDIENCE, EMAIL, ISSUER, ORDERS, PASSWORD, REDIRECT_URI, startTestService } from "../testing/test-service";
import { challengeOf, credentials, exchange, post, requestToken, signInForTokens } from "../testing/token-request";

const VERIFIER = "a-verifier-of-at-least-forty-three-characters-0123";
const WORDS = "issued to applications in their own name";

describe("the audience of the management interface", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());

	/** The error of the token endpoint, in JSON; that of the authorization endpoint is at the redirect URI. */
	const refusal = { status: 403, body: { error: "access_denied", error_description: expect.stringContaining(WORDS) } };
	const request = (clientId: string, form: Record<string, string>) =>
		requestToken(tenant.service, { ...credentials(tenant.service, clientId), audience: AUDIENCE, ...form });
	const errorAt = ({ searchParams, hash }: URL) => {
		const sent = searchParams.size > 0 ? searchParams : new URLSearchParams(hash.slice(1));
		return [sent.get("error"), sent.get("error_description"), sent.get("code") ?? sent.get("access_token")];
	};
	const refused = ["access_denied", expect.stringContaining(WORDS), null];

	it("is for an application in its own name, with the scopes that it was granted", async () => {
		const response = await request("web-with-api", { grant_type: "client_credentials" });
		expect(response).toMatchObject({ status: 200, body: { scope: "read:refresh_tokens" } });
	});

	it.each([
		["by its name", { audience: AUDIENCE }],
		["relative to the tenant", { audience: "/api/v2/" }],
		["by the parameter of RFC 8707", { resource: AUDIENCE }],
		["beside a grant type that is not for this endpoint", { audience: AUDIENCE, grant_type: "client_credentials" }],
		["for a refresh token", { audience: AUDIENCE, scope: "openid offline_access read:refresh_tokens" }],
	])("is refused to a user of the code flow %s", async (_, parameters: Record<string, string>) => {
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web-with-api" });
		expect(errorAt(await browser.authorize({ client_id: "web-with-api", ...parameters }))).toEqual(refused);
	});

	it("is refused in a pushed request", async () => {
		const query = { response_type: "code", redirect_uri: REDIRECT_URI, scope: "openid", ...challengeOf(VERIFIER) };
		const form = { ...query, audience: AUDIENCE, ...credentials(tenant.service, "web-with-api") };
		const response = await post(tenant.service, "oauth/par", form);
		expect({ status: response.status, body: await response.json() }).toEqual(refusal);
	});

	it.each(["token", "id_token token"])("is refused to a user of the implicit flow, %s", async (response_type) => {
		const parameters = { client_id: "widget", response_type, nonce: "n", audience: AUDIENCE };
		expect(errorAt(await new TestBrowser(tenant.service).authorize(parameters))).toEqual(refused);
	});

	it.each([
		[PASSWORD_GRANT, {}],
		[PASSWORD_REALM_GRANT, { realm: "Username-Password-Authentication" }],
	])("is refused to a user of the grant %s", async (grant_type, more) => {
		expect(await request("till", { grant_type, username: EMAIL, password: PASSWORD, ...more })).toEqual(refusal);
	});

	it("is refused to a user of passwordless login", async () => {
		const client = { client_id: "courier" };
		await post(tenant.service, "passwordless/start", { ...client, connection: "email", email: EMAIL, send: "code" });
		const [otp = ""] = /\d{6}/.exec((await readOutbox(tenant.service))[0]?.text ?? "") ?? [];
		const form = {
			...client,
			grant_type: PASSWORDLESS_GRANT,
			username: EMAIL,
			realm: "email",
			otp,
			audience: AUDIENCE,
		};
		expect(await requestToken(tenant.service, form)).toEqual(refusal);
	});

	it("is refused to a user of an outside provider, requested by the connection's query", async () => {
		const provider = testProvider();
		const query = `response_type=code&audience=${AUDIENCE}`;
		const idpinitiated = { enabled: true, client_id: "web-with-api", client_authorizequery: query };
		await addConnection(tenant.service, "acme", ["web-with-api"], { ...provider.options, idpinitiated });
		const form = { SAMLResponse: provider.response({ connection: "acme", nameId: "visitor" }) };
		const response = await followed(new TestBrowser(tenant.service), await postResponse(tenant.service, "acme", form));
		expect(errorAt(new URL(response.headers.get("location") ?? "about:blank"))).toEqual(refused);
	});

	it("is refused to a refresh token, whatever audience that was issued for", async () => {
		const scope = "openid offline_access read:orders";
		const other = await signInForTokens(tenant.service, "web-with-api", { scope });
		expect(
			await exchange(tenant.service, "web-with-api", other.refresh_token, { audience: AUDIENCE }),
		).not.toHaveProperty("status", 200);
		const before = await signInForTokens(tenant.service, "web-with-api", { scope, audience: ORDERS });
		await asIfIssuedBefore();
		expect(await exchange(tenant.service, "web-with-api", before.refresh_token)).toEqual(refusal);
	});

	it("is refused to a code that was issued for it before", async () => {
		const browser = new TestBrowser(tenant.service);
		const address = await browser.signIn({ client_id: "web-with-api", audience: ORDERS, scope: "openid read:orders" });
		await asIfIssuedBefore();
		const code = address.searchParams.get("code") ?? "";
		const form = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI };
		expect(await requestToken(tenant.service, { ...form, ...credentials(tenant.service, "web-with-api") })).toEqual(
			refusal,
		);
	});

	it("in a user's token that was issued before is not accepted", async () => {
		const [jwk] = tenant.service.keys.privateKeySet.keys.filter(({ alg }) => alg === "RS256") as [JWK];
		const now = Math.floor(Date.now() / 1000);
		const claims = { client_id: "web-with-api", azp: "web-with-api", scope: "read:refresh_tokens", jti: "1" };
		const call = async (more: Record<string, unknown>) => {
			const token = await new SignJWT({ ...claims, iss: ISSUER, aud: AUDIENCE, iat: now, exp: now + 60, ...more })
				.setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid: jwk.kid ?? "" })
				.sign(await importJWK(jwk));
			const headers = { authorization: `Bearer ${token}` };
			return handleServiceRequest(tenant.service, new Request(`${AUDIENCE}refresh-tokens?user_id=none`, { headers }));
		};
		const own = await call({ sub: "web-with-api@clients", gty: "client-credentials" });
		expect(own.status).not.toBe(401);
		const users = await call({ sub: "auth0|0123456789abcdef01234567" });
		expect([users.status, (await users.json()).message]).toEqual([401, "Invalid token"]);
	});

	/** Rewrites codes, refresh tokens and grants for the orders API to the management interface. */
	async function asIfIssuedBefore() {
		const { database } = tenant.service;
		for (const { model, id_hash, payload } of await database.selectFrom("oidc_artifacts").selectAll().execute()) {
			const moved = payload.replaceAll(ORDERS, AUDIENCE).replaceAll("read:orders", "read:refresh_tokens");
			await database
				.updateTable("oidc_artifacts")
				.set({ payload: moved })
				.where("model", "=", model)
				.where("id_hash", "=", id_hash)
				.execute();
		}
	}
});
