import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { IdpInitiated } from "@/lib/contract/connection/connection-request";
import { writtenXml } from "@/lib/xml/testing/written-xml";
import { authorizeAddress, followed, postResponse } from "../../testing/connection-sign-in";
import { refused } from "../../testing/expect-refused";
import { postedForm } from "../../testing/federated-sign-in";
import { CLAIMS, claimsIn } from "../../testing/passive-sign-in";
import { readSamlResponse } from "../../testing/saml-response";
import { TestBrowser } from "../../testing/test-browser";
import { addConnection, testProvider } from "../../testing/test-provider";
import { ANY_ENGINE, ORDERS, REDIRECT_URI, startTestService } from "../../testing/test-service";
import { credentials, post, requestToken } from "../../testing/token-request";
import { providerSignIns } from "../provider-sign-in";

const NOT_CONFIGURED = "IdP-Initiated Default App Not Configured";
const BEGIN_ITSELF = "The default application must begin the sign-in itself: it proves by PKCE that it has begun.";
const ALL = ["web", "saml", "wsfed", "browser", "page", "widget", "bank", "machine", "third-party"];

describe.each(ANY_ENGINE)("a sign-in that a provider begins on %s", (engine) => {
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

	it("goes on to the default application's first callback, with a code", async () => {
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

	it("asks for what the connection's query says", async () => {
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
	])("answers %s at the address", async (type, expected) => {
		await set({ client_id: "widget", client_authorizequery: `response_type=${type}&audience=${ORDERS}` });
		const answered = new URLSearchParams(respondedAt(await signIn()).hash.slice(1));
		expect(
			["access_token", "id_token"].filter((name) => answered.has(name)),
			String(answered),
		).toEqual(expected);
	});

	it("takes the place of the session in this browser, and asks another company's user what it may know", async () => {
		await browser.signIn({ client_id: "web" });
		await set({ client_id: "third-party" });
		const page = await signIn();
		expect(await page.text()).toContain("Allow The third-party application?");
	});

	it.each(["samlp", "saml"] as const)(
		"goes on to an application of SAML by %s, with the RelayState as it came",
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

	it("goes on to an application of WS-Federation, with the RelayState as its context", async () => {
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
		["it signs nobody in by OpenID Connect", { client_id: "saml", client_protocol: "oidc" }],
		["it does not take SAML", { client_id: "web", client_protocol: "samlp" }],
		["it does not take WS-Federation", { client_id: "saml", client_protocol: "wsfed" }],
		["its answer would be of another type", { client_id: "web", client_authorizequery: "response_type=id_token" }],
		["its answer would be of an inner type", { client_id: "saml", client_authorizequery: "response_type=none" }],
	])("has no default application where %s", async (_, idpinitiated, clientIds) => {
		await set(idpinitiated, clientIds);
		expect(await refusal()).toBe(NOT_CONFIGURED);
	});

	it.each(["browser", "page"])("can't be for %s, which proves that it has begun", async (client_id) => {
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
		["redirect_uri=https://evil.example/", "no callback URL of the application"],
		["scope=openid&scope=email", "more than one scope"],
		["response_mode=web_message", "response_mode"],
		["response_mode=federated", "response_mode"],
	])("refuses a query with %s", async (client_authorizequery, words) => {
		await set({ client_id: "web", client_authorizequery });
		expect(await refusal()).toContain(words);
	});

	it("takes an answer once, and a page of it once", async () => {
		await set({ client_id: "web" });
		const SAMLResponse = provider.response({ connection: "acme", nameId: "once" });
		const first = await send({ SAMLResponse });
		expect(await refusal({ SAMLResponse })).toContain("used already");
		const login = await browser.visit(first.headers.get("location") ?? "");
		const way = login.headers.get("location") ?? "";
		expect(way).toMatch(/\/login\/[\w-]+\?way=connection$/);
		expect((await browser.visit(way)).status).toBe(303);
		expect(await refused(tenant.service, () => browser.visit(way))).toContain("used already");
		// Nobody is signed in by the address alone, once it was used.
		const stranger = new TestBrowser(tenant.service);
		const again = await stranger.visit(first.headers.get("location") ?? "");
		expect(await refused(tenant.service, () => stranger.visit(again.headers.get("location") ?? ""))).toContain("used");
		expect((await stranger.visit(way)).status).toBe(404);
	});

	it("holds nothing of the answer in an address", async () => {
		await set({ client_id: "web" });
		const first = await send({}, "secret-person");
		const login = await browser.visit(first.headers.get("location") ?? "");
		for (const { headers } of [first, login]) {
			expect(headers.get("location")).not.toContain("secret-person");
			expect(headers.get("location")).not.toContain("provider_sign_in");
		}
	});

	it("is nothing that anybody else can ask for", async () => {
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
		// Though somebody had one, the token behind it is good for nothing but what was kept under it.
		const page = await browser.visit(authorizeAddress({ client_id: "web", provider_sign_in: own }));
		const way = page.headers.get("location") ?? "";
		expect(await refused(tenant.service, () => browser.visit(way))).toContain("used already");
	});
});
