import { ClientsClient } from "auth0/clients";
import { RefreshTokensClient } from "auth0/refreshTokens";
import { UsersClient } from "auth0/users";
import { TemplatesClient } from "auth0/verifiableCredentials/verification/templates";
import * as oauth from "oauth4webapi";
import * as oidc from "openid-client";
import { expect, test } from "../fixtures";
import type { Visitor } from "../http/visitor";
import type { Credentials } from "../running-app/credentials";
import { listenAt } from "./application-callback";
import { logIn } from "./authorize";

// Tests of one application share its callback port.
test.describe.configure({ mode: "serial" });

function clientOf(credentials: Credentials, name: string) {
	const client = credentials.clients[name];
	if (!client) throw new Error(`The sample tenant has no client "${name}"`);
	return { ...client, redirectUri: client.redirect_uris[0] ?? "" };
}

async function configure({
	credentials,
	name,
	auth,
}: {
	credentials: Credentials;
	name: string;
	auth?: oidc.ClientAuth;
}) {
	const { client_id, client_secret } = clientOf(credentials, name);
	return oidc.discovery(new URL(`${credentials.auth_url}/`), client_id, client_secret, auth, {
		execute: [oidc.allowInsecureRequests],
	});
}

/** Signs the sample user in at an authorization request. @returns the address of the application's callback */
async function signInAt(person: Visitor, credentials: Credentials, address: URL, redirectUri: string): Promise<URL> {
	const { close } = await listenAt(redirectUri);
	const { url } = await logIn(person, await person.open(address), credentials.sign_ins.user);
	close();
	expect(url.href.startsWith(redirectUri)).toBe(true);
	return url;
}

test("openid-client: code with PKCE, user info, rotation, revocation, logout", async ({ visit, credentials }) => {
	const config = await configure({ credentials, name: "web_app", auth: oidc.ClientSecretBasic() });
	const { redirectUri } = clientOf(credentials, "web_app");
	const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
	const [expectedState, expectedNonce] = [oidc.randomState(), oidc.randomNonce()];
	const address = oidc.buildAuthorizationUrl(config, {
		redirect_uri: redirectUri,
		scope: "openid email offline_access",
		code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
		code_challenge_method: "S256",
		state: expectedState,
		nonce: expectedNonce,
	});
	const person = await visit();
	const callback = await signInAt(person, credentials, address, redirectUri);
	const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true };
	const tokens = await oidc.authorizationCodeGrant(config, callback, checks);
	const { sub } = tokens.claims() ?? { sub: "" };
	expect((await oidc.fetchUserInfo(config, tokens.access_token, sub)).email).toBe(credentials.sign_ins.user.email);
	const first = tokens.refresh_token ?? "";
	const renewed = await oidc.refreshTokenGrant(config, first);
	expect(renewed.refresh_token).not.toBe(first);
	await oidc.tokenRevocation(config, renewed.refresh_token ?? "");
	await expect(oidc.refreshTokenGrant(config, renewed.refresh_token ?? "")).rejects.toMatchObject({
		error: "invalid_grant",
	});
	const logout = oidc.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? "" });
	(await person.open(logout)).getByRole("heading", { name: "You are signed out" });
});

test("openid-client: implicit, where the application has it switched on", async ({ visit, credentials }) => {
	const config = await configure({ credentials, name: "implicit_app", auth: oidc.None() });
	oidc.useIdTokenResponseType(config);
	const { redirectUri } = clientOf(credentials, "implicit_app");
	const nonce = oidc.randomNonce();
	const address = oidc.buildAuthorizationUrl(config, { redirect_uri: redirectUri, scope: "openid email", nonce });
	const callback = await signInAt(await visit(), credentials, address, redirectUri);
	const claims = await oidc.implicitAuthentication(config, callback, nonce);
	expect(claims.email).toBe(credentials.sign_ins.user.email);
});

test("openid-client: the password grant, private_key_jwt, and one application with grants for two APIs", async ({
	credentials,
}) => {
	const { email: username, password } = credentials.sign_ins.user;
	const till = await configure({ credentials, name: "password_app", auth: oidc.ClientSecretPost() });
	const tokens = await oidc.genericGrantRequest(till, "password", { username, password, scope: "openid email" });
	expect(tokens.claims()?.email).toBe(username);

	const machine = clientOf(credentials, "private_key_machine");
	const key = await importKey(machine.private_key);
	const config = await configure({ credentials, name: "private_key_machine", auth: oidc.PrivateKeyJwt(key) });
	const granted = await oidc.clientCredentialsGrant(config, { audience: credentials.audience });
	expect(granted.scope).toBe("read:refresh_tokens read:users");
	const orders = await oidc.clientCredentialsGrant(config, { audience: "https://api.example.com/orders" });
	expect(orders.scope).toBe("read:orders create:orders");
});

test("openid-client: FAPI 2.0 with a pushed request, PKCE, private_key_jwt and DPoP", async ({
	visit,
	credentials,
}) => {
	const client = clientOf(credentials, "fapi_dpop");
	const auth = oidc.PrivateKeyJwt(await importKey(client.private_key));
	const config = await oidc.discovery(
		new URL(`${credentials.auth_url}/`),
		client.client_id,
		{ id_token_signed_response_alg: "ES256", use_mtls_endpoint_aliases: false },
		auth,
		{ execute: [oidc.allowInsecureRequests] },
	);
	const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair("ES256"));
	const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
	const request = {
		redirect_uri: client.redirectUri,
		scope: "openid email offline_access",
		code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
		code_challenge_method: "S256",
	};
	const address = await oidc.buildAuthorizationUrlWithPAR(config, request, { DPoP });
	expect([...address.searchParams.keys()].toSorted()).toEqual(["client_id", "request_uri"]);
	const callback = await signInAt(await visit(), credentials, address, client.redirectUri);
	const tokens = await oidc.authorizationCodeGrant(config, callback, { pkceCodeVerifier }, undefined, { DPoP });
	expect(tokens.token_type).toBe("dpop");
	const { sub } = tokens.claims() ?? { sub: "" };
	expect((await oidc.fetchUserInfo(config, tokens.access_token, sub, { DPoP })).sub).toBe(sub);
	const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? "", undefined, { DPoP });
	expect(renewed.token_type).toBe("dpop");
	await expect(oidc.refreshTokenGrant(config, tokens.refresh_token ?? "")).rejects.toThrow();
});

test("oauth4webapi: client credentials by Post, and a token that its own validator accepts", async ({
	credentials,
}) => {
	const { client_id, client_secret = "" } = clientOf(credentials, "management_read_only");
	const insecure = { [oauth.allowInsecureRequests]: true };
	const issuer = new URL(`${credentials.auth_url}/`);
	const server = await oauth.processDiscoveryResponse(
		issuer,
		await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure }),
	);
	const response = await oauth.clientCredentialsGrantRequest(
		server,
		{ client_id },
		oauth.ClientSecretPost(client_secret),
		{ audience: credentials.audience },
		insecure,
	);
	const tokens = await oauth.processClientCredentialsResponse(server, { client_id }, response);
	const headers = { authorization: `Bearer ${tokens.access_token}` };
	const request = new Request(credentials.audience, { headers });
	const claims = await oauth.validateJwtAccessToken(server, request, credentials.audience, insecure);
	expect(claims.client_id).toBe(client_id);
	const wrong = oauth.ClientSecretBasic(client_secret);
	const refused = await oauth.clientCredentialsGrantRequest(server, { client_id }, wrong, {}, insecure);
	expect(refused.status).toBe(401);
});

test("auth0: the management interface's sub-clients", async ({ credentials, managementToken }) => {
	const options = { baseUrl: credentials.base_url, token: managementToken, maxRetries: 0 };
	const [user] = await new UsersClient(options).listUsersByEmail({ email: credentials.sign_ins.user.email });
	expect(user?.user_id).toMatch(/^auth0\|/);
	const tokens = new RefreshTokensClient(options);
	const [token] = (await tokens.list({ user_id: user?.user_id ?? "" })).data;
	const id = token?.id ?? "";
	const before = await tokens.get(id);
	// Other tests may have filled it.
	const metadata = { library: "auth0" };
	expect((await tokens.update(id, { refresh_token_metadata: metadata })).refresh_token_metadata).toEqual(metadata);
	await tokens.update(id, { refresh_token_metadata: before.refresh_token_metadata ?? null });
	const clients = (await new ClientsClient(options).list({ per_page: 50 })).data;
	expect(clients.map(({ name }) => name)).toContain("Storefront");
	const templates = new TemplatesClient(options);
	const created = await templates.create({
		name: `Made by the SDK ${Date.now()}`,
		type: "mdl",
		dialect: "simplified/1.0",
		presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { family_name: true } } },
		well_known_trusted_issuers: "aamva",
	});
	expect(created.id).toMatch(/^vct_\d{16}$/);
	await templates.delete(created.id ?? "");
});

function importKey(jwk: JsonWebKey | undefined): Promise<CryptoKey> {
	if (!jwk) throw new Error("The credentials hold no private key");
	return crypto.subtle.importKey("jwk", jwk, { name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
}
