import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { IdpInitiated } from "@/lib/contract/connection/connection-request";
import { writtenXml } from "@/lib/xml/testing/written-xml";
import { handleServiceRequest } from "../../handle-request";
import { authorizeAddress, followed, postResponse } from "../../testing/connection-sign-in";
import { refused } from "../../testing/expect-refused";
import { postedForm } from "../../testing/federated-sign-in";
import { CLAIMS, claimsIn } from "../../testing/passive-sign-in";
import { readSamlResponse } from "../../testing/saml-response";
import { TestBrowser } from "../../testing/test-browser";
import { addConnection, testProvider } from "../../testing/test-provider";
import { ANY_ENGINE, ISSUER, ORDERS, REDIRECT_URI, startTestService } from "../../testing/test-service";
import { credentials, post, requestToken } from "../../testing/token-request";
import { providerSignIns } from "../provider-sign-in";

const NOT_CONFIGURED = "IdP-Initiated Default App Not Configured";
const BEGIN_ITSELF = "The default application must begin the sign-in itself: it requires PKCE.";
const ALL = ["web", "saml", "wsfed", "browser", "page", "widget", "bank", "machine", "third-party"];

describe.each(ANY_ENGINE)("an IdP-initiated sign-in on %s", (engine) => {
	const provider = testProvider();
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let browser: TestBrowser;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		await addConnection(tenant.service, "acme", ALL, provider.options);
	});
	beforeEach(() => {
		browser = new TestBrowser(tenant.service);
	});
	afterAll(() => tenant.stop());

	const set = (idpinitiated: IdpInitiated, clientIds = ALL) =>
		tenant.service.database
			.updateTable("connections")
			.set({
				options: JSON.stringify({ ...provider.options, idpinitiated: { enabled: true, ...idpinitiated } }),
				enabled_clients: JSON.stringify(clientIds),
			})
			.where("name", "=", "acme")
			.execute();
	const send = (fields: Record<string, string> = {}, nameId = "visitor") =>
		postResponse(tenant.service, "acme", {
			SAMLResponse: provider.response({ connection: "acme", nameId }),
			...fields,
		});
	const signIn = async (fields?: Record<string, string>, nameId?: string) =>
		followed(browser, await send(fields, nameId));
	const respondedAt = (response: Response) => new URL(response.headers.get("location") ?? "about:blank");
	const refusal = (fields?: Record<string, string>) => refused(tenant.service, () => send(fields));

	it("redirects to the default application's first callback, with a code", async () => {
		await set({ client_id: "web", client_protocol: "oidc" });
		const response = await signIn();
		const { href, searchParams } = respondedAt(response);
		expect(href.startsWith(REDIRECT_URI)).toBe(true);
		expect(searchParams.has("state")).toBe(false);
		const form = { grant_type: "authorization_code", code: searchParams.get("code") ?? "", redirect_uri: REDIRECT_URI };
		const { body } = await requestToken(tenant.service, { ...form, ...credentials(tenant.service, "web") });
		expect(decodeJwt(body.id_token)).toMatchObject({ sub: "samlp|acme|visitor", name: "visitor" });
		expect(body.scope.split(" ").sort()).toEqual(["email", "openid", "profile"]);
	});

	it("requests what the connection's query sets", async () => {
		const query = `redirect_uri=${encodeURIComponent(REDIRECT_URI)}&response_type=code&scope=openid offline_access&state=known&type=code&timeout=30`;
		await set({ client_id: "web", client_authorizequery: query });
		const { searchParams } = respondedAt(await signIn());
		expect(searchParams.get("state")).toBe("known");
		const form = { grant_type: "authorization_code", code: searchParams.get("code") ?? "", redirect_uri: REDIRECT_URI };
		const { body } = await requestToken(tenant.service, { ...form, ...credentials(tenant.service, "web") });
		expect(body.scope).toBe("openid offline_access");
		expect(body.refresh_token).toEqual(expect.any(String));
	});

	it.each([
		["token", ["access_token"]],
		["id_token", ["id_token"]],
		["id_token token", ["access_token", "id_token"]],
		["token id_token", ["access_token", "id_token"]],
	])("responds with %s in the fragment", async (type, expected) => {
		await set({ client_id: "widget", client_authorizequery: `response_type=${type}&audience=${ORDERS}` });
		const response = new URLSearchParams(respondedAt(await signIn()).hash.slice(1));
		expect(
			["access_token", "id_token"].filter((name) => response.has(name)),
			String(response),
		).toEqual(expected);
	});

	it("responds with a token for user info alone where the query's audience is that of user info", async () => {
		await set({ client_id: "widget", client_authorizequery: `response_type=token&audience=${ISSUER}userinfo` });
		const response = new URLSearchParams(respondedAt(await signIn()).hash.slice(1));
		const headers = { authorization: `Bearer ${response.get("access_token")}` };
		const userInfo = await handleServiceRequest(tenant.service, new Request(`${ISSUER}userinfo`, { headers }));
		expect([userInfo.status, response.get("scope")]).toEqual([200, "openid profile email"]);
	});

	it("replaces the session in this browser, and prompts for consent to a third-party application", async () => {
		await browser.signIn({ client_id: "web" });
		await set({ client_id: "third-party" });
		const page = await signIn();
		expect(await page.text()).toContain("Allow The third-party application?");
	});

	it.each(["samlp", "saml"] as const)(
		"sends a response to a SAML application by %s, with the unchanged RelayState",
		async (protocol) => {
			await set({
				client_id: "saml",
				client_protocol: protocol,
				client_authorizequery: "redirect_uri=https://evil.example",
			});
			const { action, fields, assertion } = await readSamlResponse(
				tenant.service,
				await (await signIn({ RelayState: "/reports?id=1&a='b'" })).text(),
			);
			expect([action, fields.RelayState]).toEqual(["https://sp.example/acs", "/reports?id=1&a='b'"]);
			expect(assertion?.nameId.value).toBe("samlp|acme|visitor");
			expect(assertion?.confirmation.InResponseTo).toBeUndefined();
		},
	);

	it("sends a response to a WS-Federation application, with the RelayState as its context", async () => {
		await set({ client_id: "wsfed", client_protocol: "wsfed" });
		const { action, fields } = postedForm(await (await signIn({ RelayState: "/reports" })).text());
		expect([action, fields.wctx]).toEqual(["https://rp.example/wsfed", "/reports"]);
		expect(claimsIn(writtenXml(fields.wresult ?? ""))[`${CLAIMS}/nameidentifier`]).toBe("samlp|acme|visitor");
	});

	it.each([
		["a script", "javascript:alert(1)", "The RelayState is a script."],
		["too long", "x".repeat(81), "The RelayState is longer than 80 bytes."],
	])("refuses a RelayState that is %s", async (_, RelayState, words) => {
		await set({ client_id: "saml", client_protocol: "samlp" });
		expect(await refusal({ RelayState })).toBe(words);
	});

	it.each<[string, IdpInitiated, string[]?]>([
		["none is set", {}],
		["it does not exist", { client_id: "nothing" }],
		["it may not use the connection", { client_id: "web" }, ["saml"]],
		["it has no callback", { client_id: "machine" }],
		["it does not support OpenID Connect", { client_id: "saml", client_protocol: "oidc" }],
		["it does not support SAML", { client_id: "web", client_protocol: "samlp" }],
		["it does not support WS-Federation", { client_id: "saml", client_protocol: "wsfed" }],
		["it may not use the response type", { client_id: "web", client_authorizequery: "response_type=id_token" }],
		["the response type is internal", { client_id: "saml", client_authorizequery: "response_type=none" }],
	])("has no default application where %s", async (_, idpinitiated, clientIds) => {
		await set(idpinitiated, clientIds);
		expect(await refusal()).toBe(NOT_CONFIGURED);
	});

	it.each(["browser", "page"])("can't be for the public client %s, which has to use PKCE", async (client_id) => {
		await set({ client_id });
		expect(await refusal()).toBe(BEGIN_ITSELF);
	});

	it("can't be for an application of the FAPI profile", async () => {
		await set({ client_id: "bank" });
		expect(await refusal()).toBe(BEGIN_ITSELF);
	});

	it.each([
		...["client_id=page", "request=x", "request_uri=urn:x", "prompt=none", "connection=acme", "federated_request=x"],
		...[
			"provider_sign_in=x",
			"pushed_scope=x",
			"token_only_scope=x",
			"code_challenge=x",
			"id_token_hint=x",
			"claims={}",
		],
	])("refuses a query with %s", async (query) => {
		await set({ client_id: "web", client_authorizequery: `scope=openid&${query}` });
		expect(await refusal()).toBe(`The connection's query must not set ${query.split("=")[0]}.`);
	});

	it.each([
		["redirect_uri=https://evil.example/", "not a callback URL of the application"],
		["scope=openid&scope=email", "more than one scope"],
		["response_mode=web_message", "response_mode"],
		["response_mode=federated", "response_mode"],
	])("refuses a query with %s", async (client_authorizequery, words) => {
		await set({ client_id: "web", client_authorizequery });
		expect(await refusal()).toContain(words);
	});

	it("accepts a response once, and its redirect once", async () => {
		await set({ client_id: "web" });
		const SAMLResponse = provider.response({ connection: "acme", nameId: "once" });
		const first = await send({ SAMLResponse });
		expect(await refusal({ SAMLResponse })).toContain("already used");
		const login = await browser.visit(first.headers.get("location") ?? "");
		const way = login.headers.get("location") ?? "";
		expect(way).toMatch(/\/login\/[\w-]+\?way=connection$/);
		expect((await browser.visit(way)).status).toBe(303);
		expect(await refused(tenant.service, () => browser.visit(way))).toContain("already used");
		// The used address signs in no other browser.
		const other = new TestBrowser(tenant.service);
		const again = await other.visit(first.headers.get("location") ?? "");
		expect(await refused(tenant.service, () => other.visit(again.headers.get("location") ?? ""))).toContain("used");
		expect((await other.visit(way)).status).toBe(404);
	});

	it("puts nothing of the response into an address", async () => {
		await set({ client_id: "web" });
		const first = await send({}, "secret-person");
		const login = await browser.visit(first.headers.get("location") ?? "");
		for (const { headers } of [first, login]) {
			expect(headers.get("location")).not.toContain("secret-person");
			expect(headers.get("location")).not.toContain("provider_sign_in");
		}
	});

	it("can't be requested by an application or a browser", async () => {
		const token = "x".repeat(43);
		const own = await providerSignIns.seal(tenant.service, { token, clientId: "web" });
		const other = await providerSignIns.seal(tenant.service, { token, clientId: "saml" });
		for (const provider_sign_in of ["x", token, other]) {
			const response = await browser.visit(authorizeAddress({ client_id: "web", provider_sign_in }));
			expect([response.status, response.headers.get("location")]).toEqual([400, null]);
			const form = { response_type: "code", redirect_uri: REDIRECT_URI, scope: "openid", provider_sign_in };
			const pushed = await post(tenant.service, "oauth/par", { ...form, ...credentials(tenant.service, "web") });
			expect(pushed.status).toBe(400);
		}
		// Even a validly sealed value is refused where no sign-in is stored under its token.
		const page = await browser.visit(authorizeAddress({ client_id: "web", provider_sign_in: own }));
		const way = page.headers.get("location") ?? "";
		expect(await refused(tenant.service, () => browser.visit(way))).toContain("already used");
	});
});
