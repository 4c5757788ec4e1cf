import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestBrowser } from "../testing/test-browser";
import { EMAIL, ORDERS, REDIRECT_URI, startTestService } from "../testing/test-service";
import { credentials, exchange, requestToken } from "../testing/token-request";
import { decideConsent } from "./login";
import { findPendingLogin } from "./login-page";

describe("another company's application", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());

	/** Signs in, which leads to the page that asks. */
	const reachConsent = async (parameters: Record<string, string> = {}) => {
		const browser = new TestBrowser(tenant.service);
		const page = await browser.signIn({ client_id: "third-party", ...parameters });
		return { browser, page };
	};
	const decide = async (browser: TestBrowser, page: URL, isAllowed: boolean) => {
		const returnTo = await decideConsent(tenant.service, browser.request(page), isAllowed);
		return new URL((await browser.open(returnTo)).headers.get("location") ?? "");
	};
	const redeem = (address: URL) =>
		requestToken(tenant.service, {
			...{ grant_type: "authorization_code", code: address.searchParams.get("code") ?? "", redirect_uri: REDIRECT_URI },
			...credentials(tenant.service, "third-party"),
		});

	it("asks the user for what it wants, by name, and gets it when they agree", async () => {
		const scope = "openid email offline_access read:orders";
		const { browser, page } = await reachConsent({ audience: ORDERS, scope });
		expect(page.pathname).toMatch(/^\/login\//);
		expect(await findPendingLogin(tenant.service, browser.request(page))).toMatchObject({
			applicationName: "The third-party application",
			consent: { scopes: expect.arrayContaining(["email", "offline_access", "read:orders"]), account: EMAIL },
		});
		const { status, body } = await redeem(await decide(browser, page, true));
		expect(status).toBe(200);
		expect(decodeJwt(body.access_token)).toMatchObject({ aud: ORDERS, scope: "read:orders" });
		expect((await exchange(tenant.service, "third-party", body.refresh_token)).status).toBe(200);
	});

	it("is not requested again for the same scopes, but for more", async () => {
		const { browser, page } = await reachConsent({ scope: "openid" });
		await decide(browser, page, true);
		expect((await browser.authorize({ client_id: "third-party", scope: "openid" })).searchParams.has("code")).toBe(
			true,
		);
		const more = await browser.authorize({ client_id: "third-party", scope: "openid email" });
		expect(more.pathname).toMatch(/^\/login\//);
	});

	it("gets access_denied when the user refuses, and nothing without asking", async () => {
		const { browser, page } = await reachConsent();
		expect((await decide(browser, page, false)).searchParams.get("error")).toBe("access_denied");
		const silent = await browser.authorize({ client_id: "third-party", prompt: "none" });
		expect(silent.searchParams.get("error")).toMatch(/consent_required|interaction_required/);
	});

	it("cannot have the decision made in another browser, or before a user signed in", async () => {
		const { page } = await reachConsent();
		const stranger = new TestBrowser(tenant.service);
		await expect(decideConsent(tenant.service, stranger.request(page), true)).rejects.toMatchObject({
			code: "expired",
		});
		const login = await stranger.authorize({ client_id: "third-party" });
		await expect(decideConsent(tenant.service, stranger.request(login), true)).rejects.toMatchObject({
			code: "expired",
		});
	});
});
