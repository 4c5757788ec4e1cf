import type * as library from "@axa-fr/oidc-client";
import { expect, test } from "./browser-application";

declare const client: library.OidcClient;

const file = import.meta.resolve("@axa-fr/oidc-client/dist/index.umd.cjs");
/** Sets the library up on each page with the options of the first page. */
const SET_UP = `const { OidcClient } = globalThis["oidc-client"];
window.client = OidcClient.getOrCreate(() => fetch)(JSON.parse(localStorage.getItem("options")));`;
const scripts = { "/": SET_UP, "/callback": SET_UP };

test("signs in by redirect, renews with refresh tokens, reads user info, revokes and signs out", async ({
	page,
	credentials,
	startApplication,
	beSignedIn,
}) => {
	const { origin, clientId } = await startApplication({ library: file, scripts });
	const options = {
		authority: credentials.auth_url,
		client_id: clientId,
		scope: "openid email offline_access",
		redirect_uri: `${origin}/callback`,
		monitor_session: false,
	};
	await page.addInitScript((text) => localStorage.setItem("options", text), JSON.stringify(options));
	await beSignedIn(page);
	await page.goto(origin);
	await page.evaluate(() => void client.loginAsync("/"));
	await page.waitForURL(`${origin}/callback?*`);
	await page.evaluate(() => client.loginCallbackAsync());
	const first = await page.evaluate(() => client.tokens);
	expect(first.idTokenPayload.email).toBe(credentials.sign_ins.user.email);
	const renewed = await page.evaluate(() => client.renewTokensAsync());
	expect(renewed?.accessToken).not.toBe(first.accessToken);
	expect(renewed?.refreshToken).not.toBe(first.refreshToken);
	expect((await page.evaluate(() => client.userInfoAsync())).email).toBe(credentials.sign_ins.user.email);

	const revoked = page.waitForResponse((response) => response.url().endsWith("/oauth/revoke"));
	await page.evaluate(() => void client.logoutAsync("/"));
	expect((await revoked).status()).toBe(200);
	await page.waitForURL(`${origin}/`);
	expect(await page.evaluate(() => client.tryKeepExistingSessionAsync())).toBe(false);
});
