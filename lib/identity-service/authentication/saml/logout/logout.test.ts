import { createVerify, X509Certificate } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { HTTP_REDIRECT_BINDING } from "@/lib/contract/client/addon-limits";
import { parseXml } from "@/lib/xml/parse";
import type { XmlElement } from "@/lib/xml/parsing/xml-element";
import { attributeOf, childrenOf, elementsIn, onlyChild, requiredAttribute, textOf } from "@/lib/xml/read-element";
import { verifiedElement } from "@/lib/xml/verify";
import { publishedCertificates } from "../../federation/signing-material";
import { followedThrough, postedForm } from "../../testing/federated-sign-in";
import {
	addSamlClient,
	messageId,
	messageXml,
	partyCertificate,
	postForm,
	redirectQuery,
	signedQuery,
	signedXml,
} from "../../testing/saml-party";
import { TestBrowser } from "../../testing/test-browser";
import { ENGINES, ISSUER, OTHER_EMAIL, startTestService, USER_ID } from "../../testing/test-service";
import { signInForTokens } from "../../testing/token-request";
import { ASSERTION, PARTIAL_LOGOUT, PROTOCOL, REQUESTER, RESPONDER, SUCCESS, UNKNOWN_PRINCIPAL } from "../names";

const RELAY_STATE = "/back?to='a'&b";
const callbackOf = (clientId: string) => `https://${clientId}.example/logout`;

describe.each(ENGINES)("single logout by SAML on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		const add = (clientId: string, more: object = {}) =>
			addSamlClient(tenant.service, clientId, {
				logout: { slo_enabled: true, callback: callbackOf(clientId) },
				...more,
			});
		await add("signing", { signingCert: partyCertificate });
		await add("redirecting", { signingCert: partyCertificate, binding: HTTP_REDIRECT_BINDING });
		await add("plain");
		await add("mapped", { issuer: "urn:own:issuer", nameIdentifierFormat: "urn:own:format" });
		await addSamlClient(tenant.service, "switched-off", { logout: { callback: callbackOf("switched-off") } });
		await addSamlClient(tenant.service, "nowhere", { logout: { slo_enabled: true } });
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	/** Signs in to applications one after another; what each was told. */
	async function signedIn(browser: TestBrowser, ...clientIds: string[]) {
		const told: Record<string, { nameId: string; sessionIndex: string }> = {};
		for (const clientId of clientIds) {
			const response = await followedThrough(browser, `samlp/${clientId}`);
			const { fields } = postedForm(await response.text());
			const document = parseXml(Buffer.from(fields.SAMLResponse ?? "", "base64"));
			const assertion = onlyChild(document, ASSERTION, "Assertion");
			told[clientId] = {
				nameId: textOf(onlyChild(onlyChild(assertion, ASSERTION, "Subject"), ASSERTION, "NameID")),
				sessionIndex: requiredAttribute(onlyChild(assertion, ASSERTION, "AuthnStatement"), "SessionIndex"),
			};
		}
		return told;
	}

	const isSignedIn = async (browser: TestBrowser) =>
		(await browser.authorize({ client_id: "web", prompt: "none" })).searchParams.has("code");

	type Sent = { nameId?: string | undefined; sessionIndexes?: string[]; id?: string; by?: "GET" | "POST"; at?: string };

	function requestOf(
		clientId: string,
		{ nameId = USER_ID, sessionIndexes = [], id = messageId(), at = "/logout" }: Sent,
	) {
		const parts = {
			...{ clientId, id, issueInstant: new Date().toISOString(), destination: `${ISSUER}samlp/${clientId}${at}` },
			content: [
				`<saml:NameID>${nameId}</saml:NameID>`,
				...sessionIndexes.map((index) => `<samlp:SessionIndex>${index}</samlp:SessionIndex>`),
			].join(""),
		};
		return (signature: string | null) => messageXml("LogoutRequest", parts, signature);
	}

	/** An application's page sends the browser here: by a form it brings no cookies. Follows to where it leads. */
	async function send(
		browser: TestBrowser,
		clientId: string,
		write: (signature: string | null) => string,
		{ by = "POST", at = "/logout", response = false }: { by?: "GET" | "POST"; at?: string; response?: boolean } = {},
	): Promise<Response> {
		const isSigned = ["signing", "redirecting"].includes(clientId);
		const parameter = response ? "SAMLResponse" : "SAMLRequest";
		const sending = { relayState: RELAY_STATE, parameter } as const;
		const address = `samlp/${clientId}${at}`;
		if (by === "GET") {
			const query = redirectQuery(write(null), sending);
			return followed(browser, await browser.visit(`${address}?${isSigned ? signedQuery(query) : query}`));
		}
		const name = response ? "LogoutResponse" : "LogoutRequest";
		const bare = new TestBrowser(tenant.service);
		const first = await bare.visit(address, postForm(isSigned ? signedXml(name, write) : write(null), sending));
		for (const [cookie, value] of bare.cookies) browser.cookies.set(cookie, value);
		return followed(browser, first);
	}

	/** Redirects, while they stay with the service. */
	async function followed(browser: TestBrowser, first: Response): Promise<Response> {
		let response = first;
		for (;;) {
			const location = response.headers.get("location");
			if (!location?.startsWith(ISSUER)) return response;
			response = await browser.visit(location);
		}
	}

	/** Where the browser goes next without a form: by a redirect, or by a page that leads on. */
	async function addressOf(response: Response): Promise<string | null> {
		const [, address] = /<meta http-equiv="refresh" content="0;url=([^"]*)">/.exec(await response.clone().text()) ?? [];
		return response.headers.get("location") ?? address?.replaceAll("&amp;", "&") ?? null;
	}

	/** The message that the browser carries to an application, its signature checked. */
	async function carried(response: Response, parameter: "SAMLRequest" | "SAMLResponse", name: string) {
		const certificates = await publishedCertificates(tenant.service);
		const location = await addressOf(response);
		let element: XmlElement;
		let target: string;
		let relayState: string | null;
		if (location !== null) {
			const address = new URL(location);
			const [octets = "", signature = ""] = address.search.slice(1).split("&Signature=");
			const key = new X509Certificate(certificates[0] ?? "").publicKey;
			const value = Buffer.from(decodeURIComponent(signature), "base64");
			expect(createVerify("sha256").update(octets).verify(key, value)).toBe(true);
			element = parseXml(inflateRawSync(Buffer.from(address.searchParams.get(parameter) ?? "", "base64")));
			relayState = address.searchParams.get("RelayState");
			target = address.origin + address.pathname;
		} else {
			const markup = await response.text();
			expect(response.status, markup).toBe(200);
			const { action, fields } = postedForm(markup);
			const document = parseXml(Buffer.from(fields[parameter] ?? "", "base64"));
			element = verifiedElement(document, { certificates, idAttribute: "ID", signed: "root" });
			relayState = fields.RelayState ?? null;
			target = action;
			const policy = response.headers.get("content-security-policy") ?? "";
			const targets = parameter === "SAMLRequest" ? `'self' ${action}` : action;
			expect(policy.split("; ")).toContain(`form-action ${targets}`);
		}
		expect([element.name, attributeOf(element, "Destination")]).toEqual([name, target]);
		return { element, target, relayState };
	}

	async function answerTo(response: Response) {
		const { element, target, relayState } = await carried(response, "SAMLResponse", "LogoutResponse");
		const status = onlyChild(onlyChild(element, PROTOCOL, "Status"), PROTOCOL, "StatusCode");
		const codes = [status, ...elementsIn(status)].map((code) => attributeOf(code, "Value"));
		return { codes, target, relayState, inResponseTo: attributeOf(element, "InResponseTo") };
	}

	async function tellingOf(response: Response) {
		const { element, target } = await carried(response, "SAMLRequest", "LogoutRequest");
		const name = onlyChild(element, ASSERTION, "NameID");
		return {
			...{ target, id: requiredAttribute(element, "ID"), nameId: textOf(name), format: attributeOf(name, "Format") },
			issuer: textOf(onlyChild(element, ASSERTION, "Issuer")),
			sessionIndexes: childrenOf(element, PROTOCOL, "SessionIndex").map((index) => textOf(index)),
		};
	}

	function responseOf(clientId: string, inResponseTo: string, status: string = SUCCESS) {
		const parts = {
			...{ clientId, id: messageId(), issueInstant: new Date().toISOString() },
			...{ destination: `${ISSUER}samlp/${clientId}/logout`, attributes: { InResponseTo: inResponseTo } },
			content: `<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>`,
		};
		return (signature: string | null) => messageXml("LogoutResponse", parts, signature);
	}

	/** Expects a page in words, and one line in the log. */
	async function refused(sent: () => Promise<Response>, words: string | RegExp): Promise<void> {
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const response = await sent();
		expect(response.status).toBe(400);
		expect((await response.text()).replaceAll("&#39;", "'")).toMatch(words);
		expect(log.mock.calls.map(([line]) => String(line))).toEqual([
			expect.stringMatching(/^identity-service: samlp\S* refused: .*\n$/),
		]);
		log.mockRestore();
	}

	it.each([
		["signing", "GET", "/logout"],
		["signing", "POST", "/logout"],
		["signing", "POST", ""],
		["redirecting", "GET", ""],
		["redirecting", "POST", "/logout"],
		["plain", "GET", "/logout"],
		["plain", "POST", ""],
	] as const)("ends the session that %s names by %s at …%s, and answers it", async (clientId, by, at) => {
		const browser = new TestBrowser(tenant.service);
		const { sessionIndex = "" } = (await signedIn(browser, clientId))[clientId] ?? {};
		expect(await isSignedIn(browser)).toBe(true);
		const cookies = new Map(browser.cookies);
		const id = messageId();
		const response = await send(browser, clientId, requestOf(clientId, { id, sessionIndexes: [sessionIndex], at }), {
			by,
			at,
		});
		expect(await answerTo(response)).toEqual({
			...{ codes: [SUCCESS], target: callbackOf(clientId), relayState: RELAY_STATE, inResponseTo: id },
		});
		expect([...browser.cookies.keys()].filter((name) => /session/.test(name))).toEqual([]);
		// A copy of the cookie is worth nothing either.
		for (const [name, cookie] of cookies) browser.cookies.set(name, cookie);
		expect(await isSignedIn(browser)).toBe(false);
	});

	it("tells each other application of the session, by the way that it takes, and then answers", async () => {
		const browser = new TestBrowser(tenant.service);
		const told = await signedIn(browser, "plain", "redirecting", "mapped", "signing");
		const id = messageId();
		const sessionIndexes = [told.signing?.sessionIndex ?? ""];
		let response = await send(browser, "signing", requestOf("signing", { id, sessionIndexes }));
		const heard = new Set<string>();
		for (let step = 0; step < 3; step += 1) {
			const telling = await tellingOf(response);
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
		expect(await answerTo(response)).toMatchObject({ codes: [SUCCESS], inResponseTo: id, relayState: RELAY_STATE });
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
		const telling = await tellingOf(response);
		expect(telling.sessionIndexes).toEqual([first.plain?.sessionIndex]);
		const last = await send(browser, "plain", responseOf("plain", telling.id), { response: true });
		expect((await answerTo(last)).codes).toEqual([SUCCESS]);
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
			const { id } = await tellingOf(response);
			response = await send(browser, other, responseOf(other, id, status), { response: true });
		} else if (other === "plain") {
			await tellingOf(response);
			response = await browser.visit("samlp/plain/logout");
		}
		expect((await answerTo(response)).codes).toEqual([SUCCESS, PARTIAL_LOGOUT]);
		expect(await isSignedIn(browser)).toBe(false);
	});

	it("ends the session that is named, and not the one of the browser that asks", async () => {
		const [one, two] = [new TestBrowser(tenant.service), new TestBrowser(tenant.service)];
		const told = await signedIn(one, "plain");
		await signedIn(two, "plain");
		const sessionIndexes = [told.plain?.sessionIndex ?? ""];
		const response = await send(two, "plain", requestOf("plain", { sessionIndexes }));
		expect((await answerTo(response)).codes).toEqual([SUCCESS]);
		expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, true]);
	});

	it("ends the browser's session where a signed request names none, unless somebody else is meant", async () => {
		const browser = new TestBrowser(tenant.service);
		await signedIn(browser, "signing");
		const other = await send(browser, "signing", requestOf("signing", { nameId: "auth0|somebody" }));
		expect((await answerTo(other)).codes).toEqual([REQUESTER, UNKNOWN_PRINCIPAL]);
		expect(await isSignedIn(browser)).toBe(true);
		const own = await send(browser, "signing", requestOf("signing", {}));
		expect((await answerTo(own)).codes).toEqual([SUCCESS]);
		expect(await isSignedIn(browser)).toBe(false);
		// Nobody is signed in: what was asked for is so.
		const again = await send(browser, "signing", requestOf("signing", {}));
		expect((await answerTo(again)).codes).toEqual([SUCCESS]);
	});

	it("leaves a session alone that a signed request names wrongly", async () => {
		const browser = new TestBrowser(tenant.service);
		const told = await signedIn(browser, "signing", "plain");
		for (const [nameId, index] of [
			["auth0|somebody", told.signing?.sessionIndex],
			[USER_ID, told.plain?.sessionIndex],
			[USER_ID, "_nothing"],
		] as const) {
			const response = await send(browser, "signing", requestOf("signing", { nameId, sessionIndexes: [index ?? ""] }));
			expect((await answerTo(response)).codes).toEqual([REQUESTER, UNKNOWN_PRINCIPAL]);
			expect(await isSignedIn(browser)).toBe(true);
		}
		// Where nobody is signed in, what was asked for is so.
		const empty = new TestBrowser(tenant.service);
		const response = await send(empty, "signing", requestOf("signing", { sessionIndexes: ["_nothing"] }));
		expect((await answerTo(response)).codes).toEqual([SUCCESS]);
	});

	it("takes an unsigned request only from who can name the session", async () => {
		const browser = new TestBrowser(tenant.service);
		const told = await signedIn(browser, "plain", "mapped");
		const own = told.plain?.sessionIndex ?? "";
		for (const sent of [
			{},
			{ sessionIndexes: ["_nothing"] },
			{ sessionIndexes: [told.mapped?.sessionIndex ?? ""] },
			{ sessionIndexes: [own, "_nothing"] },
			{ sessionIndexes: [own], nameId: "auth0|somebody" },
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
		const told = await signedIn(browser, "signing");
		const unsigned = requestOf("signing", { sessionIndexes: [told.signing?.sessionIndex ?? ""] })(null);
		await refused(() => browser.visit(`samlp/signing/logout?${redirectQuery(unsigned)}`), "The message is not signed");
		await refused(() => browser.visit("samlp/signing/logout", postForm(unsigned)), "There is no signature");
		expect(await isSignedIn(browser)).toBe(true);
	});

	it("ends nobody's session by a signature that was made for another request", async () => {
		const [own, victim] = [new TestBrowser(tenant.service), new TestBrowser(tenant.service)];
		const mine = (await signedIn(own, "signing")).signing?.sessionIndex ?? "";
		const theirs = (await signedIn(victim, "signing")).signing?.sessionIndex ?? "";
		const original = signedXml("LogoutRequest", requestOf("signing", { sessionIndexes: [mine] }));
		const [signature = ""] = /<ds:Signature .*<\/ds:Signature>/s.exec(original) ?? [];
		const [, id = ""] = / ID="([^"]*)"/.exec(original) ?? [];
		const around = (content: string, own = messageId()) =>
			requestOf("signing", { sessionIndexes: [theirs], id: own })(null).replace(
				"<saml:NameID>",
				`${content}<saml:NameID>`,
			);
		const inside = `<samlp:Extensions>${original.replace(signature, "")}</samlp:Extensions>`;
		for (const forged of [
			original.replace(mine, theirs),
			around(signature + inside),
			around(signature + inside, id),
			around(`<samlp:Extensions>${original}</samlp:Extensions>`),
			around(signature, id),
		]) {
			const sent = () => new TestBrowser(tenant.service).visit("samlp/signing/logout", postForm(forged));
			await refused(sent, "The message is not signed as it has to be");
		}
		expect([await isSignedIn(own), await isSignedIn(victim)]).toEqual([true, true]);
	});

	it.each(["saml", "switched-off", "nowhere"])("is off for %s, and nothing ends", async (clientId) => {
		const browser = new TestBrowser(tenant.service);
		const told = await signedIn(browser, clientId);
		for (const at of ["", "/logout"]) {
			const sent = requestOf(clientId, { sessionIndexes: [told[clientId]?.sessionIndex ?? ""], at });
			await refused(() => send(browser, clientId, sent, { at }), "Single logout is off for this application");
		}
		expect(await isSignedIn(browser)).toBe(true);
	});

	it("is refused once more, when it is past its time, and where it is sent to sign in", async () => {
		const browser = new TestBrowser(tenant.service);
		const told = await signedIn(browser, "plain");
		const sessionIndexes = [told.plain?.sessionIndex ?? ""];
		const write = requestOf("plain", { sessionIndexes });
		const past = new Date(Date.now() - 1000).toISOString();
		const late = () =>
			requestOf("plain", { sessionIndexes })(null).replace(" Version=", ` NotOnOrAfter="${past}" Version=`);
		await refused(() => send(browser, "plain", late), "The message is too old");
		await send(browser, "plain", write);
		await refused(() => send(browser, "plain", write), "The request was used already");
		const signIn = messageXml("AuthnRequest", { clientId: "plain", destination: null });
		await refused(
			() => browser.visit(`samlp/plain/logout?${redirectQuery(signIn)}`),
			"Requests to sign in are not taken",
		);
	});

	it("takes an answer in the browser of the logout, from the application that was told, to what it was told", async () => {
		const browser = new TestBrowser(tenant.service);
		const told = await signedIn(browser, "plain", "signing");
		const response = await send(
			browser,
			"signing",
			requestOf("signing", { sessionIndexes: [told.signing?.sessionIndex ?? ""] }),
		);
		const { id } = await tellingOf(response);
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
		expect((await answerTo(last)).target).toBe(callbackOf("signing"));
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
			const telling = await tellingOf(await followed(browser, first));
			expect(telling).toMatchObject({ target: callbackOf("plain"), sessionIndexes: [told.plain?.sessionIndex] });
			const bare = await browser.visit(
				"samlp/plain/logout",
				postForm(responseOf("plain", telling.id)(null), { parameter: "SAMLResponse" }),
			);
			const back = await browser.visit(bare.headers.get("location") ?? "");
			const end = address.startsWith("oidc")
				? "http://localhost:3000/goodbye?state=s"
				: "http://localhost:3000/goodbye";
			// Not by a redirect: it would count as one behind the form that told the application.
			expect([back.status, await addressOf(back)]).toEqual([200, end]);
		},
	);

	it("leaves other logouts as they are where no application of SAML is to be told", async () => {
		const browser = new TestBrowser(tenant.service);
		await signedIn(browser, "saml");
		const response = await browser.visit("v2/logout?client_id=web");
		expect([response.status, response.headers.get("location")]).toEqual([302, "http://localhost:3000/goodbye"]);
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
