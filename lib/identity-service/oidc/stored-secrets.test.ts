import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callAccounts, linkTo } from "../testing/account-calls";
import { authorizeAddress, postResponse, toProvider } from "../testing/connection-sign-in";
import { TestBrowser } from "../testing/test-browser";
import { addConnection, testProvider } from "../testing/test-provider";
import { EMAIL, PASSWORD, REDIRECT_URI, startTestService } from "../testing/test-service";
import { exchange, requestToken, secretOf, signInForTokens } from "../testing/token-request";

const CHOSEN = "a phrase that is hard to guess";

let tenant: Awaited<ReturnType<typeof startTestService>>;
beforeAll(async () => {
	tenant = await startTestService();
});
afterAll(() => tenant.stop());

describe("the database file", () => {
	it("holds no token, code, cookie, login, link, message, secret or password in plain text", async () => {
		const { service } = tenant;
		const browser = new TestBrowser(service);
		const waiting = await new TestBrowser(service).authorize({ client_id: "web" });
		const tokens = await signInForTokens(service, "web", { scope: "openid offline_access" }, browser);
		const { body: rotated } = await exchange(service, "web", tokens.refresh_token);
		const code = (await browser.authorize({ client_id: "web" })).searchParams.get("code") ?? "";
		const form = { grant_type: "authorization_code", code: "x", redirect_uri: REDIRECT_URI, client_id: "web" };
		await requestToken(service, form);
		const email = "new-user@example.com";
		await callAccounts(service, "signup", { email, password: CHOSEN });
		await callAccounts(service, "change_password", { email: EMAIL });
		const page = await browser.authorize({ client_id: "web", prompt: "login" });
		await browser.visit(`${page.pathname}/signup`, { email: "another@example.com", password: CHOSEN });
		const links = [email, EMAIL, "another@example.com"].map((recipient) => linkTo(service, recipient));
		const provider = testProvider();
		await addConnection(service, "acme", ["web"], provider.options);
		const sent = await toProvider(browser, authorizeAddress({ client_id: "web", connection: "acme", prompt: "login" }));
		const samlResponse = provider.response({ connection: "acme", inResponseTo: sent.id });
		const back = await postResponse(service, "acme", { SAMLResponse: samlResponse, RelayState: sent.relayState });
		const planted = [
			...[sent.uid, sent.relayState, samlResponse],
			new URL(back.headers.get("location") ?? "").searchParams.get("answer") ?? "",
			CHOSEN,
			...(await Promise.all(links)).map(({ searchParams }) => searchParams.get("ticket") ?? ""),
			"To confirm it, open http",
			tokens.access_token,
			tokens.refresh_token,
			rotated.refresh_token,
			rotated.access_token,
			code,
			waiting.pathname.split("/").at(-1) ?? "",
			...[...browser.cookies.values()].map(({ value }) => value),
			secretOf(service, "web"),
			PASSWORD,
		];
		const stored = ["", "-wal"].map((suffix) => readFileSync(tenant.databaseFile + suffix, "latin1")).join("");
		expect(planted.every((value) => value.length >= 20)).toBe(true);
		for (const value of planted) expect(stored.includes(value)).toBe(false);
		// The search itself works: it finds a text that may be stored.
		expect(stored).toContain("The web application");
	});
});
