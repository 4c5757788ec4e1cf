import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestBrowser } from "../testing/test-browser";
import { EMAIL, ISSUER, ORDERS, REDIRECT_URI, startTestService } from "../testing/test-service";
import { credentials, exchange, requestToken } from "../testing/token-request";
import { resolveConsent } from "./login";
import { findPendingLogin } from "./login-page";

describe("another company's application", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());

	/** Signs in, which leads to the consent page. */
	const reachConsent = async (parameters: Record<string, string> = {}) => {
		const browser = new TestBrowser(tenant.service);
		const page = await browser.signIn({ client_id: "third-party", ...parameters });
		return { browser, page };
	};
	const submitConsent = async (browser: TestBrowser, page: URL, isAllowed: boolean) => {
		const returnTo = await resolveConsent(tenant.service, browser.request(page), isAllowed);
		return new URL((await browser.open(returnTo)).headers.get("location") ?? "");
	};
	const redeem = (address: URL) =>
		requestToken(tenant.service, {
			grant_type: "authorization_code",
			code: address.searchParams.get("code") ?? "",
			redirect_uri: REDIRECT_URI,
			...credentials(tenant.service, "third-party"),
		});

	it("names the requested scopes to the user, and gets them after consent", async () => {
		const scope = "openid email offline_access read:orders";
		const { browser, page } = await reachConsent({ audience: ORDERS, scope });
		expect(page.pathname).toMatch(/^\/login\//);
		expect(await findPendingLogin(tenant.service, browser.request(page))).toMatchObject({
			applicationName: "The third-party application",
			consent: { scopes: expect.arrayContaining(["email", "offline_access", "read:orders"]), account: EMAIL },
		});
		const { status, body } = await redeem(await submitConsent(browser, page, true));
		expect(status).toBe(200);
		expect(decodeJwt(body.access_token)).toMatchObject({ aud: [ORDERS, `${ISSUER}userinfo`], scope });
		expect((await exchange(tenant.service, "third-party", body.refresh_token)).status).toBe(200);
	});

	it("needs consent again for more scopes, but not for the same", async () => {
		const { browser, page } = await reachConsent({ scope: "openid" });
		await submitConsent(browser, page, true);
		expect((await browser.authorize({ client_id: "third-party", scope: "openid" })).searchParams.has("code")).toBe(
			true,
		);
		const more = await browser.authorize({ client_id: "third-party", scope: "openid email" });
		expect(more.pathname).toMatch(/^\/login\//);
	});

	it("gets access_denied when the user refuses, and nothing without a page", async () => {
		const { browser, page } = await reachConsent();
		expect((await submitConsent(browser, page, false)).searchParams.get("error")).toBe("access_denied");
		const silent = await browser.authorize({ client_id: "third-party", prompt: "none" });
		expect(silent.searchParams.get("error")).toMatch(/consent_required|interaction_required/);
	});

	it("cannot get consent from another browser, or before a user signed in", async () => {
		const { page } = await reachConsent();
		const other = new TestBrowser(tenant.service);
		await expect(resolveConsent(tenant.service, other.request(page), true)).rejects.toMatchObject({
			code: "expired",
		});
		const login = await other.authorize({ client_id: "third-party" });
		await expect(resolveConsent(tenant.service, other.request(login), true)).rejects.toMatchObject({
			code: "expired",
		});
	});
});
