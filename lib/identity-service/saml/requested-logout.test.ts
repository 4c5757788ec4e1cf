import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { addLogoutClients, logoutCallback, RELAY_STATE, samlLogout } from "../testing/saml-logout";
import { messageId, messageXml, postForm, redirectQuery, signedXml } from "../testing/saml-party";
import { TestBrowser } from "../testing/test-browser";
import { ANY_ENGINE, startTestService, USER_ID } from "../testing/test-service";
import { REQUESTER, SUCCESS, UNKNOWN_PRINCIPAL } from "./names";

describe.each(ANY_ENGINE)("a logout that an application requests by SAML on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		await addLogoutClients(tenant.service);
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	const { signedIn, isSignedIn, requestOf, send, responseTo, refused } = samlLogout(() => tenant.service);

	it.each([
		["signing", "GET", "/logout"],
		["signing", "POST", "/logout"],
		["signing", "POST", ""],
		["redirecting", "GET", ""],
		["redirecting", "POST", "/logout"],
		["plain", "GET", "/logout"],
		["plain", "POST", ""],
	] as const)("ends the session that %s names by %s at …%s, and responds to it", async (clientId, by, at) => {
		const browser = new TestBrowser(tenant.service);
		const { sessionIndex = "" } = (await signedIn(browser, clientId))[clientId] ?? {};
		expect(await isSignedIn(browser)).toBe(true);
		const cookies = new Map(browser.cookies);
		const id = messageId();
		const response = await send(browser, clientId, requestOf(clientId, { id, sessionIndexes: [sessionIndex], at }), {
			by,
			at,
		});
		expect(await responseTo(response)).toEqual({
			codes: [SUCCESS],
			target: logoutCallback(clientId),
			relayState: RELAY_STATE,
			inResponseTo: id,
		});
		expect([...browser.cookies.keys()].filter((name) => /session/.test(name))).toEqual([]);
		// A copy of the cookie is invalid, too.
		for (const [name, cookie] of cookies) browser.cookies.set(name, cookie);
		expect(await isSignedIn(browser)).toBe(false);
	});

	it("ends the session that is named, and not the one of the browser that sends the request", async () => {
		const [one, two] = [new TestBrowser(tenant.service), new TestBrowser(tenant.service)];
		const sessions = await signedIn(one, "plain");
		await signedIn(two, "plain");
		const sessionIndexes = [sessions.plain?.sessionIndex ?? ""];
		const response = await send(two, "plain", requestOf("plain", { sessionIndexes }));
		expect((await responseTo(response)).codes).toEqual([SUCCESS]);
		expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, true]);
	});

	it("ends the browser's session where a signed request names none, unless it names another user", async () => {
		const browser = new TestBrowser(tenant.service);
		await signedIn(browser, "signing");
		const other = await send(browser, "signing", requestOf("signing", { nameId: "auth0|other" }));
		expect((await responseTo(other)).codes).toEqual([REQUESTER, UNKNOWN_PRINCIPAL]);
		expect(await isSignedIn(browser)).toBe(true);
		const own = await send(browser, "signing", requestOf("signing", {}));
		expect((await responseTo(own)).codes).toEqual([SUCCESS]);
		expect(await isSignedIn(browser)).toBe(false);
		// Without a signed-in user there is nothing left to end.
		const again = await send(browser, "signing", requestOf("signing", {}));
		expect((await responseTo(again)).codes).toEqual([SUCCESS]);
	});

	it("leaves a session alone that a signed request names wrongly", async () => {
		const browser = new TestBrowser(tenant.service);
		const sessions = await signedIn(browser, "signing", "plain");
		for (const [nameId, index] of [
			["auth0|other", sessions.signing?.sessionIndex],
			[USER_ID, sessions.plain?.sessionIndex],
			[USER_ID, "_nothing"],
		] as const) {
			const response = await send(browser, "signing", requestOf("signing", { nameId, sessionIndexes: [index ?? ""] }));
			expect((await responseTo(response)).codes).toEqual([REQUESTER, UNKNOWN_PRINCIPAL]);
			expect(await isSignedIn(browser)).toBe(true);
		}
		// Without a signed-in user there is nothing to end.
		const empty = new TestBrowser(tenant.service);
		const response = await send(empty, "signing", requestOf("signing", { sessionIndexes: ["_nothing"] }));
		expect((await responseTo(response)).codes).toEqual([SUCCESS]);
	});

	it("accepts an unsigned request only where it names the session", async () => {
		const browser = new TestBrowser(tenant.service);
		const sessions = await signedIn(browser, "plain", "mapped");
		const own = sessions.plain?.sessionIndex ?? "";
		for (const sent of [
			{},
			{ sessionIndexes: ["_nothing"] },
			{ sessionIndexes: [sessions.mapped?.sessionIndex ?? ""] },
			{ sessionIndexes: [own, "_nothing"] },
			{ sessionIndexes: [own], nameId: "auth0|other" },
		]) {
			await refused(
				() => send(browser, "plain", requestOf("plain", sent)),
				"does not name a session of this application",
			);
		}
		expect(await isSignedIn(browser)).toBe(true);
	});

	it("requires the signature of an application that has a certificate", async () => {
		const browser = new TestBrowser(tenant.service);
		const sessions = await signedIn(browser, "signing");
		const unsigned = requestOf("signing", { sessionIndexes: [sessions.signing?.sessionIndex ?? ""] })(null);
		await refused(() => browser.visit(`samlp/signing/logout?${redirectQuery(unsigned)}`), "The message is not signed");
		await refused(() => browser.visit("samlp/signing/logout", postForm(unsigned)), "There is no signature");
		expect(await isSignedIn(browser)).toBe(true);
	});

	it("ends no session by a signature that was made for another request", async () => {
		const [own, victim] = [new TestBrowser(tenant.service), new TestBrowser(tenant.service)];
		const ownIndex = (await signedIn(own, "signing")).signing?.sessionIndex ?? "";
		const victimIndex = (await signedIn(victim, "signing")).signing?.sessionIndex ?? "";
		const original = signedXml("LogoutRequest", requestOf("signing", { sessionIndexes: [ownIndex] }));
		const [signature = ""] = /<ds:Signature .*<\/ds:Signature>/s.exec(original) ?? [];
		const [, id = ""] = / ID="([^"]*)"/.exec(original) ?? [];
		const around = (content: string, requestId = messageId()) =>
			requestOf("signing", { sessionIndexes: [victimIndex], id: requestId })(null).replace(
				"<saml:NameID>",
				`${content}<saml:NameID>`,
			);
		const inside = `<samlp:Extensions>${original.replace(signature, "")}</samlp:Extensions>`;
		for (const forged of [
			original.replace(ownIndex, victimIndex),
			around(signature + inside),
			around(signature + inside, id),
			around(`<samlp:Extensions>${original}</samlp:Extensions>`),
			around(signature, id),
		]) {
			const sent = () => new TestBrowser(tenant.service).visit("samlp/signing/logout", postForm(forged));
			await refused(sent, "The message's signature is not accepted");
		}
		expect([await isSignedIn(own), await isSignedIn(victim)]).toEqual([true, true]);
	});

	it.each(["saml", "switched-off", "nowhere"])("is off for %s, and nothing ends", async (clientId) => {
		const browser = new TestBrowser(tenant.service);
		const sessions = await signedIn(browser, clientId);
		for (const at of ["", "/logout"]) {
			const sent = requestOf(clientId, { sessionIndexes: [sessions[clientId]?.sessionIndex ?? ""], at });
			await refused(() => send(browser, clientId, sent, { at }), "Single logout is off for this application");
		}
		expect(await isSignedIn(browser)).toBe(true);
	});

	it("is refused when repeated and when expired, as is a sign-in at its endpoint", async () => {
		const browser = new TestBrowser(tenant.service);
		const sessions = await signedIn(browser, "plain");
		const sessionIndexes = [sessions.plain?.sessionIndex ?? ""];
		const write = requestOf("plain", { sessionIndexes });
		const past = new Date(Date.now() - 1000).toISOString();
		const late = () =>
			requestOf("plain", { sessionIndexes })(null).replace(" Version=", ` NotOnOrAfter="${past}" Version=`);
		await refused(() => send(browser, "plain", late), "The message is too old");
		await send(browser, "plain", write);
		await refused(() => send(browser, "plain", write), "The request was already used");
		const signIn = messageXml("AuthnRequest", { clientId: "plain", destination: null });
		await refused(
			() => browser.visit(`samlp/plain/logout?${redirectQuery(signIn)}`),
			"does not accept requests to sign in",
		);
	});
});
