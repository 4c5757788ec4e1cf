import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { followedThrough, nextAddress } from "../testing/federated-sign-in";
import { addLogoutClients, logoutCallback, RELAY_STATE, samlLogout } from "../testing/saml-logout";
import { messageId, postForm } from "../testing/saml-party";
import { TestBrowser } from "../testing/test-browser";
import { ANY_ENGINE, OTHER_EMAIL, startTestService } from "../testing/test-service";
import { signInForTokens } from "../testing/token-request";
import { PARTIAL_LOGOUT, RESPONDER, SUCCESS } from "./names";

describe.each(ANY_ENGINE)("what other applications hear of a logout by SAML on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		await addLogoutClients(tenant.service);
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	const { signedIn, isSignedIn, requestOf, responseOf, send, followed, responseTo, logoutRequestOf, refused } =
		samlLogout(() => tenant.service);

	it("tells each other application of the session, by the way that it takes, and then answers", async () => {
		const browser = new TestBrowser(tenant.service);
		const told = await signedIn(browser, "plain", "redirecting", "mapped", "signing");
		const id = messageId();
		const sessionIndexes = [told.signing?.sessionIndex ?? ""];
		let response = await send(browser, "signing", requestOf("signing", { id, sessionIndexes }));
		const heard = new Set<string>();
		for (let step = 0; step < 3; step += 1) {
			const telling = await logoutRequestOf(response);
			const [, clientId = ""] = /^https:\/\/(\w+)\./.exec(telling.target) ?? [];
			heard.add(clientId);
			expect(telling).toMatchObject({
				nameId: told[clientId]?.nameId,
				sessionIndexes: [told[clientId]?.sessionIndex],
				issuer: clientId === "mapped" ? "urn:own:issuer" : "urn:localhost:3000",
				format: clientId === "mapped" ? "urn:own:format" : expect.stringContaining("unspecified"),
			});
			expect(await isSignedIn(browser)).toBe(false);
			const by = clientId === "redirecting" ? "GET" : "POST";
			response = await send(browser, clientId, responseOf(clientId, telling.id), { by, response: true });
		}
		expect([...heard].toSorted()).toEqual(["mapped", "plain", "redirecting"]);
		expect(await responseTo(response)).toMatchObject({ codes: [SUCCESS], inResponseTo: id, relayState: RELAY_STATE });
		// All is said: the next logout finds nobody.
		expect(await isSignedIn(browser)).toBe(false);
	});

	it("tells an application once, however many answers it got", async () => {
		const browser = new TestBrowser(tenant.service);
		const first = await signedIn(browser, "plain", "signing");
		const again = await signedIn(browser, "plain");
		expect(again.plain).toEqual(first.plain);
		const response = await send(
			browser,
			"signing",
			requestOf("signing", { sessionIndexes: [first.signing?.sessionIndex ?? ""] }),
		);
		const telling = await logoutRequestOf(response);
		expect(telling.sessionIndexes).toEqual([first.plain?.sessionIndex]);
		const last = await send(browser, "plain", responseOf("plain", telling.id), { response: true });
		expect((await responseTo(last)).codes).toEqual([SUCCESS]);
	});

	it.each([
		["says that it didn't sign out", "plain", RESPONDER],
		["doesn't answer, and the person goes on", "plain", null],
		["has single logout off", "switched-off", null],
		["has no address for it", "nowhere", null],
		["knows none of it", "saml", null],
	])("is partial where another application %s", async (_, other, status) => {
		const browser = new TestBrowser(tenant.service);
		const told = await signedIn(browser, other, "signing");
		let response = await send(
			browser,
			"signing",
			requestOf("signing", { sessionIndexes: [told.signing?.sessionIndex ?? ""] }),
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

	it("takes an answer in the browser of the logout, from the application that was told, to what it was told", async () => {
		const browser = new TestBrowser(tenant.service);
		const told = await signedIn(browser, "plain", "signing");
		const response = await send(
			browser,
			"signing",
			requestOf("signing", { sessionIndexes: [told.signing?.sessionIndex ?? ""] }),
		);
		const { id } = await logoutRequestOf(response);
		const elsewhere = new TestBrowser(tenant.service);
		const stranger = "This browser is not on its way out";
		for (const by of ["GET", "POST"] as const) {
			await refused(() => send(elsewhere, "plain", responseOf("plain", id), { by, response: true }), stranger);
			const wrong = "The answer is to no request of this logout";
			await refused(() => send(browser, "plain", responseOf("plain", "_other"), { by, response: true }), wrong);
			await refused(() => send(browser, "mapped", responseOf("mapped", id), { by, response: true }), wrong);
		}
		await refused(() => browser.visit("samlp/plain/logout?answer=x.y.z"), "The address was made up");
		const last = await send(browser, "plain", responseOf("plain", id), { response: true });
		expect((await responseTo(last)).target).toBe(logoutCallback("signing"));
		await refused(() => send(browser, "plain", responseOf("plain", id), { response: true }), stranger);
	});

	it.each(["v2/logout?client_id=web", "oidc/logout?client_id=web"])(
		"hears of a sign-out at /%s before the browser is led back",
		async (address) => {
			const browser = new TestBrowser(tenant.service);
			const { id_token } = await signInForTokens(tenant.service, "web", { scope: "openid" }, browser);
			const told = await signedIn(browser, "saml", "plain");
			const hint = address.startsWith("oidc")
				? `&id_token_hint=${id_token}&post_logout_redirect_uri=http://localhost:3000/goodbye&state=s`
				: "";
			const first = await browser.visit(address + hint);
			expect(first.status).toBe(303);
			expect(await isSignedIn(browser)).toBe(false);
			const telling = await logoutRequestOf(await followed(browser, first));
			expect(telling).toMatchObject({ target: logoutCallback("plain"), sessionIndexes: [told.plain?.sessionIndex] });
			const bare = await browser.visit(
				"samlp/plain/logout",
				postForm(responseOf("plain", telling.id)(null), { parameter: "SAMLResponse" }),
			);
			const back = await browser.visit(bare.headers.get("location") ?? "");
			const end = address.startsWith("oidc")
				? "http://localhost:3000/goodbye?state=s"
				: "http://localhost:3000/goodbye";
			// Not by a redirect: it would count as one behind the form that told the application.
			expect([back.status, await nextAddress(back)]).toEqual([200, end]);
		},
	);

	it("leaves other logouts as they are where no application of SAML is to be told", async () => {
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

	it("says which sessions are whose to nobody", async () => {
		const browser = new TestBrowser(tenant.service);
		const told = await signedIn(browser, "plain", "mapped");
		expect(told.plain?.sessionIndex).toMatch(/^_[0-9a-f]{40}$/);
		expect(told.plain?.sessionIndex).not.toBe(told.mapped?.sessionIndex);
		const another = new TestBrowser(tenant.service);
		const response = await followedThrough(another, "samlp/plain", { email: OTHER_EMAIL });
		expect(await response.text()).not.toContain(told.plain?.sessionIndex);
	});
});
