import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { inTransaction } from "@/lib/database/in-transaction";
import { recordQueries } from "@/lib/database/testing/record-queries";
import { saveArtifact } from "../store/oidc-artifacts";
import type { IdentityServiceSchema } from "../store/schema";
import { artifactsOfSessions } from "../store/session-artifacts";
import { failToWrite } from "../testing/failing-writes";
import { addLogoutClients, samlLogout } from "../testing/saml-logout";
import { TestBrowser } from "../testing/test-browser";
import { ENGINES, ISSUER, startTestService, USER_ID } from "../testing/test-service";
import { exchange, signInForTokens } from "../testing/token-request";
import { closeSession, closeSessionsOf } from "./end-session";
import { participantsOf } from "./saml-sessions";

const SESSIONS = 600;

describe.each(ENGINES)("the end of sessions on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		await addLogoutClients(tenant.service);
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	const { signedIn: signedInTo, send, requestOf, logoutRequestOf } = samlLogout(() => tenant.service);
	const failing = (write: "insert" | "delete", model: string) =>
		failToWrite(tenant.service.database, engine, write, model);
	async function signedIn(scope = "openid") {
		const browser = new TestBrowser(tenant.service);
		const tokens = await signInForTokens(tenant.service, "web", { scope }, browser);
		return { browser, tokens, id: String(decodeJwt(tokens.id_token).sid) };
	}
	const isSignedIn = async (browser: TestBrowser) =>
		(await browser.authorize({ client_id: "web", prompt: "none" })).searchParams.has("code");
	const userinfo = async (browser: TestBrowser, token: string) =>
		(await browser.open("userinfo", { headers: { authorization: `Bearer ${token}` } })).status;

	/** Sessions as they are stored, each with a grant and a token. */
	async function addSessions(userId: string, count: number): Promise<void> {
		const { database } = tenant.service;
		const at = tenant.service.now().toISOString();
		const ids = Array.from({ length: count }, (_, index) => `of ${userId} ${index}`);
		const own = { user_id: userId, device: "{}", clients: '["web"]', methods: "[]", metadata: null, actor: null };
		const times = { created_at: at, updated_at: at, authenticated_at: at, last_interacted_at: at };
		await inTransaction(database, async (transaction) => {
			for (const id of ids) {
				const row = { id, ...own, ...times, idle_expires_at: "9999-01-01T00:00:00.000Z", expires_at: at };
				await transaction.insertInto("sessions").values(row).execute();
				const grantId = `grant ${id}`;
				const payload = { accountId: userId, uid: id, authorizations: { web: { grantId } } };
				await saveArtifact(transaction, { model: "Session", id: `cookie ${id}`, uid: id, payload });
				await saveArtifact(transaction, { model: "Grant", id: grantId, payload: { accountId: userId } });
				await saveArtifact(transaction, { model: "AccessToken", id: `token ${id}`, grantId, payload: {} });
			}
		});
	}
	const countOf = async (name: string) => {
		const sessions = tenant.service.database.selectFrom("sessions").select("id").where("user_id", "=", name);
		const artifacts = tenant.service.database
			.selectFrom("oidc_artifacts")
			.select("model")
			.where((is) => is.or([is("grant_id", "like", `grant of ${name}%`), is("payload", "like", `%"${name}"%`)]));
		return [(await sessions.execute()).length, (await artifacts.execute()).length];
	};

	it("ends all of a user's in one transaction, with statements that do not grow with them", async () => {
		await addSessions("many", SESSIONS);
		const recorder = recordQueries<IdentityServiceSchema>(tenant.service.database);
		const transactions = vi.spyOn(recorder.database, "transaction");
		await closeSessionsOf({ ...tenant.service, database: recorder.database }, "many", { keepRefreshTokens: true });
		expect(recorder.take().length).toBeLessThan(20);
		expect(transactions).toHaveBeenCalledTimes(1);
		expect(await countOf("many")).toEqual([0, 0]);
	});

	it("ends none of a user's where one of them cannot be ended, and all of them the next time", async () => {
		const sessions = [await signedIn("openid offline_access"), await signedIn(), await signedIn()];
		const areSignedIn = () => Promise.all(sessions.map(({ browser }) => isSignedIn(browser)));
		const endFailure = await failing("delete", "Grant");
		for (const keepRefreshTokens of [true, false]) {
			await expect(closeSessionsOf(tenant.service, USER_ID, { keepRefreshTokens })).rejects.toThrow("no room");
		}
		expect(await areSignedIn()).toEqual([true, true, true]);
		for (const { browser, tokens } of sessions) expect(await userinfo(browser, tokens.access_token)).toBe(200);
		await endFailure();
		await closeSessionsOf(tenant.service, USER_ID, { keepRefreshTokens: true });
		expect(await areSignedIn()).toEqual([false, false, false]);
		const [lasting] = sessions;
		expect((await exchange(tenant.service, "web", lasting?.tokens.refresh_token ?? "")).status).toBe(200);
	});

	it("leaves the refresh token alone that a session of an older version names, and the session goes on", async () => {
		const { browser, tokens, id } = await signedIn("openid offline_access");
		const { database } = tenant.service;
		const token = database.selectFrom("refresh_tokens").select("grant_id").where("session_id", "=", id);
		const { grant_id: grantId } = await token.executeTakeFirstOrThrow();
		const [artifact] = await artifactsOfSessions(database, [id]);
		const session = JSON.parse(artifact?.payload ?? "");
		session.authorizations.web = { ...session.authorizations.web, grantId, persistsLogout: true };
		const change = database.updateTable("oidc_artifacts").set({ payload: JSON.stringify(session) });
		await change.where("id_hash", "=", artifact?.id_hash ?? "").execute();
		const plain = await signInForTokens(tenant.service, "web", { scope: "openid", prompt: "login" }, browser);
		const lasting = await signInForTokens(
			tenant.service,
			"web",
			{ scope: "openid offline_access", prompt: "login" },
			browser,
		);
		expect(await userinfo(browser, plain.access_token)).toBe(200);
		await closeSession(tenant.service, id, { keepRefreshTokens: true });
		expect(await userinfo(browser, plain.access_token)).toBe(401);
		for (const { refresh_token } of [tokens, lasting]) {
			expect((await exchange(tenant.service, "web", refresh_token)).status).toBe(200);
		}
	});

	it.each([
		["a logout with an ID token", "oidc/logout?client_id=web&id_token_hint=", 303],
		["/v2/logout", "v2/logout?client_id=web", 302],
		["a sign-out by WS-Federation", "wsfed?wa=wsignout1.0", 303],
	])("is all or nothing, with the record of the applications to notify: by %s", async (_, address) => {
		const { browser, tokens, id } = await signedIn();
		await signedInTo(browser, "plain");
		const leave = () => browser.visit(address.endsWith("=") ? address + tokens.id_token : address);
		const cookies = new Map(browser.cookies);
		vi.spyOn(process.stderr, "write").mockReturnValue(true);
		vi.spyOn(console, "error").mockReturnValue();
		const endFailure = await failing("insert", "SamlLogout");
		expect((await leave()).status).toBeGreaterThanOrEqual(500);
		for (const [name, cookie] of cookies) browser.cookies.set(name, cookie);
		expect(await isSignedIn(browser)).toBe(true);
		expect(await participantsOf(tenant.service, id)).toHaveLength(1);
		await endFailure();
		expect((await leave()).headers.get("location")).toBe(`${ISSUER}samlp/plain/logout`);
		expect(await isSignedIn(browser)).toBe(false);
	});

	it("is all or nothing by the request of a SAML application, which can go on", async () => {
		const { browser, id } = await signedIn();
		const sessions = await signedInTo(browser, "plain", "signing");
		vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const endFailure = await failing("delete", "SamlSession");
		const sessionIndexes = [sessions.signing?.sessionIndex ?? ""];
		expect((await send(browser, "signing", requestOf("signing", { sessionIndexes }))).status).toBeGreaterThanOrEqual(
			500,
		);
		expect(await isSignedIn(browser)).toBe(true);
		expect(await participantsOf(tenant.service, id)).toHaveLength(2);
		await endFailure();
		const request = await logoutRequestOf(await browser.visit("samlp/signing/logout"));
		expect(request.sessionIndexes).toEqual([sessions.plain?.sessionIndex]);
		expect(await isSignedIn(browser)).toBe(false);
	});
});
