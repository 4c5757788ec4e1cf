import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { followedThrough, nextAddress } from "../testing/federated-sign-in";
import { addLogoutClients, logoutCallback, RELAY_STATE, samlLogout } from "../testing/saml-logout";
import { messageId, postForm } from "../testing/saml-party";
import { TestBrowser } from "../testing/test-browser";
import { ANY_ENGINE, OTHER_EMAIL, startTestService } from "../testing/test-service";
import { signInForTokens } from "../testing/token-request";
import { PARTIAL_LOGOUT, RESPONDER, SUCCESS } from "./names";

describe.each(ANY_ENGINE)("the notification of other applications of a logout by SAML on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		await addLogoutClients(tenant.service);
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	const { signedIn, isSignedIn, requestOf, responseOf, send, followed, responseTo, logoutRequestOf, refused } =
		samlLogout(() => tenant.service);

	it("reaches each other application of the session by its binding, before the response", async () => {
		const browser = new TestBrowser(tenant.service);
		const sessions = await signedIn(browser, "plain", "redirecting", "mapped", "signing");
		const id = messageId();
		const sessionIndexes = [sessions.signing?.sessionIndex ?? ""];
		let response = await send(browser, "signing", requestOf("signing", { id, sessionIndexes }));
		const notified = new Set<string>();
		for (let step = 0; step < 3; step += 1) {
			const request = await logoutRequestOf(response);
			const [, clientId = ""] = /^https:\/\/(\w+)\./.exec(request.target) ?? [];
			notified.add(clientId);
			expect(request).toMatchObject({
				nameId: sessions[clientId]?.nameId,
				sessionIndexes: [sessions[clientId]?.sessionIndex],
				issuer: clientId === "mapped" ? "urn:own:issuer" : "urn:localhost:3000",
				format: clientId === "mapped" ? "urn:own:format" : expect.stringContaining("unspecified"),
			});
			expect(await isSignedIn(browser)).toBe(false);
			const by = clientId === "redirecting" ? "GET" : "POST";
			response = await send(browser, clientId, responseOf(clientId, request.id), { by, response: true });
		}
		expect([...notified].toSorted()).toEqual(["mapped", "plain", "redirecting"]);
		expect(await responseTo(response)).toMatchObject({ codes: [SUCCESS], inResponseTo: id, relayState: RELAY_STATE });
		// All of them are notified: the next logout finds no session.
		expect(await isSignedIn(browser)).toBe(false);
	});

	it("reaches an application once, however many responses it got", async () => {
		const browser = new TestBrowser(tenant.service);
		const first = await signedIn(browser, "plain", "signing");
		const again = await signedIn(browser, "plain");
		expect(again.plain).toEqual(first.plain);
		const response = await send(
			browser,
			"signing",
			requestOf("signing", { sessionIndexes: [first.signing?.sessionIndex ?? ""] }),
		);
		const request = await logoutRequestOf(response);
		expect(request.sessionIndexes).toEqual([first.plain?.sessionIndex]);
		const last = await send(browser, "plain", responseOf("plain", request.id), { response: true });
		expect((await responseTo(last)).codes).toEqual([SUCCESS]);
	});

	it.each([
		["reports that it didn't sign out", "plain", RESPONDER],
		["doesn't respond, and the user continues", "plain", null],
		["has single logout off", "switched-off", null],
		["has no address for it", "nowhere", null],
		["has no settings for it", "saml", null],
	])("is partial where another application %s", async (_, other, status) => {
		const browser = new TestBrowser(tenant.service);
		const sessions = await signedIn(browser, other, "signing");
		let response = await send(
			browser,
			"signing",
			requestOf("signing", { sessionIndexes: [sessions.signing?.sessionIndex ?? ""] }),
		);
		if (status !== null) {
			const { id } = await logoutRequestOf(response);
			response = await send(browser, other, responseOf(other, id, status), { response: true });
		} else if (other === "plain") {
			await logoutRequestOf(response);
			response = await browser.visit("samlp/plain/logout");
		}
		expect((await responseTo(response)).codes).toEqual([SUCCESS, PARTIAL_LOGOUT]);
		expect(await isSignedIn(browser)).toBe(false);
	});

	it("accepts a response in the browser of the logout, from the notified application, to its request", async () => {
		const browser = new TestBrowser(tenant.service);
		const sessions = await signedIn(browser, "plain", "signing");
		const response = await send(
			browser,
			"signing",
			requestOf("signing", { sessionIndexes: [sessions.signing?.sessionIndex ?? ""] }),
		);
		const { id } = await logoutRequestOf(response);
		const elsewhere = new TestBrowser(tenant.service);
		const noLogout = "There is no sign-out in this browser";
		for (const by of ["GET", "POST"] as const) {
			await refused(() => send(elsewhere, "plain", responseOf("plain", id), { by, response: true }), noLogout);
			const wrong = "The response does not match a request of this sign-out";
			await refused(() => send(browser, "plain", responseOf("plain", "_other"), { by, response: true }), wrong);
			await refused(() => send(browser, "mapped", responseOf("mapped", id), { by, response: true }), wrong);
		}
		await refused(() => browser.visit("samlp/plain/logout?answer=x.y.z"), "The URL was made up");
		const last = await send(browser, "plain", responseOf("plain", id), { response: true });
		expect((await responseTo(last)).target).toBe(logoutCallback("signing"));
		await refused(() => send(browser, "plain", responseOf("plain", id), { response: true }), noLogout);
	});

	it.each(["v2/logout?client_id=web", "oidc/logout?client_id=web"])(
		"follows a sign-out at /%s before the browser is redirected back",
		async (address) => {
			const browser = new TestBrowser(tenant.service);
			const { id_token } = await signInForTokens(tenant.service, "web", { scope: "openid" }, browser);
			const sessions = await signedIn(browser, "saml", "plain");
			const hint = address.startsWith("oidc")
				? `&id_token_hint=${id_token}&post_logout_redirect_uri=http://localhost:3000/goodbye&state=s`
				: "";
			const first = await browser.visit(address + hint);
			expect(first.status).toBe(303);
			expect(await isSignedIn(browser)).toBe(false);
			const request = await logoutRequestOf(await followed(browser, first));
			expect(request).toMatchObject({
				target: logoutCallback("plain"),
				sessionIndexes: [sessions.plain?.sessionIndex],
			});
			const bare = await browser.visit(
				"samlp/plain/logout",
				postForm(responseOf("plain", request.id)(null), { parameter: "SAMLResponse" }),
			);
			const back = await browser.visit(bare.headers.get("location") ?? "");
			const end = address.startsWith("oidc")
				? "http://localhost:3000/goodbye?state=s"
				: "http://localhost:3000/goodbye";
			// Not by a redirect, which the policy of the notification's form would block.
			expect([back.status, await nextAddress(back)]).toEqual([200, end]);
		},
	);

	it("leaves other logouts unchanged where no SAML application is to be notified", async () => {
		const browser = new TestBrowser(tenant.service);
		await signedIn(browser, "saml");
		const response = await browser.visit("v2/logout?client_id=web");
		expect([response.status, response.headers.get("location")]).toEqual([302, "http://localhost:3000/goodbye"]);
	});

	it("lets a browser follow an application to its own web origins, and to no other", async () => {
		const browser = new TestBrowser(tenant.service);
		const addons = { samlp: { logout: { slo_enabled: true, callback: logoutCallback("plain") } } };
		const client_aliases = ["https://sp.example/metadata"];
		const settings = JSON.stringify({ addons, client_aliases, web_origins: ["https://home.example"] });
		const change = (values: { settings: string }) =>
			tenant.service.database.updateTable("clients").set(values).where("client_id", "=", "plain").execute();
		await change({ settings });
		const { sessionIndex = "" } = (await signedIn(browser, "plain")).plain ?? {};
		const response = await send(browser, "plain", requestOf("plain", { sessionIndexes: [sessionIndex] }));
		await change({ settings: JSON.stringify({ addons, client_aliases }) });
		const policy = (response.headers.get("content-security-policy") ?? "").split("; ");
		expect(policy).toContain(`form-action ${logoutCallback("plain")} https://home.example`);
	});

	it("identifies a session differently to each application, and to its own user alone", async () => {
		const browser = new TestBrowser(tenant.service);
		const sessions = await signedIn(browser, "plain", "mapped");
		expect(sessions.plain?.sessionIndex).toMatch(/^_[0-9a-f]{40}$/);
		expect(sessions.plain?.sessionIndex).not.toBe(sessions.mapped?.sessionIndex);
		const another = new TestBrowser(tenant.service);
		const response = await followedThrough(another, "samlp/plain", { email: OTHER_EMAIL });
		expect(await response.text()).not.toContain(sessions.plain?.sessionIndex);
	});
});
