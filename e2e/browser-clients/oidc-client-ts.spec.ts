import { dirname } from "node:path";
import type { Page } from "@playwright/test";
import type * as library from "oidc-client-ts";
import { managementOf } from "../http/management";
import { expect, test } from "./browser-application";

/** The library's global in the page. */
declare const oidc: typeof library;
declare const manager: library.UserManager;

const file = `${dirname(import.meta.resolve("oidc-client-ts/package.json"))}/dist/browser/oidc-client-ts.min.js`;
/** Sets the library up on each page with the options of the first page. */
const SET_UP = `window.manager = new oidc.UserManager(JSON.parse(localStorage.getItem("options")));`;
const scripts = {
	"/": SET_UP,
	"/callback": SET_UP,
	"/silent": `${SET_UP} await manager.signinSilentCallback();`,
	"/popup": `${SET_UP} await manager.signinPopupCallback();`,
};

function optionsFor(authority: string, { origin, clientId }: { origin: string; clientId: string }, scope: string) {
	return {
		authority,
		client_id: clientId,
		scope,
		automaticSilentRenew: false,
		silentRequestTimeoutInSeconds: 10,
		redirect_uri: `${origin}/callback`,
		silent_redirect_uri: `${origin}/silent`,
		popup_redirect_uri: `${origin}/popup`,
		post_logout_redirect_uri: origin,
		revokeTokenTypes: ["refresh_token"],
	};
}

async function open(page: Page, origin: string, options: object): Promise<void> {
	await page.addInitScript((text) => localStorage.setItem("options", text), JSON.stringify(options));
	await page.goto(origin);
}

test("signs in by redirect, renews silently without refresh tokens, and signs out", async ({
	page,
	credentials,
	startApplication,
	logIn,
}) => {
	const application = await startApplication({ library: file, scripts });
	await open(page, application.origin, optionsFor(credentials.auth_url, application, "openid email"));
	await page.evaluate(() => void manager.signinRedirect());
	await logIn(page);
	await page.waitForURL(`${application.origin}/callback?*`);
	const user = await page.evaluate(() => manager.signinRedirectCallback());
	expect(user.profile.email).toBe(credentials.sign_ins.user.email);
	const renewed = await page.evaluate(() => manager.signinSilent());
	expect(renewed?.access_token).not.toBe(user.access_token);

	await page.evaluate(() => void manager.signoutRedirect());
	await page.waitForURL(`${application.origin}/`);
	const refused = await page.evaluate(() => manager.signinSilent().catch(({ error }) => error));
	expect(refused).toBe("login_required");
});

test("loads user info with an access token for an API, and with a renewed one", async ({
	page,
	credentials,
	managementToken,
	startApplication,
	beSignedIn,
}) => {
	const audience = "https://api.example.com/orders";
	const application = await startApplication({ library: file, scripts });
	const grant = { client_id: application.clientId, audience, scope: ["read:orders"] };
	await managementOf(credentials, managementToken).json("POST", "/client-grants", grant);
	await beSignedIn(page);
	const options = optionsFor(credentials.auth_url, application, "openid email offline_access read:orders");
	await open(page, application.origin, { ...options, loadUserInfo: true, extraQueryParams: { audience } });
	await page.evaluate(() => void manager.signinRedirect());
	await page.waitForURL(`${application.origin}/callback?*`);
	const loaded = () => page.waitForResponse((response) => response.url().endsWith("/userinfo") && response.ok());
	const first = loaded();
	const user = await page.evaluate(() => manager.signinRedirectCallback());
	await first;
	const { email } = credentials.sign_ins.user;
	expect(user).toMatchObject({ profile: { email }, scope: "openid email offline_access read:orders" });
	// Only an API's token can be read.
	expect(user.access_token.split(".")).toHaveLength(3);
	const renewed = await page.evaluate(() => manager.signinSilent());
	const response = await page.request.get(`${credentials.auth_url}/userinfo`, {
		headers: { authorization: `Bearer ${renewed?.access_token}` },
	});
	expect(await response.json()).toMatchObject({ email });
});

test("renews with refresh tokens, which rotate, and revokes them", async ({
	page,
	credentials,
	startApplication,
	beSignedIn,
	allowBrowserError,
}) => {
	// The renewal after the revocation.
	allowBrowserError(/status of 403/);
	const application = await startApplication({ library: file, scripts });
	await beSignedIn(page);
	await open(page, application.origin, optionsFor(credentials.auth_url, application, "openid email offline_access"));
	await page.evaluate(() => void manager.signinRedirect());
	await page.waitForURL(`${application.origin}/callback?*`);
	const { refresh_token: first = "" } = await page.evaluate(() => manager.signinRedirectCallback());
	const renewed = await page.evaluate(() => manager.signinSilent());
	expect(renewed?.refresh_token).not.toBe(first);
	await page.evaluate(() => manager.revokeTokens());
	const refused = await page.evaluate(async (token) => {
		const user = await manager.getUser();
		if (!user) throw new Error("No user is signed in");
		user.refresh_token = token;
		await manager.storeUser(user);
		return manager.signinSilent().catch(({ error }) => error);
	}, renewed?.refresh_token);
	expect(refused).toBe("invalid_grant");
});

test("signs in through a popup that returns to a page of the application", async ({
	page,
	credentials,
	startApplication,
	logIn,
}) => {
	const application = await startApplication({ library: file, scripts });
	await open(page, application.origin, optionsFor(credentials.auth_url, application, "openid email"));
	const opened = page.waitForEvent("popup");
	const done = page.evaluate(() => manager.signinPopup({ popupAbortOnClose: true }));
	const popup = await opened;
	const closed = popup.waitForEvent("close");
	await logIn(popup);
	expect((await done).profile.email).toBe(credentials.sign_ins.user.email);
	await closed;
});
