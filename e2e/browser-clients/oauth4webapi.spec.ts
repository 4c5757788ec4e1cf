import type * as library from "oauth4webapi";
import { expect, test } from "./browser-application";

declare const oauth: typeof library;
declare const server: library.AuthorizationServer;

const file = import.meta.resolve("oauth4webapi");

test("pushes its request, signs in, reads user info, renews and revokes, all from a page of another origin", async ({
	page,
	credentials,
	startApplication,
	beSignedIn,
	allowBrowserError,
}) => {
	// The renewal after the revocation.
	allowBrowserError(/status of 403/);
	const setUp = `import * as oauth from "/library.js";
const issuer = new URL("${credentials.auth_url}/");
const insecure = { [oauth.allowInsecureRequests]: true };
const discovered = await oauth.discoveryRequest(issuer, insecure);
Object.assign(window, { oauth, server: await oauth.processDiscoveryResponse(issuer, discovered) });`;
	const scripts = { "/": setUp, "/callback": setUp };
	const { origin, clientId } = await startApplication({ library: file, isModule: true, scripts });
	const request = { client_id: clientId, redirect_uri: `${origin}/callback` };
	await beSignedIn(page);
	await page.goto(origin);
	await page.waitForFunction(() => "server" in window);
	const pushed = await page.evaluate(async (sent) => {
		const options = { [oauth.allowInsecureRequests]: true };
		const verifier = oauth.generateRandomCodeVerifier();
		sessionStorage.setItem("verifier", verifier);
		const parameters = {
			...sent,
			response_type: "code",
			scope: "openid email offline_access",
			code_challenge_method: "S256",
			code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
		};
		const client = { client_id: sent.client_id };
		const response = await oauth.pushedAuthorizationRequest(server, client, oauth.None(), parameters, options);
		return (await oauth.processPushedAuthorizationResponse(server, client, response)).request_uri;
	}, request);
	await page.goto(
		`${credentials.auth_url}/authorize?${new URLSearchParams({ client_id: clientId, request_uri: pushed })}`,
	);
	await page.waitForURL(`${origin}/callback?*`);
	await page.waitForFunction(() => "server" in window);

	const outcome = await page.evaluate(async (sent) => {
		const options = { [oauth.allowInsecureRequests]: true };
		const client = { client_id: sent.client_id };
		const callback = oauth.validateAuthResponse(server, client, new URL(location.href));
		const verifier = sessionStorage.getItem("verifier") ?? "";
		const granted = await oauth.processAuthorizationCodeResponse(
			server,
			client,
			await oauth.authorizationCodeGrantRequest(
				...([server, client, oauth.None(), callback, sent.redirect_uri, verifier, options] as const),
			),
			{ requireIdToken: true },
		);
		const { sub } = oauth.getValidatedIdTokenClaims(granted) ?? { sub: "" };
		const info = await oauth.userInfoRequest(server, client, granted.access_token, options);
		const user = await oauth.processUserInfoResponse(server, client, sub, info);
		const renew = (token: string) => oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, options);
		const renewed = await oauth.processRefreshTokenResponse(server, client, await renew(granted.refresh_token ?? ""));
		const token = renewed.refresh_token ?? "";
		await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, oauth.None(), token, options));
		return {
			email: user.email,
			rotated: token !== granted.refresh_token,
			after: (await renew(token)).status,
		};
	}, request);
	expect(outcome).toEqual({ email: credentials.sign_ins.user.email, rotated: true, after: 403 });
});
