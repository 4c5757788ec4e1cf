import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { inTransaction } from "@/lib/database/in-transaction";
import { SESSION_ABSOLUTE_SECONDS, SESSION_IDLE_SECONDS } from "../clients/lifetimes";
import type { IdentityService } from "../context/identity-service";
import { resolveConsent } from "../login/login";
import { saveArtifact } from "../store/oidc-artifacts";
import { updateSessionMetadata } from "../store/sessions";
import { findUser } from "../store/users";
import { failToWrite } from "../testing/failing-writes";
import { TestBrowser } from "../testing/test-browser";
import {
	EMAIL,
	ENGINES,
	OTHER_EMAIL,
	PASSWORD,
	REDIRECT_URI,
	startTestService,
	USER_ID,
} from "../testing/test-service";
import { challengeOf, credentials, exchange, requestToken, signInForTokens } from "../testing/token-request";
import { closeSession, endAccess } from "./end-session";

const OFFLINE = { scope: "openid offline_access" };
const VERIFIER = "v".repeat(43);
const REFUSAL = { error: "invalid_grant", error_description: "Unknown or invalid refresh token." };
const RACES = process.env.LONG ? 100 : 3;

describe.each(ENGINES)("a session on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let other: IdentityService;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		other = await tenant.startAnother();
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	/** An instance whose writes meet those of `tenant`. A SQLite file has one at a time. */
	const concurrent = () => (engine === "SQLite" ? tenant.service : other);
	const rowOf = (id: string) =>
		tenant.service.database.selectFrom("sessions").selectAll().where("id", "=", id).executeTakeFirst();
	async function signedIn(clientId = "web", parameters: Record<string, string> = OFFLINE, headers = {}) {
		const browser = new TestBrowser(tenant.service, headers);
		const tokens = await signInForTokens(tenant.service, clientId, parameters, browser);
		return { browser, tokens, id: String(decodeJwt(tokens.id_token).sid) };
	}
	const isSignedIn = async (browser: TestBrowser) =>
		(await browser.authorize({ client_id: "web", prompt: "none" })).searchParams.has("code");
	/** The code of a sign-in without a page, in a session that has begun. */
	async function codeIn(browser: TestBrowser, scope: string): Promise<string> {
		const address = await browser.authorize({ client_id: "web", prompt: "none", scope, ...challengeOf(VERIFIER) });
		const code = address.searchParams.get("code");
		if (code === null) throw new Error(`No code in ${address}`);
		return code;
	}
	const redeem = (code: string) =>
		requestToken(tenant.service, {
			grant_type: "authorization_code",
			code,
			code_verifier: VERIFIER,
			redirect_uri: REDIRECT_URI,
			...credentials(tenant.service, "web"),
		});

	describe("that a user begins", () => {
		it("has the identifier of ID tokens, with its device, applications, methods and end", async () => {
			const { id } = await signedIn("web", { scope: "openid" });
			const row = await rowOf(id);
			const begun = Date.parse(row?.created_at ?? "");
			expect(row).toMatchObject({ user_id: USER_ID, clients: '["web"]', metadata: null });
			expect(JSON.parse(row?.device ?? "")).toEqual({
				initial_ip: "192.0.2.1",
				initial_asn: null,
				initial_user_agent: "Test browser",
				last_ip: "192.0.2.1",
				last_asn: null,
				last_user_agent: "Test browser",
			});
			expect(JSON.parse(row?.methods ?? "")).toEqual([{ name: "pwd", timestamp: row?.authenticated_at }]);
			expect(Math.abs(begun - Date.parse(row?.authenticated_at ?? ""))).toBeLessThan(5_000);
			expect(Date.parse(row?.idle_expires_at ?? "") - begun).toBe(SESSION_IDLE_SECONDS * 1000);
			expect(Date.parse(row?.expires_at ?? "") - Date.parse(row?.authenticated_at ?? "")).toBe(
				SESSION_ABSOLUTE_SECONDS * 1000,
			);
		});

		it("records its use by other applications and from elsewhere, and keeps its beginning and metadata", async () => {
			const { id, browser } = await signedIn("web", { scope: "openid" });
			await updateSessionMetadata(tenant.service.database, id, '{"a":"b"}', tenant.service.now().toISOString());
			const before = await rowOf(id);
			const elsewhere = new TestBrowser(tenant.service, { "user-agent": "Newer", "x-forwarded-for": "192.0.2.9" });
			for (const [name, cookie] of browser.cookies) elsewhere.cookies.set(name, cookie);
			tenant.passSeconds(60);
			expect((await elsewhere.authorize({ client_id: "web-steady", prompt: "none" })).searchParams.has("code")).toBe(
				true,
			);
			const after = await rowOf(id);
			const { created_at, authenticated_at, methods, expires_at } = before ?? {};
			expect(after).toMatchObject({ created_at, authenticated_at, methods, expires_at, metadata: '{"a":"b"}' });
			expect(JSON.parse(after?.clients ?? "")).toEqual(["web", "web-steady"]);
			expect(JSON.parse(after?.device ?? "")).toMatchObject({
				initial_ip: "192.0.2.1",
				initial_user_agent: "Test browser",
				last_ip: "192.0.2.9",
				last_user_agent: "Newer",
			});
			for (const name of ["last_interacted_at", "idle_expires_at", "updated_at"] as const) {
				expect(Date.parse(after?.[name] ?? "") - Date.parse(before?.[name] ?? "")).toBeGreaterThanOrEqual(59_000);
			}
		});

		it("is none as long as no user is signed in", async () => {
			const rows = () => tenant.service.database.selectFrom("sessions").select("id").execute();
			const before = await rows();
			const browser = new TestBrowser(tenant.service);
			await browser.authorize({ client_id: "web" });
			await browser.visit("oidc/logout");
			expect(await rows()).toHaveLength(before.length);
		});
	});

	it("counts as one sign-in of its user, a password grant as another", async () => {
		const { id, browser } = await signedIn("web", { scope: "openid" }, { "x-forwarded-for": "192.0.2.44" });
		const first = await findUser(tenant.service.database, USER_ID);
		expect(first).toMatchObject({ last_ip: "192.0.2.44", last_login: (await rowOf(id))?.created_at });
		expect(await isSignedIn(browser)).toBe(true);
		expect((await findUser(tenant.service.database, USER_ID))?.logins_count).toBe(first?.logins_count);
		const form = { grant_type: "password", username: EMAIL, password: PASSWORD, scope: "openid offline_access" };
		const { status, body } = await requestToken(tenant.service, { ...form, ...credentials(tenant.service, "till") });
		expect(status).toBe(200);
		expect((await findUser(tenant.service.database, USER_ID))?.logins_count).toBe((first?.logins_count ?? 0) + 1);
		// A renewal is none.
		expect((await exchange(tenant.service, "till", body.refresh_token)).status).toBe(200);
		expect((await findUser(tenant.service.database, USER_ID))?.logins_count).toBe((first?.logins_count ?? 0) + 1);
	});

	describe("counts as a sign-in with its response", () => {
		const countOf = async () => (await findUser(tenant.service.database, USER_ID))?.logins_count ?? 0;
		const consented = async (isAllowed: boolean) => {
			const browser = new TestBrowser(tenant.service);
			const page = await browser.signIn({ client_id: "third-party", scope: "openid" });
			const before = await countOf();
			const response = await browser.open(await resolveConsent(tenant.service, browser.request(page), isAllowed));
			return { browser, before, address: new URL(response.headers.get("location") ?? "") };
		};

		it("after the page for consent, once", async () => {
			const begun = await countOf();
			const { browser, before, address } = await consented(true);
			expect(address.searchParams.has("code")).toBe(true);
			expect([before, await countOf()]).toEqual([begun, begun + 1]);
			expect(await isSignedIn(browser)).toBe(true);
			expect(await countOf()).toBe(begun + 1);
		});

		it("not of a refusal, but of what the session is used for next", async () => {
			const begun = await countOf();
			const { browser, address } = await consented(false);
			expect(address.searchParams.get("error")).toBe("access_denied");
			expect(await countOf()).toBe(begun);
			expect(await isSignedIn(browser)).toBe(true);
			expect(await countOf()).toBe(begun + 1);
		});

		it.each(["AuthorizationCode", "Session"])("not where its %s cannot be stored", async (model) => {
			const begun = await countOf();
			vi.spyOn(process.stderr, "write").mockReturnValue(true);
			const browser = new TestBrowser(tenant.service);
			const outcome = await browser.submit(await browser.authorize({ client_id: "web" }));
			const endFailure = await failToWrite(tenant.service.database, engine, "insert", model);
			const { status } = await browser.open("returnTo" in outcome ? outcome.returnTo : "");
			await endFailure();
			expect([status >= 500, await countOf()]).toEqual([true, begun]);
			await browser.signIn({ client_id: "web", prompt: "login" });
			expect(await countOf()).toBe(begun + 1);
		});

		it("not of a password grant whose tokens cannot be stored", async () => {
			const begun = await countOf();
			vi.spyOn(process.stderr, "write").mockReturnValue(true);
			const form = { grant_type: "password", username: EMAIL, password: PASSWORD, scope: "openid offline_access" };
			const request = () => requestToken(tenant.service, { ...form, ...credentials(tenant.service, "till") });
			const endFailure = await failToWrite(tenant.service.database, engine, "insert", "RefreshToken");
			expect((await request()).status).toBeGreaterThanOrEqual(500);
			await endFailure();
			expect(await countOf()).toBe(begun);
			expect((await request()).status).toBe(200);
			expect(await countOf()).toBe(begun + 1);
		});
	});

	it("makes the identifier of before worthless when its user signs in again", async () => {
		const { browser } = await signedIn("web", { scope: "openid" });
		const before = new TestBrowser(tenant.service);
		for (const [name, cookie] of browser.cookies) before.cookies.set(name, cookie);
		await browser.signIn({ client_id: "web", prompt: "login" });
		expect([await isSignedIn(browser), await isSignedIn(before)]).toEqual([true, false]);
	});

	describe("that is revoked, by this instance or another", () => {
		it.each(["this", "another"])("ends with everything that was issued in it: by %s", async (instance) => {
			const { id, browser, tokens } = await signedIn();
			const stays = await signedIn();
			const [lasting, short] = [await codeIn(browser, OFFLINE.scope), await codeIn(browser, "openid")];
			await closeSession(instance === "this" ? tenant.service : other, id, { keepRefreshTokens: false });
			expect(await rowOf(id)).toBeUndefined();
			expect(await isSignedIn(browser)).toBe(false);
			for (const service of [tenant.service, other]) {
				expect(await exchange(service, "web", tokens.refresh_token)).toEqual({ status: 403, body: REFUSAL });
			}
			for (const code of [lasting, short]) expect(await redeem(code)).toMatchObject({ status: 403 });
			const headers = { authorization: `Bearer ${tokens.access_token}` };
			expect((await browser.open("userinfo", { headers })).status).toBe(401);
			const left = tenant.service.database.selectFrom("refresh_tokens").select("id").where("session_id", "=", id);
			expect(await left.execute()).toEqual([]);
			expect(await isSignedIn(stays.browser)).toBe(true);
			expect((await exchange(tenant.service, "web", stays.tokens.refresh_token)).status).toBe(200);
		});

		it("ends with refresh tokens that outlived it", async () => {
			const { id, tokens } = await signedIn();
			await closeSession(tenant.service, id, { keepRefreshTokens: true });
			await closeSession(tenant.service, id, { keepRefreshTokens: false });
			expect(await exchange(tenant.service, "web", tokens.refresh_token)).toEqual({ status: 403, body: REFUSAL });
		});
	});

	it("that is deleted ends, and the refresh tokens that were issued before stay", async () => {
		const { id, browser, tokens } = await signedIn();
		const codes = [await codeIn(browser, OFFLINE.scope), await codeIn(browser, "openid")];
		await closeSession(other, id, { keepRefreshTokens: true });
		expect(await isSignedIn(browser)).toBe(false);
		for (const code of codes) expect(await redeem(code)).toMatchObject({ status: 403 });
		expect((await exchange(tenant.service, "web", tokens.refresh_token)).status).toBe(200);
	});

	it.each([
		["v2/logout?client_id=web", 302],
		["oidc/logout?client_id=web&id_token_hint=", 303],
	])("is gone after a logout at %s", async (address, status) => {
		const { id, browser, tokens } = await signedIn();
		const hint = address.endsWith("=") ? tokens.id_token : "";
		expect((await browser.open(address + hint)).status).toBe(status);
		expect(await rowOf(id)).toBeUndefined();
		expect((await exchange(tenant.service, "web", tokens.refresh_token)).status).toBe(200);
	});

	it("is gone once another user signs in instead, and once all sessions of its user end", async () => {
		const { id, browser } = await signedIn();
		await browser.signIn({ client_id: "web", prompt: "login" }, OTHER_EMAIL);
		expect(await rowOf(id)).toBeUndefined();
		const again = await signedIn();
		await inTransaction(other.database, (transaction) => endAccess(transaction, USER_ID));
		expect(await rowOf(again.id)).toBeUndefined();
		expect(await isSignedIn(again.browser)).toBe(false);
		expect(await isSignedIn(browser)).toBe(true);
	});

	it("keeps its identifier and its row when its user signs in again", async () => {
		const { id, browser } = await signedIn("web", { scope: "openid" });
		const again = await signInForTokens(tenant.service, "web", { scope: "openid", prompt: "login" }, browser);
		expect(decodeJwt(again.id_token).sid).toBe(id);
		expect(await rowOf(id)).toBeDefined();
		await closeSession(tenant.service, id, { keepRefreshTokens: true });
		expect(await isSignedIn(browser)).toBe(false);
		const anew = await signInForTokens(tenant.service, "web", { scope: "openid" }, browser);
		expect(decodeJwt(anew.id_token).sid).not.toBe(id);
	});

	it("that ends between the reading and the storing of a request is not stored again", async () => {
		for (const keepRefreshTokens of [false, true]) {
			const { id, browser } = await signedIn("web", { scope: "openid" });
			let end: Promise<unknown> | undefined;
			tenant.service.oidc().provider.once("authorization.success", () => {
				end = closeSession(concurrent(), id, { keepRefreshTokens });
			});
			await browser.authorize({ client_id: "web", prompt: "none", ...challengeOf(VERIFIER) });
			await end;
			expect(end).toBeDefined();
			expect(await rowOf(id)).toBeUndefined();
			expect(await isSignedIn(browser)).toBe(false);
			const named = tenant.service.database
				.selectFrom("oidc_artifacts")
				.select("model")
				.where("payload", "like", `%"uid":"${id}"%`);
			expect(await named.execute()).toEqual([]);
		}
	});

	it("leaves no refresh token and does not come back, however its end meets requests in it", async () => {
		for (let round = 0; round < RACES; round += 1) {
			const { id, browser, tokens } = await signedIn();
			const code = await codeIn(browser, OFFLINE.scope);
			const requests = [
				redeem(code),
				exchange(tenant.service, "web", tokens.refresh_token),
				browser.authorize({ client_id: "web", prompt: "none" }),
			];
			const end = closeSession(concurrent(), id, { keepRefreshTokens: false });
			const [redeemed, renewed] = await Promise.all([...requests, end.then(() => null)]);
			const left = tenant.service.database.selectFrom("refresh_tokens").select("id").where("session_id", "=", id);
			expect(await left.execute()).toEqual([]);
			expect(await rowOf(id)).toBeUndefined();
			expect(await isSignedIn(browser)).toBe(false);
			for (const response of [redeemed, renewed]) {
				const { refresh_token } =
					response !== null && typeof response === "object" && "body" in response
						? response.body
						: { refresh_token: undefined };
				if (refresh_token) expect((await exchange(tenant.service, "web", refresh_token)).status).toBe(403);
			}
		}
	});

	it("of a browser without a user stays a browser's alone", async () => {
		await saveArtifact(tenant.service.database, { model: "Session", id: "anonymous", payload: { uid: "anonymous" } });
		await closeSession(tenant.service, "anonymous", { keepRefreshTokens: false });
		expect(await rowOf("anonymous")).toBeUndefined();
	});
});
