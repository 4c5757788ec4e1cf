import { createHash } from "node:crypto";
import { decodeJwt, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { TestBrowser } from "../testing/test-browser";
import { testClients } from "../testing/test-clients";
import { ISSUER, ORDERS, REDIRECT_URI, startTestService, USER_ID } from "../testing/test-service";

describe("the implicit flow", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());

	const fragmentOf = (address: URL) => new URLSearchParams(address.hash.slice(1));
	const signInWith = async (parameters: Record<string, string>, browser = new TestBrowser(tenant.service)) =>
		fragmentOf(await browser.signIn({ client_id: "widget", ...parameters }));
	const userInfo = (token: string) =>
		handleServiceRequest(
			tenant.service,
			new Request(`${ISSUER}userinfo`, { headers: { authorization: `Bearer ${token}` } }),
		);

	it("gives an access token alone for response_type=token, in the fragment", async () => {
		const address = await new TestBrowser(tenant.service).signIn({
			client_id: "widget",
			response_type: "token",
			state: "s-1",
		});
		expect(address.search).toBe("");
		const fragment = fragmentOf(address);
		expect(Object.fromEntries(fragment)).toMatchObject({ token_type: "Bearer", state: "s-1", iss: ISSUER });
		expect(Number(fragment.get("expires_in"))).toBeGreaterThan(0);
		expect(fragment.has("id_token")).toBe(false);
		expect((await userInfo(fragment.get("access_token") ?? "")).status).toBe(200);
	});

	it("refuses user info to a token that was requested without openid", async () => {
		const fragment = await signInWith({ response_type: "token", scope: "profile" });
		expect(fragment.get("access_token")).toEqual(expect.any(String));
		expect((await userInfo(fragment.get("access_token") ?? "")).status).toBe(403);
	});

	it("gives a token for an audience, with the client's own scopes only", async () => {
		const scope = "read:orders delete:orders";
		const fragment = await signInWith({ response_type: "token", audience: ORDERS, scope });
		const claims = decodeJwt(fragment.get("access_token") ?? "");
		expect(claims).toMatchObject({ aud: ORDERS, sub: USER_ID, scope: "read:orders" });
	});

	it("gives an ID token with the request's nonce", async () => {
		const fragment = await signInWith({ response_type: "id_token", nonce: "n-1" });
		expect(fragment.has("access_token")).toBe(false);
		const { payload } = await jwtVerify(fragment.get("id_token") ?? "", tenant.service.keys.verificationKey, {
			issuer: ISSUER,
			audience: "widget",
		});
		expect(payload).toMatchObject({ nonce: "n-1", sub: USER_ID });
	});

	it.each(["id_token token", "token id_token"])("gives both for %s, tied by at_hash", async (responseType) => {
		const fragment = await signInWith({ response_type: responseType, nonce: "n-2" });
		const half = createHash("sha256")
			.update(fragment.get("access_token") ?? "")
			.digest()
			.subarray(0, 16);
		expect(decodeJwt(fragment.get("id_token") ?? "").at_hash).toBe(half.toString("base64url"));
	});

	it("responds by a form to the redirect URI on request", async () => {
		const browser = new TestBrowser(tenant.service);
		await signInWith({ response_type: "token" }, browser);
		const query = { client_id: "widget", response_type: "token", redirect_uri: REDIRECT_URI, scope: "openid" };
		const response = await browser.open(`authorize?${new URLSearchParams({ ...query, response_mode: "form_post" })}`);
		const html = await response.text();
		expect(html).toContain(`action="${REDIRECT_URI}"`);
		expect(html).toContain('name="access_token"');
		expect(html).not.toContain('name="id_token"');
	});

	it("requires a nonce for an ID token, and refuses tokens in the query", async () => {
		const browser = new TestBrowser(tenant.service);
		const without = fragmentOf(await browser.authorize({ client_id: "widget", response_type: "id_token" }));
		expect(without.get("error")).toBe("invalid_request");
		const query = { client_id: "widget", response_type: "token", response_mode: "query" };
		expect((await browser.authorize(query)).href).not.toContain("access_token");
	});

	it.each(["token", "id_token", "id_token token"])("is off for a client by default: %s", async (responseType) => {
		const address = await new TestBrowser(tenant.service).authorize({
			client_id: "web",
			response_type: responseType,
			nonce: "n",
		});
		expect(fragmentOf(address).get("error")).toMatch(/^(unauthorized_client|invalid_request)$/);
		expect(address.href).not.toContain("token=");
	});

	it("never gives a refresh token", async () => {
		const fragment = await signInWith({ response_type: "token", scope: "openid offline_access" });
		expect(fragment.has("refresh_token")).toBe(false);
	});

	it.each(["token", "id_token"])("sends a %s to the registered port of this machine only", async (responseType) => {
		const parameters = { client_id: "widget", response_type: responseType, nonce: "n", scope: "openid" };
		for (const redirect_uri of ["http://localhost:3001/callback", "http://localhost/callback"]) {
			const query = new URLSearchParams({ ...parameters, redirect_uri });
			const response = await new TestBrowser(tenant.service).open(`authorize?${query}`);
			expect(response.status).toBe(400);
			expect(response.headers.has("location")).toBe(false);
		}
	});

	it.each([
		["http", ["http://app.example/callback"]],
		["http except on this machine", ["http://localhost:3000/callback", "http://app.example/callback"]],
	])("refuses a client that would get tokens over %s", async (_, redirectUris) => {
		const id = `unsafe-${redirectUris.length}`;
		const details = { client_id: id, handle: id, redirect_uris: JSON.stringify(redirectUris) };
		const clients = testClients().filter(({ client_id }) => client_id === "widget");
		await tenant.service.database
			.insertInto("clients")
			.values(clients.map((client) => ({ ...client, ...details })))
			.execute();
		const query = new URLSearchParams({ client_id: id, response_type: "token", scope: "openid" });
		const response = await new TestBrowser(tenant.service).open(`authorize?${query}`);
		expect([response.status, response.headers.get("location")]).toEqual([400, null]);
		expect(await response.text()).toMatch(/https scheme|loopback addresses/);
	});
});
