import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { optionalChild } from "@/lib/xml/read-element";
import { writtenXml } from "@/lib/xml/testing/written-xml";
import { verifiedElement } from "@/lib/xml/verify";
import { publishedCertificates } from "../../identity-provider/signing-material";
import { ASSERTION, PROTOCOL } from "../../saml/names";
import { providerSessionsOf } from "../../sessions/saml-sessions";
import { findUser } from "../../store/users";
import { authorizeAddress, signInThrough, toProvider } from "../../testing/connection-sign-in";
import { failToWrite } from "../../testing/failing-writes";
import { postedForm } from "../../testing/federated-sign-in";
import { CLAIMS, claimsIn } from "../../testing/passive-sign-in";
import { authnRequestXml, postForm, redirectQuery } from "../../testing/saml-party";
import { readSamlResponse } from "../../testing/saml-response";
import { TestBrowser } from "../../testing/test-browser";
import { addConnection, testProvider } from "../../testing/test-provider";
import { ANY_ENGINE, EMAIL, ISSUER, PASSWORD, REDIRECT_URI, startTestService } from "../../testing/test-service";
import { credentials, post, requestToken } from "../../testing/token-request";

const HTTP_POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";

describe.each(ANY_ENGINE)("a sign-in through an outside provider on %s", (engine) => {
	const provider = testProvider();
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		const { service } = tenant;
		await addConnection(service, "acme", ["web", "saml", "wsfed"], provider.options);
		await addConnection(service, "posting", ["web"], { ...provider.options, protocolBinding: HTTP_POST });
		await addConnection(service, "unsigned", ["web"], {
			...provider.options,
			signSAMLRequest: false,
			nameIdentifierFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
		});
	});
	afterAll(() => tenant.stop());

	const signIn = (browser: TestBrowser, address: string, content: Record<string, unknown> = {}) =>
		signInThrough(tenant.service, browser, provider, { address, connection: "acme", ...content });
	const respondedAt = (response: Response) => new URL(response.headers.get("location") ?? "about:blank");
	const tokensFor = async (response: Response) => {
		const code = respondedAt(response).searchParams.get("code") ?? "";
		const form = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI };
		return (await requestToken(tenant.service, { ...form, ...credentials(tenant.service, "web") })).body;
	};

	it("ends at the application that has begun it, with a user of the connection", async () => {
		const browser = new TestBrowser(tenant.service);
		const page = await browser.authorize({ client_id: "web", state: "abc" });
		const response = await signIn(browser, `${page.pathname}/connection?name=acme`, {
			nameId: "ada",
			attributes: { email: "ada@example.com", givenName: "Ada", sn: "Lovelace" },
		});
		expect(respondedAt(response).pathname).toBe("/callback");
		expect(respondedAt(response).searchParams.get("state")).toBe("abc");
		expect(decodeJwt((await tokensFor(response)).id_token)).toMatchObject({
			sub: "samlp|acme|ada",
			email: "ada@example.com",
			email_verified: false,
			given_name: "Ada",
			family_name: "Lovelace",
			sid: expect.any(String),
		});
		expect(await findUser(tenant.service.database, "samlp|acme|ada")).toMatchObject({
			connection: "acme",
			email_key: "ada@example.com",
			password_hash: null,
			admin_role: null,
		});
		const sessions = await providerSessionsOf(tenant.service, { connectionId: "con_acme", nameId: "ada" });
		expect(sessions).toMatchObject([{ accountId: "samlp|acme|ada", sessionIndex: "session-of-ada" }]);
		expect([...browser.cookies.keys()].filter((name) => name.includes(".login"))).toEqual([]);
	});

	it("begins no session where the provider's cannot be stored with it", async () => {
		const browser = new TestBrowser(tenant.service);
		const address = authorizeAddress({ client_id: "web", connection: "acme" });
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const endFailure = await failToWrite(tenant.service.database, engine, "insert", "ProviderSession");
		const { status } = await signIn(browser, address, { nameId: "unlucky" });
		await endFailure();
		log.mockRestore();
		expect(status).toBeGreaterThanOrEqual(500);
		const rows = tenant.service.database
			.selectFrom("sessions")
			.select("id")
			.where("user_id", "=", "samlp|acme|unlucky");
		expect(await rows.execute()).toEqual([]);
		const silent = { client_id: "web", prompt: "none" };
		expect((await browser.authorize(silent)).searchParams.get("error")).toBe("login_required");
		expect(respondedAt(await signIn(browser, address, { nameId: "unlucky" })).searchParams.has("code")).toBe(true);
	});

	it("issues no claims of an address or an authentication method that the provider has not sent", async () => {
		const response = await signIn(
			new TestBrowser(tenant.service),
			authorizeAddress({ client_id: "web", connection: "acme" }),
			{
				nameId: "nameless",
			},
		);
		const claims = decodeJwt((await tokensFor(response)).id_token);
		expect(claims).toMatchObject({ sub: "samlp|acme|nameless", name: "nameless" });
		for (const claim of ["email", "email_verified", "amr"]) expect(claims).not.toHaveProperty(claim);
	});

	it("updates the profile, and creates one user by several sign-ins at the same time", async () => {
		const address = authorizeAddress({ client_id: "web", connection: "acme" });
		const browsers = Array.from({ length: 4 }, () => new TestBrowser(tenant.service));
		const responses = await Promise.all(browsers.map((browser) => signIn(browser, address, { nameId: "twin" })));
		for (const each of responses) expect(respondedAt(each).searchParams.get("code")).toEqual(expect.any(String));
		const first = await findUser(tenant.service.database, "samlp|acme|twin");
		await signIn(new TestBrowser(tenant.service), address, { nameId: "twin", attributes: { displayName: "A. Twin" } });
		const now = await findUser(tenant.service.database, "samlp|acme|twin");
		expect([first?.name, now?.name]).toEqual(["twin", "A. Twin"]);
		expect(now?.created_at).toBe(first?.created_at);
		const { length } = await tenant.service.database
			.selectFrom("users")
			.select("user_id")
			.where("user_id", "=", "samlp|acme|twin")
			.execute();
		expect(length).toBe(1);
	});

	it.each(["acme", "posting", "unsigned"])("sends an AuthnRequest to the provider of %s", async (connection) => {
		const address = authorizeAddress({ client_id: "web", connection });
		const { attributes, root, relayState, sent, response } = await toProvider(new TestBrowser(tenant.service), address);
		expect(attributes).toMatchObject({
			Version: "2.0",
			Destination: provider.signInEndpoint,
			ProtocolBinding: HTTP_POST,
			AssertionConsumerServiceURL: `${ISSUER}login/callback?connection=${connection}`,
		});
		expect(attributes.ForceAuthn).toBeUndefined();
		expect([root.name, optionalChild(root, ASSERTION, "Issuer")?.children.map(String)]).toEqual([
			"AuthnRequest",
			[`urn:auth0:localhost:3000:${connection}`],
		]);
		const format = connection === "unsigned" ? "transient" : "persistent";
		expect(optionalChild(root, PROTOCOL, "NameIDPolicy")?.attributes).toMatchObject([
			{ name: "Format", value: `urn:oasis:names:tc:SAML:2.0:nameid-format:${format}` },
			{ name: "AllowCreate", value: "true" },
		]);
		expect(relayState).toMatch(/^[\w-]{43}$/);
		expect([...sent.keys()]).toEqual(
			connection === "acme"
				? ["tenant", "SAMLRequest", "RelayState", "SigAlg", "Signature"]
				: connection === "posting"
					? ["SAMLRequest", "RelayState"]
					: ["tenant", "SAMLRequest", "RelayState"],
		);
		if (connection === "posting") {
			const certificates = await publishedCertificates(tenant.service);
			const signed = verifiedElement(root, { certificates, idAttribute: "ID", signed: "root" });
			expect(signed.name).toBe("AuthnRequest");
			// The provider may redirect anywhere, and browsers apply the form's policy to its redirects.
			expect(response.headers.get("content-security-policy")).toContain("form-action https: http:;");
		}
	});

	it.each([
		[
			"a form of the login page",
			async (browser: TestBrowser) =>
				`${(await browser.authorize({ client_id: "web" })).pathname}/connection?name=acme`,
		],
		["an authorization request", async () => authorizeAddress({ client_id: "web", connection: "acme" })],
		[
			"a pushed authorization request",
			async () => {
				const form = { response_type: "code", redirect_uri: REDIRECT_URI, scope: "openid", connection: "acme" };
				const pushed = await post(tenant.service, "oauth/par", { ...form, ...credentials(tenant.service, "web") });
				const { request_uri } = (await pushed.json()) as { request_uri: string };
				return `authorize?${new URLSearchParams({ client_id: "web", request_uri })}`;
			},
		],
	])("begins by %s", async (_, begin) => {
		const browser = new TestBrowser(tenant.service);
		const response = await signIn(browser, await begin(browser), { nameId: "beginner" });
		expect(respondedAt(response).searchParams.get("code")).toEqual(expect.any(String));
	});

	it.each([
		[
			"to its request",
			() => `samlp/saml?connection=acme&${redirectQuery(authnRequestXml({ clientId: "saml", id: "_request" }))}`,
		],
		["unsolicited", () => "samlp/saml?connection=acme&RelayState=there"],
	])("sends a response to a SAML application, %s", async (_, address) => {
		const response = await signIn(new TestBrowser(tenant.service), address(), {
			nameId: "sam",
			attributes: { email: "sam@example.com" },
		});
		const { assertion, action } = await readSamlResponse(tenant.service, await response.text());
		expect(action).toBe("https://sp.example/acs");
		expect(assertion?.nameId.value).toBe("samlp|acme|sam");
		expect(assertion?.contextClass).toContain("unspecified");
		expect(assertion?.attributes["http://schemas.auth0.com/identities/default/connection"]).toMatchObject([
			{ value: "acme" },
		]);
	});

	it("begins for a SAML application that sends its request by HTTP-POST", async () => {
		const browser = new TestBrowser(tenant.service);
		const form = postForm(authnRequestXml({ clientId: "saml" }), { relayState: "back" });
		const { id, relayState } = await toProvider(browser, "samlp/saml?connection=acme", form);
		expect([id, relayState]).toEqual([expect.stringMatching(/^_/), expect.stringMatching(/^[\w-]{43}$/)]);
	});

	it("sends a response to a WS-Federation application", async () => {
		const response = await signIn(new TestBrowser(tenant.service), "wsfed/wsfed?whr=urn:acme&wctx=there", {
			nameId: "willa",
		});
		const { action, fields } = postedForm(await response.text());
		expect([action, fields.wctx]).toEqual(["https://rp.example/wsfed", "there"]);
		expect(claimsIn(writtenXml(fields.wresult ?? ""))).toMatchObject({
			[`${CLAIMS}/nameidentifier`]: "samlp|acme|willa",
		});
	});

	it("requests a new authentication of the provider where the application requests one, and requires it", async () => {
		const requested = [
			authorizeAddress({ client_id: "web", connection: "acme", prompt: "login" }),
			authorizeAddress({ client_id: "web", connection: "acme", max_age: "0" }),
			"wsfed/wsfed?whr=urn:acme&wfresh=0",
			`samlp/saml?connection=acme&${redirectQuery(authnRequestXml({ clientId: "saml", attributes: { ForceAuthn: "true" } }))}`,
		];
		for (const address of requested) {
			const { attributes } = await toProvider(new TestBrowser(tenant.service), address);
			expect(attributes.ForceAuthn).toBe("true");
		}
		const [address = ""] = requested;
		for (const authenticatedAt of [new Date(Date.now() - 10 * 60_000), null]) {
			const refusal = await signIn(new TestBrowser(tenant.service), address, { authenticatedAt });
			expect([refusal.status, await refusal.text()]).toEqual([
				400,
				expect.stringContaining("to ask you to sign in again"),
			]);
		}
		const notRequested = authorizeAddress({ client_id: "web", connection: "acme" });
		const undated = await signIn(new TestBrowser(tenant.service), notRequested, { authenticatedAt: null });
		expect(respondedAt(undated).searchParams.has("code")).toBe(true);
		expect(respondedAt(await signIn(new TestBrowser(tenant.service), address)).searchParams.has("code")).toBe(true);
	});

	it("is not needed where the session is of that connection, and needed where it is of another one", async () => {
		const browser = new TestBrowser(tenant.service);
		const address = authorizeAddress({ client_id: "web", connection: "acme" });
		await signIn(browser, address, { nameId: "again" });
		const known = await browser.visit(address);
		expect(respondedAt(known).searchParams.get("code")).toEqual(expect.any(String));
		const other = await browser.visit(authorizeAddress({ client_id: "web", connection: "posting" }));
		expect(respondedAt(other).pathname).toMatch(/^\/login\//);
		const silent = await browser.visit(authorizeAddress({ client_id: "web", connection: "posting", prompt: "none" }));
		expect(respondedAt(silent).searchParams.get("error")).toBe("login_required");
	});

	it("is required again at the end of the provider's session that its response states", async () => {
		const browser = new TestBrowser(tenant.service);
		const address = authorizeAddress({ client_id: "web", connection: "acme" });
		await signIn(browser, address, { nameId: "briefly", sessionUntil: new Date(Date.now() + 60 * 60_000) });
		const silent = authorizeAddress({ client_id: "web", prompt: "none" });
		expect(respondedAt(await browser.visit(silent)).searchParams.has("code")).toBe(true);
		tenant.passSeconds(60 * 60);
		const late = await browser.visit(silent);
		const again = await signIn(browser, address, { nameId: "briefly", now: tenant.service.now() });
		tenant.passSeconds(-60 * 60);
		expect(respondedAt(late).searchParams.get("error")).toBe("login_required");
		expect(respondedAt(again).searchParams.has("code")).toBe(true);
	});

	it("is never shown where the application requests prompt=none", async () => {
		const browser = new TestBrowser(tenant.service);
		const response = await browser.visit(authorizeAddress({ client_id: "web", connection: "acme", prompt: "none" }));
		expect(respondedAt(response).searchParams.get("error")).toBe("login_required");
	});

	it("replaces another user's session in this browser", async () => {
		const browser = new TestBrowser(tenant.service);
		await browser.signIn({ client_id: "web" });
		const response = await signIn(browser, authorizeAddress({ client_id: "web", connection: "acme" }), {
			nameId: "next",
		});
		expect(decodeJwt((await tokensFor(response)).id_token).sub).toBe("samlp|acme|next");
	});

	it("signs in to no application that the connection is not enabled for, even with a session", async () => {
		const browser = new TestBrowser(tenant.service);
		await signIn(browser, authorizeAddress({ client_id: "web", connection: "acme" }), { nameId: "guest" });
		const page = await browser.visit(authorizeAddress({ client_id: "web-basic" }));
		expect(respondedAt(page).pathname).toMatch(/^\/login\/[\w-]+$/);
		const silent = await browser.visit(authorizeAddress({ client_id: "web-basic", prompt: "none" }));
		expect(respondedAt(silent).searchParams.get("error")).toBe("login_required");
		const outcome = await browser.submit(respondedAt(page), EMAIL, PASSWORD);
		expect(outcome).toHaveProperty("returnTo");
	});

	it.each([
		["unknown", { client_id: "web", connection: "nothing" }],
		["not enabled for the application", { client_id: "web-basic", connection: "acme" }],
		["written in other capitals", { client_id: "web", connection: "ACME" }],
	])("is refused to the application where the connection is %s", async (_, parameters) => {
		const response = await new TestBrowser(tenant.service).visit(authorizeAddress({ ...parameters, state: "s" }));
		const { searchParams } = respondedAt(response);
		expect([searchParams.get("error"), searchParams.get("state")]).toEqual(["invalid_request", "s"]);
		expect(searchParams.get("error_description")).toContain("connection");
	});

	it("is refused where the application pushes its request, too", async () => {
		const form = { response_type: "code", redirect_uri: REDIRECT_URI, scope: "openid", connection: "nothing" };
		const pushed = await post(tenant.service, "oauth/par", { ...form, ...credentials(tenant.service, "web") });
		expect([pushed.status, ((await pushed.json()) as { error: string }).error]).toEqual([400, "invalid_request"]);
	});

	it.each(["Username-Password-Authentication", "email", "sms"])(
		"the service's own %s is no outside connection",
		async (connection) => {
			const response = await new TestBrowser(tenant.service).visit(authorizeAddress({ client_id: "web", connection }));
			expect(respondedAt(response).href).toMatch(/\/login\/[\w-]+$/);
		},
	);
});
