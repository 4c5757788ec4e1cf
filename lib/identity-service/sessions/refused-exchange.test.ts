// What a refused token request has presented can be presented again, and nothing is left of what it would have issued.
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PASSWORDLESS_GRANT } from "../clients/grant-types";
import type { IdentityService } from "../context/identity-service";
import { handleServiceRequest } from "../handle-request";
import { readOutbox } from "../messages/outbox";
import { deleteRefreshToken } from "../store/refresh-tokens";
import { dpopKey } from "../testing/dpop";
import { failAt } from "../testing/failing-writes";
import { TestBrowser } from "../testing/test-browser";
import { assertion } from "../testing/test-keys";
import {
	AUDIENCE,
	EMAIL,
	ENGINES,
	ISSUER,
	ORDERS,
	PASSWORD,
	REDIRECT_URI,
	startTestService,
} from "../testing/test-service";
import { challengeOf, credentials, exchange, post, requestToken, signInForTokens } from "../testing/token-request";
import { closeSession } from "./end-session";

const SCOPE = "openid profile offline_access";
const VERIFIER = "a-verifier-of-at-least-forty-three-characters-0123";
const REFUSAL = { error: "invalid_grant", error_description: "Unknown or invalid refresh token." };
const ELSEWHERE = "https://elsewhere.example/";

describe.each(ENGINES)("a refused exchange on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	/** On PostgreSQL two instances, which requests reach in turn. */
	let instances: IdentityService[];
	beforeAll(async () => {
		tenant = await startTestService(engine);
		instances = [tenant.service, ...(engine === "PostgreSQL" ? [await tenant.startAnother()] : [])];
	});
	afterAll(() => tenant.stop());

	const issue = async (clientId: string, parameters: Record<string, string> = {}) =>
		(await signInForTokens(tenant.service, clientId, { scope: SCOPE, ...parameters })).refresh_token;
	const issueForOrders = () => issue("web-with-api", { audience: ORDERS, scope: `${SCOPE} read:orders` });
	let requests = 0;
	function nextInstance(): IdentityService {
		requests += 1;
		return instances[requests % instances.length] ?? tenant.service;
	}
	const refresh = (clientId: string, token: string, more = {}) => exchange(nextInstance(), clientId, token, more);
	const codeOf = async (clientId: string, parameters: Record<string, string> = {}) => {
		const request = { client_id: clientId, ...challengeOf(VERIFIER), ...parameters };
		return (await new TestBrowser(tenant.service).signIn(request)).searchParams.get("code") ?? "";
	};
	const redeem = (clientId: string, code: string, more = {}) => {
		const form = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
		return requestToken(nextInstance(), { ...form, ...credentials(tenant.service, clientId), ...more });
	};
	const setGrants = (clientId: string, grants: object[]) =>
		tenant.service.database
			.updateTable("clients")
			.set({ api_grants: JSON.stringify(grants) })
			.where("client_id", "=", clientId)
			.execute();
	/** Every row that a token request may write. */
	async function stored() {
		const { database } = tenant.service;
		const artifacts = database.selectFrom("oidc_artifacts").selectAll().orderBy("model").orderBy("id_hash");
		const tokens = database.selectFrom("refresh_tokens").selectAll().orderBy("id");
		const logins = database.selectFrom("users").select(["user_id", "logins_count"]).orderBy("user_id");
		return { artifacts: await artifacts.execute(), tokens: await tokens.execute(), logins: await logins.execute() };
	}

	it.each([
		["an unknown audience", "web", { audience: ELSEWHERE }],
		["an API for which the token was not issued", "web", { audience: ORDERS }],
		["the management interface", "web", { audience: AUDIENCE }],
		["more scopes", "web", { scope: "openid email" }],
		["another API than the token's own", "web-with-api", { resource: ELSEWHERE }],
	])("for %s leaves a rotating token as it was", async (_, clientId, more) => {
		const token = clientId === "web" ? await issue(clientId) : await issueForOrders();
		const before = await stored();
		for (let round = 0; round < 2; round += 1) {
			const { status, body } = await refresh(clientId, token, more);
			expect([status >= 400 && status < 500, body.error]).toEqual([
				true,
				expect.stringMatching(/^(access_denied|invalid)/),
			]);
			expect(await stored()).toEqual(before);
		}
		const renewed = await refresh(clientId, token);
		expect(renewed.status).toBe(200);
		expect((await refresh(clientId, renewed.body.refresh_token)).status).toBe(200);
	});

	it("for an API whose grant was taken away leaves the token, which works again once it is given back", async () => {
		const token = await issueForOrders();
		const granted = [{ audience: ORDERS, scopes: ["read:orders"] }];
		await setGrants("web-with-api", []);
		for (let round = 0; round < 2; round += 1) {
			expect(await refresh("web-with-api", token)).toMatchObject({ status: 403, body: { error: "access_denied" } });
		}
		await setGrants("web-with-api", granted);
		const { status, body } = await refresh("web-with-api", token);
		expect([status, body.scope]).toEqual([200, `${SCOPE} read:orders`]);
		expect(decodeJwt(body.access_token)).toMatchObject({ aud: [ORDERS, `${ISSUER}userinfo`], scope: body.scope });
		expect((await refresh("web-with-api", body.refresh_token)).status).toBe(200);
	});

	it.each([
		["one of them unknown", ELSEWHERE],
		["each granted", ORDERS],
	])("for two audiences, %s, leaves a rotating token as it was", async (_, second) => {
		const token = await issueForOrders();
		const before = await stored();
		const form = { grant_type: "refresh_token", refresh_token: token, audience: ORDERS };
		const body = new URLSearchParams({ ...form, ...credentials(tenant.service, "web-with-api") });
		body.append("audience", second);
		const request = new Request(`${ISSUER}oauth/token`, { method: "POST", body });
		const response = await handleServiceRequest(nextInstance(), request);
		expect([response.status, (await response.json()).error]).toEqual([400, "invalid_request"]);
		expect(await stored()).toEqual(before);
		expect((await refresh("web-with-api", token)).status).toBe(200);
	});

	it("for an unknown or ungranted audience leaves an authorization code", async () => {
		const code = await codeOf("web", { scope: SCOPE });
		for (const audience of [ELSEWHERE, ORDERS]) {
			expect((await redeem("web", code, { audience })).status).toBe(403);
		}
		const { status, body } = await redeem("web", code);
		expect(status).toBe(200);
		expect((await refresh("web", body.refresh_token)).status).toBe(200);
		const forOrders = await codeOf("web-with-api", { audience: ORDERS, scope: "openid read:orders" });
		await setGrants("web-with-api", []);
		expect((await redeem("web-with-api", forOrders)).status).toBe(403);
		await setGrants("web-with-api", [{ audience: ORDERS, scopes: ["read:orders"] }]);
		expect((await redeem("web-with-api", forOrders)).body.scope).toBe("openid read:orders");
	});

	it("for another key than the code's leaves the code", async () => {
		const [own, other] = [dpopKey(), dpopKey()];
		const address = `${ISSUER}oauth/par`;
		const pushed = await post(
			tenant.service,
			"oauth/par",
			{
				response_type: "code",
				redirect_uri: REDIRECT_URI,
				scope: "openid",
				...challengeOf(VERIFIER),
				...(await assertion("bank")),
			},
			{ dpop: await own.proof("POST", address) },
		);
		const { request_uri } = (await pushed.json()) as { request_uri: string };
		const browser = new TestBrowser(tenant.service);
		const start = await browser.open(`authorize?${new URLSearchParams({ client_id: "bank", request_uri })}`);
		const outcome = await browser.submit(new URL(start.headers.get("location") ?? ""));
		if ("problem" in outcome) throw new Error(outcome.problem);
		const end = await browser.open(outcome.returnTo);
		const code = new URL(end.headers.get("location") ?? "").searchParams.get("code") ?? "";
		const statuses: number[] = [];
		for (const { proof } of [other, own]) {
			const form = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
			const dpop = await proof("POST", `${ISSUER}oauth/token`);
			statuses.push((await requestToken(tenant.service, { ...form, ...(await assertion("bank")) }, { dpop })).status);
		}
		expect(statuses).toEqual([403, 200]);
	});

	it("for an unknown audience leaves a code that was sent by e-mail", async () => {
		const start = { client_id: "courier", connection: "email", email: EMAIL, send: "code" };
		expect((await post(tenant.service, "passwordless/start", start)).status).toBe(200);
		const [message] = await readOutbox(tenant.service);
		const otp = /\d{6}/.exec(message?.text ?? "")?.[0] ?? "";
		const form = { grant_type: PASSWORDLESS_GRANT, client_id: "courier", username: EMAIL, realm: "email", otp };
		expect((await requestToken(tenant.service, { ...form, audience: ELSEWHERE })).status).toBeGreaterThanOrEqual(400);
		expect((await requestToken(tenant.service, form)).status).toBe(200);
	});

	async function whileStoreFails(event: string, work: () => Promise<{ status: number; body: { error?: string } }>) {
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const endFailure = await failAt(tenant.service.database, engine, event);
		try {
			const { status, body } = await work();
			return [status, body.error];
		} finally {
			await endFailure();
			log.mockRestore();
		}
	}

	const insertOf = (model: string) => `insert on oidc_artifacts for each row when (new.model = '${model}')`;

	it.each([
		["the access token", insertOf("AccessToken")],
		["the next refresh token", insertOf("RefreshToken")],
		["that the token is used", "update on oidc_artifacts for each row when (new.model = 'RefreshToken')"],
		["the exchange", "update on refresh_tokens for each row"],
	])("leaves a rotating token as it was where %s can't be stored", async (_, event) => {
		const token = await issue("browser");
		const before = await stored();
		const outcome = await whileStoreFails(event, () => refresh("browser", token));
		expect(outcome).toEqual([503, "temporarily_unavailable"]);
		expect(await stored()).toEqual(before);
		const renewed = await refresh("browser", token);
		expect(renewed.status).toBe(200);
		expect((await refresh("browser", renewed.body.refresh_token)).status).toBe(200);
	});

	it("leaves a rotating token as it was where an ID token can't be signed", async () => {
		const token = await issue("browser");
		const before = await stored();
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const signing = instances.map((instance) => {
			const spy = vi.spyOn(instance.oidc().provider.IdToken.prototype, "issue");
			return spy.mockRejectedValue(new Error("no key"));
		});
		expect(await refresh("browser", token)).toMatchObject({ status: 500, body: { error: "server_error" } });
		for (const each of signing) each.mockRestore();
		log.mockRestore();
		expect(await stored()).toEqual(before);
		expect((await refresh("browser", token)).status).toBe(200);
	});

	it.each([
		["the access token", insertOf("AccessToken")],
		["the refresh token", insertOf("RefreshToken")],
		["that the code is used", "update on oidc_artifacts for each row when (new.model = 'AuthorizationCode')"],
	])("leaves a code as it was where %s can't be stored", async (_, event) => {
		const code = await codeOf("browser", { scope: SCOPE });
		const before = await stored();
		const outcome = await whileStoreFails(event, () => redeem("browser", code));
		expect(outcome).toEqual([503, "temporarily_unavailable"]);
		expect(await stored()).toEqual(before);
		expect((await redeem("browser", code)).status).toBe(200);
	});

	it("leaves nothing of a sign-in with a password whose tokens can't be stored", async () => {
		const form = { grant_type: "password", username: EMAIL, password: PASSWORD, scope: SCOPE };
		const signIn = () => requestToken(tenant.service, { ...form, ...credentials(tenant.service, "till") });
		const before = await stored();
		expect(await whileStoreFails(insertOf("RefreshToken"), signIn)).toEqual([503, "temporarily_unavailable"]);
		expect(await stored()).toEqual(before);
		expect((await signIn()).status).toBe(200);
	});

	/** Does something while the next request is about to respond with its tokens. */
	async function meanwhile<Result>(work: () => Promise<unknown>, request: () => Promise<Result>): Promise<Result> {
		const { prototype } = tenant.service.oidc().provider.IdToken;
		const signing = vi.spyOn(prototype, "issue");
		signing.mockImplementationOnce(async function (this: typeof prototype, ...parameters) {
			signing.mockRestore();
			await work();
			return this.issue(...parameters);
		});
		return request();
	}
	const modelsOf = async (grantId: string | null) =>
		(await stored()).artifacts.filter(({ grant_id }) => grant_id === grantId).map(({ model }) => model);

	it.each(["browser", "web-steady"])(
		"comes of a token of %s that is revoked meanwhile, and stores nothing",
		async (id) => {
			const token = await issue(id);
			const family = (await stored()).tokens.toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))[0];
			const revoke = () => deleteRefreshToken(tenant.service.database, family?.id ?? "");
			const outcome = await meanwhile(revoke, () => exchange(tenant.service, id, token));
			expect(outcome).toEqual({ status: 403, body: REFUSAL });
			expect(await modelsOf(family?.grant_id ?? null)).toEqual([]);
		},
	);

	it("comes of a code whose session ends meanwhile, and stores no refresh token", async () => {
		const code = await codeOf("browser", { scope: SCOPE });
		const sessions = tenant.service.database.selectFrom("sessions").select("id").orderBy("created_at", "desc");
		const { id } = await sessions.executeTakeFirstOrThrow();
		const before = (await stored()).tokens;
		const form = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
		const outcome = await meanwhile(
			() => closeSession(tenant.service, id, { keepRefreshTokens: false }),
			() => requestToken(tenant.service, { ...form, client_id: "browser" }),
		);
		expect([outcome.status, outcome.body.error]).toEqual([403, "invalid_grant"]);
		expect((await stored()).tokens).toEqual(before);
	});

	it("comes of a rotating token that another request exchanges meanwhile, and ends its family", async () => {
		const token = await issue("browser");
		const before = (await stored()).tokens.length;
		let first = { status: 0, body: { refresh_token: "" } };
		const second = await meanwhile(
			async () => {
				first = await refresh("browser", token);
			},
			() => exchange(tenant.service, "browser", token),
		);
		expect([first.status, second]).toEqual([200, { status: 403, body: REFUSAL }]);
		expect((await refresh("browser", first.body.refresh_token)).status).toBe(403);
		expect((await stored()).tokens).toHaveLength(before - 1);
	});

	it("comes of a code that another request exchanges meanwhile, and ends what was issued for it", async () => {
		const code = await codeOf("browser", { scope: SCOPE });
		const form = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
		let first = { status: 0, body: { refresh_token: "" } };
		const second = await meanwhile(
			async () => {
				first = await redeem("browser", code);
			},
			() => requestToken(tenant.service, { ...form, client_id: "browser" }),
		);
		expect([first.status, second.status, second.body.error]).toEqual([200, 403, "invalid_grant"]);
		expect((await refresh("browser", first.body.refresh_token)).status).toBe(403);
	});

	it("ends a family whole or not at all, at a revocation and at a reuse", async () => {
		const revoked = await issue("browser");
		const used = await issue("browser");
		const successor = (await refresh("browser", used)).body.refresh_token;
		const before = await stored();
		const deletion = "delete on oidc_artifacts for each row when (old.model = 'Grant')";
		const revoke = async () => {
			const response = await post(tenant.service, "oauth/revoke", { token: revoked, client_id: "browser" });
			return { status: response.status, body: await response.json() };
		};
		expect(await whileStoreFails(deletion, revoke)).toEqual([503, "temporarily_unavailable"]);
		expect(await whileStoreFails(deletion, () => refresh("browser", used))).toEqual([503, "temporarily_unavailable"]);
		expect(await stored()).toEqual(before);
		expect((await revoke()).status).toBe(200);
		expect((await refresh("browser", used)).status).toBe(403);
		expect((await refresh("browser", successor)).status).toBe(403);
		expect((await stored()).tokens).toHaveLength(before.tokens.length - 2);
	});
});
