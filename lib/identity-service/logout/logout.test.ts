import { createHash } from "node:crypto";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { participantsOf, providerSessionOf, saveProviderSession } from "../sessions/saml-sessions";
import { addLogoutClients, samlLogout } from "../testing/saml-logout";
import { TestBrowser } from "../testing/test-browser";
import { ANY_ENGINE, ISSUER, OTHER_EMAIL, REDIRECT_URI, startTestService, USER_ID } from "../testing/test-service";
import { credentials, exchange, requestToken, signInForTokens } from "../testing/token-request";

const GOODBYE = "http://localhost:3000/goodbye";

describe.each(ANY_ENGINE)("logout on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		await addLogoutClients(tenant.service);
	});
	afterAll(() => tenant.stop());

	async function signedIn(scope = "openid") {
		const browser = new TestBrowser(tenant.service);
		return { browser, tokens: await signInForTokens(tenant.service, "web", { scope }, browser) };
	}
	const logoutAddress = (parameters: Record<string, string>) => `oidc/logout?${new URLSearchParams(parameters)}`;
	const isSignedIn = async (browser: TestBrowser) =>
		(await browser.authorize({ client_id: "web", prompt: "none" })).searchParams.has("code");

	it("with an ID token ends the session at once and returns to the registered address", async () => {
		const { browser, tokens } = await signedIn();
		const cookies = new Map(browser.cookies);
		const hint = { id_token_hint: tokens.id_token, post_logout_redirect_uri: GOODBYE, state: "s 1" };
		const response = await browser.open(logoutAddress(hint));
		expect(response.status).toBe(303);
		expect(response.headers.get("location")).toBe(`${GOODBYE}?state=s+1`);
		expect(await isSignedIn(browser)).toBe(false);
		// A copy of the cookie is not accepted either.
		for (const [name, cookie] of cookies) browser.cookies.set(name, cookie);
		expect(await isSignedIn(browser)).toBe(false);
	});

	it("ends what depends on the session, and leaves refresh tokens alone", async () => {
		const { browser, tokens } = await signedIn();
		const lasting = await signInForTokens(
			tenant.service,
			"web-steady",
			{ scope: "openid offline_access" },
			new TestBrowser(tenant.service),
		);
		await browser.open(logoutAddress({ id_token_hint: tokens.id_token }));
		const headers = { authorization: `Bearer ${tokens.access_token}` };
		const userinfo = await handleServiceRequest(tenant.service, new Request(`${ISSUER}userinfo`, { headers }));
		expect(userinfo.status).toBe(401);
		expect((await exchange(tenant.service, "web-steady", lasting.refresh_token)).status).toBe(200);
	});

	it.each([
		["without the session's cookie", false],
		["in another browser of the same user", true],
	])("ends all that depends on the ID token's session, %s", async (_, isSignedInElsewhere) => {
		const { browser, tokens } = await signedIn();
		await samlLogout(() => tenant.service).signedIn(browser, "plain");
		const [, claims = ""] = tokens.id_token.split(".");
		const { sid: sessionUid } = JSON.parse(Buffer.from(claims, "base64url").toString("utf8"));
		await saveProviderSession(tenant.service, {
			accountId: USER_ID,
			sessionUid,
			connectionId: "con_idp",
			nameId: "person-1",
			nameIdFormat: null,
			nameQualifier: null,
			spNameQualifier: null,
			sessionIndex: null,
		});
		const elsewhere = new TestBrowser(tenant.service);
		const own = isSignedInElsewhere
			? await signInForTokens(tenant.service, "web", { scope: "openid" }, elsewhere)
			: null;
		const response = await elsewhere.open(logoutAddress({ id_token_hint: tokens.id_token }));
		expect(response.headers.get("location")).toBe(`${ISSUER}samlp/plain/logout`);
		expect(await participantsOf(tenant.service, sessionUid)).toEqual([]);
		expect(await providerSessionOf(tenant.service, sessionUid)).toBeNull();
		for (const { access_token } of [tokens, ...(own ? [own] : [])]) {
			const headers = { authorization: `Bearer ${access_token}` };
			const userinfo = await handleServiceRequest(tenant.service, new Request(`${ISSUER}userinfo`, { headers }));
			expect(userinfo.status).toBe(401);
		}
		expect(await isSignedIn(browser)).toBe(false);
	});

	it("works by POST, and without the session's cookie", async () => {
		const { browser, tokens } = await signedIn();
		const body = new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: GOODBYE });
		const elsewhere = new TestBrowser(tenant.service);
		const response = await elsewhere.open("oidc/logout", { method: "POST", body });
		expect(response.headers.get("location")).toBe(GOODBYE);
		expect(await isSignedIn(browser)).toBe(false);
	});

	it("refuses an unregistered return address and a forged ID token, and the session stays", async () => {
		const { browser, tokens } = await signedIn();
		const [head, , signature] = tokens.id_token.split(".");
		const payload = Buffer.from(JSON.stringify({ aud: "web", sub: "another user", iss: ISSUER })).toString("base64url");
		for (const parameters of [
			{ id_token_hint: tokens.id_token, post_logout_redirect_uri: "http://localhost:3000/elsewhere" },
			{ id_token_hint: `${head}.${payload}.${signature}`, post_logout_redirect_uri: GOODBYE },
			{ id_token_hint: "not a token" },
		] as Record<string, string>[]) {
			const response = await browser.open(logoutAddress(parameters));
			expect(response.status).toBe(400);
			expect(response.headers.get("location")).toBeNull();
		}
		expect(await isSignedIn(browser)).toBe(true);
	});

	it("returns to the registered address with a slash at its end as well, with and without an ID token", async () => {
		const { browser, tokens } = await signedIn();
		const slashed = { client_id: "web", post_logout_redirect_uri: `${GOODBYE}/` };
		const page = await (await browser.open(logoutAddress(slashed))).text();
		const body = new URLSearchParams({ xsrf: /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? "", logout: "yes" });
		const confirmed = await browser.open("oidc/logout/confirm", { method: "POST", body });
		expect(confirmed.headers.get("location")).toBe(`${GOODBYE}/`);
		const hinted = await browser.open(logoutAddress({ ...slashed, id_token_hint: tokens.id_token }));
		expect(hinted.headers.get("location")).toBe(`${GOODBYE}/`);
	});

	it("shows on the page of a refusal the reason, and whether the browser is signed in", async () => {
		const { browser } = await signedIn();
		const open = async (from: TestBrowser, method = "GET") => {
			const parameters = { client_id: "web", post_logout_redirect_uri: "https://elsewhere.example/" };
			const init = method === "GET" ? {} : { method, body: new URLSearchParams(parameters) };
			const address = method === "GET" ? logoutAddress(parameters) : "oidc/logout";
			const response = await from.open(address, { ...init, headers: { accept: "text/html" } });
			return { status: response.status, markup: await response.text() };
		};
		for (const method of ["GET", "POST"]) {
			const { status, markup } = await open(browser, method);
			expect(status).toBe(400);
			expect(markup).toContain("<h1>Signing out of The web application cannot continue</h1>");
			expect(markup).toContain("The URL to return to after signing out is not registered for The web application.");
			expect(markup).toContain("You are still signed in.");
			expect(markup).toContain('<a href="/oidc/logout">');
			expect(markup).not.toContain("elsewhere.example");
		}
		const { markup } = await open(new TestBrowser(tenant.service));
		expect(markup).toContain("You are not signed in.");
		expect(markup).not.toContain('<a href="/oidc/logout">');
	});

	it("does not end another user's session with an ID token of one user", async () => {
		const { tokens } = await signedIn();
		const other = new TestBrowser(tenant.service);
		await other.signIn({ client_id: "web" }, OTHER_EMAIL);
		const response = await other.open(logoutAddress({ id_token_hint: tokens.id_token }));
		expect(response.status).toBe(200);
		expect(await isSignedIn(other)).toBe(true);
	});

	it("without an ID token prompts first, on a page without a script", async () => {
		const { browser } = await signedIn();
		const page = await browser.open(logoutAddress({ client_id: "web", post_logout_redirect_uri: GOODBYE }));
		const html = await page.text();
		expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
		expect(html).not.toMatch(/<script|style=/);
		expect(html).toContain("The web application");
		const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
		const hash = createHash("sha256").update(style).digest("base64");
		expect(page.headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}'`);
		expect(await isSignedIn(browser)).toBe(true);
		const again = await (
			await browser.open(logoutAddress({ client_id: "web", post_logout_redirect_uri: GOODBYE }))
		).text();
		const xsrf = /name="xsrf" value="([^"]+)"/.exec(again)?.[1] ?? "";
		const body = new URLSearchParams({ xsrf, logout: "yes" });
		const confirmed = await browser.open("oidc/logout/confirm", { method: "POST", body });
		expect(confirmed.headers.get("location")).toBe(GOODBYE);
		expect(await isSignedIn(browser)).toBe(false);
	});

	/** Opens the page that prompts, and submits it by one of its buttons. */
	async function choose(browser: TestBrowser, parameters: Record<string, string>, logout?: "yes") {
		const page = await (await browser.open(logoutAddress(parameters))).text();
		expect(page).toContain("Stay signed in");
		const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
		const body = new URLSearchParams({ xsrf, ...(logout && { logout }) });
		return browser.open("oidc/logout/confirm", { method: "POST", body });
	}

	it("by 'Stay signed in' ends nothing, and the page says so", async () => {
		const { browser, tokens } = await signedIn();
		await samlLogout(() => tenant.service).signedIn(browser, "plain");
		const sid = String(decodeJwt(tokens.id_token).sid);
		const waiting = await browser.authorize({ client_id: "web", prompt: "none", scope: "openid" });
		const clients = async () =>
			(await tenant.service.database.selectFrom("sessions").select("clients").where("id", "=", sid).execute())[0]
				?.clients;
		const before = await clients();
		for (const parameters of [
			{ client_id: "web", post_logout_redirect_uri: GOODBYE, state: "s" },
			{ client_id: "web" },
			{},
		] as Record<string, string>[]) {
			const response = await choose(browser, parameters);
			const markup = await response.text();
			expect([response.status, response.headers.get("location")]).toEqual([200, null]);
			expect(markup).toContain("<h1>You are still signed in</h1>");
			expect(markup).not.toMatch(/signed out|<script|goodbye/);
			if (parameters.client_id) expect(markup).toContain("go back to The web application.");
		}
		expect(await isSignedIn(browser)).toBe(true);
		const headers = { authorization: `Bearer ${tokens.access_token}` };
		expect((await browser.open("userinfo", { headers })).status).toBe(200);
		expect(await clients()).toBe(before);
		expect(await participantsOf(tenant.service, sid)).toHaveLength(1);
		const form = { grant_type: "authorization_code", redirect_uri: REDIRECT_URI };
		const code = waiting.searchParams.get("code") ?? "";
		const redeemed = await requestToken(tenant.service, { ...form, code, ...credentials(tenant.service, "web") });
		expect(redeemed.status).toBe(200);
	});

	it("links to the application's own login address from there, where it has one", async () => {
		const { database } = tenant.service;
		const settings = JSON.stringify({ initiate_login_uri: "https://app.example/login?from=a" });
		await database.updateTable("clients").set({ settings }).where("client_id", "=", "web").execute();
		const { browser } = await signedIn();
		const markup = await (await choose(browser, { client_id: "web" })).text();
		expect(markup).toContain(
			'<a href="https://app.example/login?from=a&amp;iss=http%3A%2F%2Flocalhost%3A3000%2F">go back to The web application</a>',
		);
		await database.updateTable("clients").set({ settings: "{}" }).where("client_id", "=", "web").execute();
	});

	it("returns with the application's state after the page, and notifies SAML applications on the way", async () => {
		const { browser } = await signedIn();
		const request = { client_id: "web", post_logout_redirect_uri: GOODBYE, state: "s 1" };
		const confirmed = await choose(browser, request, "yes");
		expect([confirmed.status, confirmed.headers.get("location")]).toEqual([303, `${GOODBYE}?state=s+1`]);
		expect(await isSignedIn(browser)).toBe(false);
		const again = await signedIn();
		await samlLogout(() => tenant.service).signedIn(again.browser, "plain");
		const first = await choose(again.browser, request, "yes");
		expect(first.headers.get("location")).toBe(`${ISSUER}samlp/plain/logout`);
		expect(await isSignedIn(again.browser)).toBe(false);
	});

	it("says at the address after a logout that a user is still signed in, where one is", async () => {
		const { browser } = await signedIn();
		const markup = await (await browser.open("oidc/logout/success")).text();
		expect(markup).toContain("<h1>You are still signed in</h1>");
	});

	describe("with an ID token that has expired", () => {
		const EXPIRED_SECONDS = 11 * 3600;

		it("ends the session at once in its own browser", async () => {
			const { browser, tokens } = await signedIn();
			tenant.passSeconds(EXPIRED_SECONDS);
			const hint = { id_token_hint: tokens.id_token, post_logout_redirect_uri: GOODBYE };
			expect((await browser.open(logoutAddress(hint))).headers.get("location")).toBe(GOODBYE);
			expect(await isSignedIn(browser)).toBe(false);
		});

		it.each(["GET", "POST"])(
			"asks first in another browser of the same user, and ends that one's: by %s",
			async (by) => {
				const { browser, tokens } = await signedIn();
				tenant.passSeconds(EXPIRED_SECONDS);
				const elsewhere = await signedIn();
				const hint = { id_token_hint: tokens.id_token, post_logout_redirect_uri: GOODBYE };
				const sent = by === "GET" ? {} : { method: by, body: new URLSearchParams(hint) };
				const response = await elsewhere.browser.open(by === "GET" ? logoutAddress(hint) : "oidc/logout", sent);
				expect(response.status).toBe(200);
				expect(await response.text()).toContain("The web application asks to sign you out.");
				expect([await isSignedIn(browser), await isSignedIn(elsewhere.browser)]).toEqual([true, true]);
				const confirmed = await choose(elsewhere.browser, hint, "yes");
				expect(confirmed.headers.get("location")).toBe(GOODBYE);
				expect([await isSignedIn(browser), await isSignedIn(elsewhere.browser)]).toEqual([true, false]);
			},
		);

		it.each(["yes", null])(
			"asks first in a browser in which no user is signed in, whose answer is %s",
			async (answer) => {
				const { browser, tokens } = await signedIn();
				tenant.passSeconds(EXPIRED_SECONDS);
				const hint = { id_token_hint: tokens.id_token, post_logout_redirect_uri: GOODBYE };
				const elsewhere = new TestBrowser(tenant.service);
				const markup = await (await elsewhere.open(logoutAddress(hint))).text();
				expect(markup).toContain("The web application asks to end your session in another browser.");
				expect(await isSignedIn(browser)).toBe(true);
				const fields = Array.from(
					markup.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g),
					([, ...pair]) => pair,
				);
				const send = (body: string[][]) =>
					elsewhere.open("oidc/logout/confirm", {
						method: "POST",
						body: new URLSearchParams([...body, ...(answer ? [["logout", answer]] : [])]),
					});
				expect(
					(await send(fields.map(([name = "", value = ""]) => [name, name === "xsrf" ? "guess" : value]))).status,
				).toBe(400);
				expect(await isSignedIn(browser)).toBe(true);
				const response = await send(fields);
				if (answer) expect(response.headers.get("location")).toBe(GOODBYE);
				else expect(await response.text()).toContain("<h1>You are still signed in</h1>");
				expect(await isSignedIn(browser)).toBe(answer === null);
			},
		);

		it("ends nothing and returns from a browser without a user once its session has ended", async () => {
			const { browser, tokens } = await signedIn();
			await choose(browser, { client_id: "web" }, "yes");
			tenant.passSeconds(EXPIRED_SECONDS);
			const hint = { id_token_hint: tokens.id_token, post_logout_redirect_uri: GOODBYE };
			expect((await new TestBrowser(tenant.service).open(logoutAddress(hint))).status).toBe(303);
		});
	});

	it("is refused without the page's CSRF token", async () => {
		const { browser } = await signedIn();
		const confirm = (xsrf: string) => {
			const body = new URLSearchParams({ xsrf, logout: "yes" });
			return browser.open("oidc/logout/confirm", { method: "POST", body });
		};
		// The page was not opened.
		expect((await confirm("undefined")).status).toBe(400);
		await browser.open(logoutAddress({ client_id: "web" }));
		expect((await confirm("guess")).status).toBe(400);
		expect(await isSignedIn(browser)).toBe(true);
	});

	it("redirects where no user is signed in", async () => {
		const response = await new TestBrowser(tenant.service).open("oidc/logout");
		expect(response.headers.get("location")).toBe(`${ISSUER}oidc/logout/success`);
		const page = await new TestBrowser(tenant.service).open("oidc/logout/success");
		expect(await page.text()).toContain("You are signed out");
	});
});
