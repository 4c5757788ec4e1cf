import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { IdentityService } from "../context/identity-service";
import { setBlocked } from "../store/users";
import { canSignIn, messagesTo, textOf } from "../testing/account-calls";
import { authorizeAddress, followed, postResponse, signInThrough } from "../testing/connection-sign-in";
import { delegationCalls } from "../testing/delegation-calls";
import { followedThrough } from "../testing/federated-sign-in";
import { TestBrowser } from "../testing/test-browser";
import { addConnection, testProvider } from "../testing/test-provider";
import { ANY_ENGINE, EMAIL, PASSWORD, REDIRECT_URI, startTestService, USER_ID } from "../testing/test-service";
import { challengeOf, credentials, exchange, post, requestToken, signInForTokens } from "../testing/token-request";

const OTP = "http://auth0.com/oauth/grant-type/passwordless/otp";
const VERIFIER = "v".repeat(43);
const BLOCKED = { error: "unauthorized", error_description: "user is blocked" };
const SENTENCE = "This account is blocked, so you can't sign in with it. Ask your administrator to unblock it.";
const OUTSIDER = "samlp|acme|visitor";

describe.each(ANY_ENGINE)("a blocked user on %s", (engine) => {
	const provider = testProvider();
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	/** The block is set by one instance and counts at the other. */
	let other: IdentityService;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		other = await tenant.startAnother();
		const options = { ...provider.options, idpinitiated: { enabled: true, client_id: "web" } };
		await addConnection(tenant.service, "acme", ["web", "saml", "wsfed"], options);
		await delegation.set("web-basic", { allowed_clients: ["web"] });
	});
	beforeEach(() => block(false));
	afterAll(() => tenant.stop());

	const delegation = delegationCalls(() => tenant);
	const block = (isBlocked: boolean, userId = USER_ID) =>
		setBlocked(other.database, userId, isBlocked, new Date().toISOString());
	async function pageAfter(browser: TestBrowser, page: URL, form: Record<string, string>, path: string) {
		const response = await browser.visit(`${page.pathname}/${path}`, form);
		return textOf(await browser.visit(response.headers.get("location") ?? ""));
	}

	it("is told so on the sign-in page after the right password, and no one after a wrong one", async () => {
		await block(true);
		const browser = new TestBrowser(tenant.service);
		const page = await browser.authorize({ client_id: "web" });
		const wrong = await pageAfter(browser, page, { email: EMAIL, password: "wrong" }, "continue");
		expect(wrong).toContain("Wrong email or password.");
		expect(wrong).not.toContain("account is blocked");
		expect(await pageAfter(browser, page, { email: EMAIL, password: PASSWORD }, "continue")).toContain(SENTENCE);
		await block(false);
		const outcome = await browser.submit(page);
		expect("returnTo" in outcome).toBe(true);
	});

	it("is told so after the right code, by e-mail on the page and in exchange for tokens", async () => {
		await block(true);
		const browser = new TestBrowser(tenant.service);
		const page = await browser.authorize({ client_id: "courier", ...challengeOf(VERIFIER) });
		await pageAfter(browser, page, { destination: EMAIL }, "code");
		const codeOf = async () => /code for .* is (\d{6})/.exec((await messagesTo(tenant.service, email))[0] ?? "")?.[1];
		const email = EMAIL.toLowerCase();
		const right = { destination: EMAIL, code: (await codeOf()) ?? "" };
		expect(await pageAfter(browser, page, { ...right, code: "000000" }, "code")).not.toContain("account is blocked");
		expect(await pageAfter(browser, page, right, "code")).toContain(SENTENCE);
		await post(tenant.service, "passwordless/start", {
			client_id: "courier",
			connection: "email",
			email,
			send: "code",
		});
		const form = { grant_type: OTP, client_id: "courier", username: EMAIL, realm: "email" };
		expect(await requestToken(tenant.service, { ...form, otp: (await codeOf()) ?? "" })).toEqual({
			status: 403,
			body: BLOCKED,
		});
	});

	it("gets no tokens for a password, and a stranger learns nothing", async () => {
		await block(true);
		const form = { grant_type: "password", username: EMAIL, ...credentials(tenant.service, "till") };
		expect(await requestToken(tenant.service, { ...form, password: PASSWORD })).toEqual({ status: 403, body: BLOCKED });
		expect((await requestToken(tenant.service, { ...form, password: "wrong" })).body.error).toBe("invalid_grant");
		await block(false);
		expect(await canSignIn(tenant.service, EMAIL, PASSWORD)).toBe(true);
	});

	it("exchanges no refresh token and no code, uses no access token, and the tokens again once unblocked", async () => {
		const browser = new TestBrowser(tenant.service);
		const scope = "openid offline_access";
		const rotating = await signInForTokens(tenant.service, "web", { scope }, browser);
		const steady = await signInForTokens(tenant.service, "web-steady", { scope });
		const idToken = await delegation.idTokenOf();
		const code = (
			await browser.authorize({ client_id: "web", prompt: "none", ...challengeOf(VERIFIER) })
		).searchParams.get("code");
		const redeem = () =>
			requestToken(tenant.service, {
				grant_type: "authorization_code",
				code: code ?? "",
				code_verifier: VERIFIER,
				redirect_uri: REDIRECT_URI,
				...credentials(tenant.service, "web"),
			});
		const userinfo = async () => {
			const headers = { authorization: `Bearer ${rotating.access_token}` };
			return (await browser.open("userinfo", { headers })).status;
		};
		await block(true);
		for (const service of [tenant.service, other]) {
			for (const [client, { refresh_token }] of [
				["web", rotating],
				["web-steady", steady],
			] as const) {
				expect(await exchange(service, client, refresh_token)).toMatchObject({
					status: 403,
					body: { error: "invalid_grant" },
				});
			}
		}
		expect(await redeem()).toMatchObject({ status: 403, body: { error: "invalid_grant" } });
		expect(await userinfo()).toBe(401);
		expect(await delegation.refusalOf({ id_token: idToken })).toEqual([400, "invalid_grant"]);
		expect(await delegation.refusalOf({ refresh_token: rotating.refresh_token })).toEqual([400, "invalid_grant"]);
		await block(false);
		expect((await exchange(tenant.service, "web", rotating.refresh_token)).status).toBe(200);
		expect((await exchange(tenant.service, "web-steady", steady.refresh_token)).status).toBe(200);
		expect(await userinfo()).toBe(200);
		expect((await delegation.delegate({ id_token: idToken })).status).toBe(200);
	});

	it("is signed in to no application by a session, of any protocol, and is again once unblocked", async () => {
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		await block(true);
		const passive = await browser.authorize({ client_id: "web", prompt: "none" });
		expect(passive.searchParams.get("error")).toBe("login_required");
		expect((await browser.authorize({ client_id: "web" })).pathname).toMatch(/^\/login\//);
		for (const address of ["samlp/saml", "wsfed/wsfed"]) {
			await expect(followedThrough(browser, address)).rejects.toThrow("blocked-account");
		}
		await block(false);
		expect((await browser.authorize({ client_id: "web", prompt: "none" })).searchParams.has("code")).toBe(true);
		for (const address of ["samlp/saml", "wsfed/wsfed"]) {
			expect(await (await followedThrough(browser, address)).text()).toContain("<form");
		}
	});

	it("is signed in by no other provider, whoever begins", async () => {
		const browser = new TestBrowser(tenant.service);
		const address = authorizeAddress({ client_id: "web", connection: "acme" });
		const signIn = (by: TestBrowser) =>
			signInThrough(tenant.service, by, provider, { connection: "acme", nameId: "visitor", address });
		expect((await signIn(browser)).headers.get("location")).toContain("code=");
		await block(true, OUTSIDER);
		const again = await browser.authorize({ client_id: "web", prompt: "none", connection: "acme" });
		expect(again.searchParams.get("error")).toBe("login_required");
		const unsolicited = async () => {
			const fields = { SAMLResponse: provider.response({ connection: "acme", nameId: "visitor" }) };
			return followed(new TestBrowser(tenant.service), await postResponse(tenant.service, "acme", fields));
		};
		for (const refused of [await signIn(new TestBrowser(tenant.service)), await unsolicited()]) {
			expect([refused.status, await textOf(refused)]).toEqual([403, expect.stringContaining(SENTENCE)]);
		}
		await block(false, OUTSIDER);
		expect((await unsolicited()).headers.get("location")).toContain("code=");
	});

	it("does not get past a login that was open when the block was set", async () => {
		const browser = new TestBrowser(tenant.service);
		const outcome = await browser.submit(await browser.authorize({ client_id: "web" }));
		if (!("returnTo" in outcome)) throw new Error(outcome.problem);
		await block(true);
		const response = await browser.open(outcome.returnTo);
		expect(response.headers.get("location")).toContain("/login/");
		expect((await browser.authorize({ client_id: "web", prompt: "none" })).searchParams.has("code")).toBe(false);
	});
});
