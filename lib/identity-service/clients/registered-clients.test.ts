// Settings made over the management interface apply at the authentication interface from the next request on.
import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { TestBrowser } from "../testing/test-browser";
import { ANY_ENGINE, AUDIENCE, ISSUER, REDIRECT_URI, startTestService } from "../testing/test-service";
import { challengeOf, post, requestToken, secretOf } from "../testing/token-request";

type Client = { client_id: string; client_secret: string };
const DAY_SECONDS = 86_400;

describe.each(ANY_ENGINE)("an application that was registered, on %s,", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let authorization: string;
	beforeEach(async () => {
		tenant = await startTestService(engine);
		const own = ["create:clients", "update:clients", "update:client_keys", "delete:clients", "create:client_grants"];
		// A caller can only grant scopes that it has itself.
		const scopes = [...own, "read:users"];
		const api_grants = JSON.stringify([{ audience: "/api/v2/", scopes }]);
		await tenant.service.database
			.updateTable("clients")
			.set({ api_grants })
			.where("client_id", "=", "machine")
			.execute();
		const client_secret = secretOf(tenant.service, "machine");
		const form = { grant_type: "client_credentials", audience: AUDIENCE, client_id: "machine", client_secret };
		authorization = `Bearer ${(await requestToken(tenant.service, form)).body.access_token}`;
	});
	afterEach(() => tenant.stop());

	async function manage(method: string, path: string, body?: object): Promise<Client> {
		const init = { method, headers: { authorization, "content-type": "application/json" } };
		const request = new Request(`${ISSUER}api/v2${path}`, { ...init, ...(body && { body: JSON.stringify(body) }) });
		const response = await handleServiceRequest(tenant.service, request);
		expect(response.status, `${method} ${path}`).toBeLessThan(300);
		if (response.status === 204) return { client_id: "", client_secret: "" };
		const { client_id, client_secret } = (await response.json()) as Client;
		return { client_id, client_secret };
	}
	const register = (more: object = {}) =>
		manage("POST", "/clients", { name: "Own", callbacks: [REDIRECT_URI], ...more });

	async function signIn({ client_id, client_secret }: Client, more: Record<string, string> = {}) {
		const verifier = "v".repeat(43);
		const address = await new TestBrowser(tenant.service).signIn({ client_id, ...challengeOf(verifier), ...more });
		return requestToken(tenant.service, {
			grant_type: "authorization_code",
			code: address.searchParams.get("code") ?? "",
			code_verifier: verifier,
			redirect_uri: REDIRECT_URI,
			client_id,
			...(client_secret && { client_secret }),
		});
	}
	const machineToken = ({ client_id, client_secret }: Client) =>
		requestToken(tenant.service, { grant_type: "client_credentials", audience: AUDIENCE, client_id, client_secret });

	it("signs users in with its secret, and after a rotation with the new one only", async () => {
		const made = await register();
		expect((await signIn(made)).status).toBe(200);
		expect((await signIn({ ...made, client_secret: "wrong" })).status).toBe(401);
		const rotated = await manage("POST", `/clients/${made.client_id}/rotate-secret`);
		expect((await signIn(made)).status).toBe(401);
		expect((await signIn(rotated)).status).toBe(200);
	});

	it("gets no redirect to a callback that was removed", async () => {
		const made = await register();
		await manage("PATCH", `/clients/${made.client_id}`, { callbacks: ["https://elsewhere.example/cb"] });
		const query = new URLSearchParams({ client_id: made.client_id, response_type: "code", redirect_uri: REDIRECT_URI });
		const response = await new TestBrowser(tenant.service).open(`authorize?${query}`);
		expect([response.status, response.headers.get("location")]).toEqual([400, null]);
	});

	it("may request an API once it was granted, and its granted scopes only", async () => {
		const made = await register({ app_type: "non_interactive" });
		expect((await machineToken(made)).status).toBe(403);
		const grant = { client_id: made.client_id, audience: AUDIENCE, scope: ["read:users"] };
		await manage("POST", "/client-grants", grant);
		expect((await machineToken(made)).body.scope).toBe("read:users");
	});

	it("gets ID tokens and refresh tokens with its own lifetimes", async () => {
		const made = await register({
			jwt_configuration: { lifetime_in_seconds: 120, alg: "RS256" },
			refresh_token: {
				rotation_type: "rotating",
				expiration_type: "expiring",
				token_lifetime: 2 * DAY_SECONDS,
				idle_token_lifetime: DAY_SECONDS,
			},
		});
		const { body } = await signIn(made, { scope: "openid offline_access" });
		const { iat = 0, exp = 0 } = decodeJwt(body.id_token);
		expect(exp - iat).toBe(120);
		expect(JSON.parse(Buffer.from(body.id_token.split(".")[0] ?? "", "base64url").toString())).toMatchObject({
			alg: "RS256",
		});
		const exchange = (refresh_token: string) =>
			requestToken(tenant.service, { grant_type: "refresh_token", refresh_token, ...made });
		tenant.passSeconds(DAY_SECONDS - 60);
		const renewed = await exchange(body.refresh_token);
		expect(renewed.status).toBe(200);
		// The idle lifetime began again; two days after the first token the absolute one ends.
		tenant.passSeconds(DAY_SECONDS - 60);
		const again = await exchange(renewed.body.refresh_token);
		expect(again.status).toBe(200);
		tenant.passSeconds(180);
		expect((await exchange(again.body.refresh_token)).status).toBe(403);
	});

	it("keeps the algorithm that an older release stored for it, whatever else changes", async () => {
		const made = await register();
		const { database } = tenant.service;
		const settings = JSON.stringify({ id_token_alg: "ES256" });
		await database.updateTable("clients").set({ settings }).where("client_id", "=", made.client_id).execute();
		const jwt_configuration = { lifetime_in_seconds: 120, alg: "ES256", secret_encoded: false };
		await manage("PATCH", `/clients/${made.client_id}`, { jwt_configuration });
		const { body } = await signIn(made);
		expect(decodeProtectedHeader(body.id_token)).toMatchObject({ alg: "ES256" });
		await manage("PATCH", `/clients/${made.client_id}`, { jwt_configuration: { alg: "RS256" } });
		expect(decodeProtectedHeader((await signIn(made)).body.id_token)).toMatchObject({ alg: "RS256" });
	});

	it("gets refresh tokens that never expire where it is set so", async () => {
		const refresh_token = { rotation_type: "non-rotating", expiration_type: "non-expiring" };
		const made = await register({ refresh_token });
		const { body } = await signIn(made, { scope: "openid offline_access" });
		const rows = () => tenant.service.database.selectFrom("refresh_tokens").selectAll().execute();
		expect(await rows()).toMatchObject([{ expires_at: null, idle_expires_at: null }]);
		tenant.passSeconds(3 * 365 * DAY_SECONDS);
		const exchange = () =>
			requestToken(tenant.service, { grant_type: "refresh_token", refresh_token: body.refresh_token, ...made });
		expect((await exchange()).status).toBe(200);
		expect(await rows()).toMatchObject([{ expires_at: null, idle_expires_at: null }]);
		expect((await exchange()).status).toBe(200);
	});

	it("may present a rotated refresh token once more within its leeway, and not without one", async () => {
		for (const [leeway, status] of [
			[0, 403],
			[60, 200],
		] as const) {
			const refresh_token = { rotation_type: "rotating", expiration_type: "expiring", leeway };
			const made = await register({ refresh_token });
			const { body } = await signIn(made, { scope: "openid offline_access" });
			const exchange = (value: string) =>
				requestToken(tenant.service, { grant_type: "refresh_token", refresh_token: value, ...made });
			const first = await exchange(body.refresh_token);
			expect(first.status).toBe(200);
			const again = await exchange(body.refresh_token);
			expect(again.status).toBe(status);
			// The token that it was first exchanged for stays valid within the leeway, and is revoked after a replay.
			expect((await exchange(first.body.refresh_token)).status).toBe(status);
		}
	});

	it("that must push its requests may not send them through the browser, without the FAPI profile", async () => {
		const made = await register({ require_pushed_authorization_requests: true });
		await expect(signIn(made)).rejects.toThrow();
		const pushed = await post(tenant.service, "oauth/par", {
			...made,
			response_type: "code",
			redirect_uri: REDIRECT_URI,
			scope: "openid",
			...challengeOf("v".repeat(43)),
		});
		const { request_uri = "" } = (await pushed.json()) as { request_uri?: string };
		expect(pushed.status).toBe(201);
		const address = await new TestBrowser(tenant.service).signIn({ client_id: made.client_id, request_uri });
		expect(address.searchParams.get("code")).not.toBeNull();
	});

	it("is refused everything once it is deleted: no sign-in, no exchange, no user info", async () => {
		const made = await register();
		const { body } = await signIn(made, { scope: "openid offline_access" });
		await manage("DELETE", `/clients/${made.client_id}`);
		const exchanged = await requestToken(tenant.service, {
			grant_type: "refresh_token",
			refresh_token: body.refresh_token,
			...made,
		});
		expect(exchanged.status).toBe(401);
		await expect(signIn(made)).rejects.toThrow();
		const info = await post(tenant.service, "userinfo", {}, { authorization: `Bearer ${body.access_token}` });
		expect(info.status).toBe(401);
	});

	it("with a private-use scheme is redirected to by it", async () => {
		const redirect_uri = "com.example.app:/cb";
		const made = await register({ app_type: "native", callbacks: [redirect_uri] });
		const address = await new TestBrowser(tenant.service).signIn({
			client_id: made.client_id,
			redirect_uri,
			...challengeOf("v".repeat(43)),
		});
		expect(address.href).toMatch(/^com\.example\.app:\/cb\?code=/);
	});
});
