import type * as library from "@auth0/auth0-spa-js";
import type { Page } from "@playwright/test";
import { type BrowserApplication, expect, test } from "./browser-application";

/** The library's global in the page. */
declare const auth0: typeof library;
declare const client: library.Auth0Client;

const file = import.meta.resolve("@auth0/auth0-spa-js/dist/auth0-spa-js.production.js");

/** Opens a page of the application, where the global `client` is the library's client. */
async function open(page: Page, domain: string, { origin, clientId }: BrowserApplication, more: object = {}) {
	await page.goto(`${origin}/callback${new URL(page.url(), origin).search}`);
	await page.evaluate(
		([options]) => {
			Object.assign(window, { client: new auth0.Auth0Client(options) });
		},
		[{ domain, clientId, authorizationParams: { redirect_uri: `${origin}/callback` }, ...more }] as const,
	);
}

async function logInByRedirect(
	page: Page,
	domain: string,
	application: BrowserApplication,
	more: object = {},
	logIn = async (_: Page) => {},
) {
	await open(page, domain, application, more);
	await page.evaluate(() => void client.loginWithRedirect());
	await logIn(page);
	await page.waitForURL(`${application.origin}/callback?*`);
	await open(page, domain, application, more);
	await page.evaluate(() => client.handleRedirectCallback());
}

test("signs in by redirect, renews silently in a frame, and signs out", async ({
	page,
	credentials,
	startApplication,
	logIn,
}) => {
	const application = await startApplication({ library: file });
	const { email } = credentials.sign_ins.user;
	await logInByRedirect(page, credentials.auth_url, application, {}, logIn);
	expect(await page.evaluate(() => client.getUser())).toMatchObject({ email });
	const first = await page.evaluate(() => client.getTokenSilently());
	const renewed = await page.evaluate(() => client.getTokenSilently({ cacheMode: "off" }));
	expect(renewed).not.toBe(first);

	await page.evaluate((returnTo) => void client.logout({ logoutParams: { returnTo } }), application.origin);
	await page.waitForURL(`${application.origin}/`);
	await open(page, credentials.auth_url, application);
	const refused = await page.evaluate(() => client.getTokenSilently().catch(({ error }) => error));
	expect(refused).toBe("login_required");
});

test("renews with refresh tokens, in memory of a worker and in the page's storage, and revokes them", async ({
	page,
	credentials,
	startApplication,
	logIn,
	allowBrowserError,
}) => {
	// The renewal after the revocation.
	allowBrowserError(/403 \(Forbidden\).*\/oauth\/token/);
	const application = await startApplication({ library: file });
	for (const cacheLocation of ["memory", "localstorage"] as const) {
		const refreshing = { useRefreshTokens: true, cacheLocation };
		await page.context().clearCookies();
		await logInByRedirect(page, credentials.auth_url, application, refreshing, logIn);
		// Without cookies tokens can be renewed by the refresh token alone.
		await page.context().clearCookies({ domain: "localhost", name: /^identity-service/ });
		const first = await page.evaluate(() => client.getTokenSilently());
		const renewed = await page.evaluate(() => client.getTokenSilently({ cacheMode: "off" }));
		expect(renewed).not.toBe(first);
		const again = await page.evaluate(() => client.getTokenSilently({ cacheMode: "off" }));
		expect(again).not.toBe(renewed);
		await page.evaluate(() => client.revokeRefreshToken());
		const refused = await page.evaluate(() =>
			client.getTokenSilently({ cacheMode: "off" }).catch(({ error }) => error),
		);
		expect(refused).toMatch(/^(missing_refresh_token|invalid_grant)$/);
	}
});

test("signs in through a popup, which keeps its opener after a wrong password, and closes itself", async ({
	page,
	credentials,
	startApplication,
	logIn,
}) => {
	const application = await startApplication({ library: file });
	await open(page, credentials.auth_url, application);
	const opened = page.waitForEvent("popup");
	// By default the library would close it as well.
	const done = page.evaluate(() => client.loginWithPopup({}, { closePopup: false } as object));
	const popup = await opened;
	const closed = popup.waitForEvent("close");
	await popup.waitForURL(/\/login\//);
	await popup.getByRole("textbox", { name: "Email" }).fill(credentials.sign_ins.user.email);
	await popup.getByLabel("Password").fill("wrong");
	await popup.getByRole("button", { name: "Continue" }).click();
	await expect(popup.getByText("Wrong email or password.")).toBeVisible();
	await logIn(popup);
	await done;
	await closed;
	expect(await page.evaluate(() => client.getUser())).toMatchObject({ email: credentials.sign_ins.user.email });

	// Signed in already, the next one returns at once.
	await page.evaluate(() => client.loginWithPopup());
	expect(await page.evaluate(() => client.isAuthenticated())).toBe(true);
});

test("receives no response where the application's origin is not a web origin", async ({
	page,
	credentials,
	startApplication,
	beSignedIn,
	allowBrowserError,
}) => {
	allowBrowserError(/frame-ancestors|X-Frame-Options|status of 400|Refused to display|violates the following/);
	const application = await startApplication({ library: file, registration: { web_origins: [] } });
	await beSignedIn(page);
	await logInByRedirect(page, credentials.auth_url, application);
	const refused = await page.evaluate(() =>
		client.getTokenSilently({ cacheMode: "off", timeoutInSeconds: 1 }).catch(({ error }) => error),
	);
	expect(refused).toBe("timeout");
	const opened = page.waitForEvent("popup");
	const cancelled = page.evaluate(() => client.loginWithPopup().catch(({ error }) => error));
	const popup = await opened;
	await expect(popup.getByRole("heading", { name: `Signing in to ${application.name} cannot continue` })).toBeVisible();
	await popup.close();
	expect(await cancelled).toBe("cancelled");
});

test("on another site renews by refresh tokens and signs in through a popup, while a frame receives login_required", async ({
	page,
	credentials,
	startApplication,
	beSignedIn,
}) => {
	const application = await startApplication({ library: file, host: "127.0.0.1" });
	const refreshing = { useRefreshTokens: true };
	await beSignedIn(page);
	await logInByRedirect(page, credentials.auth_url, application, refreshing);
	const first = await page.evaluate(() => client.getTokenSilently());
	expect(await page.evaluate(() => client.getTokenSilently({ cacheMode: "off" }))).not.toBe(first);

	// The session exists, but the browser does not send its cookie from another site's frame.
	await open(page, credentials.auth_url, application);
	const framed = await page.evaluate(() => client.getTokenSilently({ cacheMode: "off" }).catch(({ error }) => error));
	expect(framed).toBe("login_required");
	await page.evaluate(() => client.loginWithPopup());
	expect(await page.evaluate(() => client.getUser())).toMatchObject({ email: credentials.sign_ins.user.email });
});
