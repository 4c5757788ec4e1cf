import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "@/lib/database/in-transaction";
import type { IdentityService } from "../context/identity-service";
import { resolveConsent } from "../login/login";
import { findArtifact } from "../store/oidc-artifacts";
import { lockForUpdate } from "../store/rows";
import { updateSessionMetadata } from "../store/sessions";
import { findUser } from "../store/users";
import { TestBrowser } from "../testing/test-browser";
import { ENGINES, ISSUER, ORDERS, REDIRECT_URI, startTestService, USER_ID } from "../testing/test-service";
import { challengeOf, credentials, exchange, requestToken, signInForTokens } from "../testing/token-request";
import { closeSession } from "./end-session";
import { sessionGrantId } from "./session-grant";

const VERIFIER = "v".repeat(43);
const PLAIN = "openid email";
const OFFLINE = "openid offline_access";
const ROUNDS = process.env.LONG ? 20 : 2;

describe.each(ENGINES)("parallel authorizations in one session on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let other: IdentityService;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		other = engine === "SQLite" ? tenant.service : await tenant.startAnother();
	});
	afterAll(() => tenant.stop());

	const parametersOf = (clientId: string, scope: string) => ({
		client_id: clientId,
		scope,
		redirect_uri: REDIRECT_URI,
		response_type: "code",
		...challengeOf(VERIFIER),
	});
	/** A session that began with the application "browser", and the same browser at this instance and at another. */
	async function signedIn() {
		const browser = new TestBrowser(tenant.service);
		const { id_token } = await signInForTokens(tenant.service, "browser", { scope: "openid" }, browser);
		return { browser, id: String(decodeJwt(id_token).sid) };
	}
	const copyOf = (browser: TestBrowser, service = tenant.service) => {
		const same = new TestBrowser(service);
		for (const [name, cookie] of browser.cookies) same.cookies.set(name, cookie);
		return same;
	};
	const atOther = (browser: TestBrowser) => copyOf(browser, other);
	const codeOf = (address: URL) => {
		const code = address.searchParams.get("code");
		if (code === null) throw new Error(`No code in ${address}`);
		return code;
	};
	async function together(browser: TestBrowser, requests: readonly (readonly [string, string])[]) {
		const browsers = [browser, atOther(browser)];
		return Promise.all(
			requests.map(async ([clientId, scope], index) => {
				const from = browsers[index % browsers.length] ?? browser;
				return { clientId, code: codeOf(await from.authorize(parametersOf(clientId, scope))) };
			}),
		);
	}
	async function redeem({ clientId, code }: { clientId: string; code: string }) {
		const form = { grant_type: "authorization_code", code, code_verifier: VERIFIER, redirect_uri: REDIRECT_URI };
		const { status, body } = await requestToken(tenant.service, { ...form, ...credentials(tenant.service, clientId) });
		expect({ status, ...(status === 200 ? {} : body) }).toEqual({ status: 200 });
		return { clientId, ...body };
	}
	const userinfo = async (accessToken: string) =>
		(await new TestBrowser(other).open("userinfo", { headers: { authorization: `Bearer ${accessToken}` } })).status;
	const clientsOf = async (id: string) => {
		const row = tenant.service.database.selectFrom("sessions").select("clients").where("id", "=", id);
		return (JSON.parse((await row.executeTakeFirstOrThrow()).clients) as string[]).toSorted();
	};

	it.each([
		["of two new applications", PLAIN, ["web", "web-steady"]],
		["of two new applications with offline_access", OFFLINE, ["web", "web-steady"]],
		["in two tabs of one new application", PLAIN, ["web", "web"]],
		["in two tabs of one new application with offline_access", OFFLINE, ["web", "web"]],
	])("%s all lead to tokens that are good, and the session names all of them", async (_, scope, clientIds) => {
		for (let round = 0; round < ROUNDS; round += 1) {
			const { browser, id } = await signedIn();
			const codes = await together(
				browser,
				clientIds.map((clientId) => [clientId, scope] as const),
			);
			const tokens = [];
			for (const code of codes) tokens.push(await redeem(code));
			for (const { access_token, clientId, refresh_token } of tokens) {
				expect(await userinfo(access_token)).toBe(200);
				if (scope === OFFLINE) expect((await exchange(tenant.service, clientId, refresh_token)).status).toBe(200);
			}
			expect(await clientsOf(id)).toEqual([...new Set(["browser", ...clientIds])].toSorted());
		}
	});

	it("of one application with different scopes get each its own", async () => {
		const { browser } = await signedIn();
		const codes = await together(browser, [
			["web", "openid email"],
			["web", "openid profile"],
			["web", "openid"],
		]);
		const scopes = [];
		for (const code of codes) {
			const { access_token, scope } = await redeem(code);
			expect(await userinfo(access_token)).toBe(200);
			scopes.push(scope);
		}
		expect(scopes).toEqual(["openid email", "openid profile", "openid"]);
	});

	it("with and without offline_access leave each other alone, in any order", async () => {
		const { browser, id } = await signedIn();
		const before = await redeem((await together(browser, [["web", PLAIN]]))[0] ?? { clientId: "web", code: "" });
		const waiting = await together(browser, [["web", PLAIN]]);
		const lasting = await together(browser, [["web", OFFLINE]]);
		const later = await together(browser, [
			["web", PLAIN],
			["web", OFFLINE],
		]);
		const tokens = [before];
		for (const code of [...waiting, ...lasting, ...later]) tokens.push(await redeem(code));
		for (const { access_token } of tokens) expect(await userinfo(access_token)).toBe(200);
		expect(await clientsOf(id)).toEqual(["browser", "web"]);
		// Each refresh token has a grant of its own.
		const rows = tenant.service.database.selectFrom("refresh_tokens").select("grant_id").where("session_id", "=", id);
		const grants = (await rows.execute()).map(({ grant_id }) => grant_id);
		expect(new Set([...grants, sessionGrantId(id, USER_ID, "web")]).size).toBe(3);
	});

	it("by the implicit flow leave the tokens of each other good, with openid and without", async () => {
		const { browser } = await signedIn();
		const tokenOf = async (from: TestBrowser, scope: string, response_type: string) => {
			const address = await from.authorize({ ...parametersOf("widget", scope), response_type, nonce: "n" });
			return new URLSearchParams(address.hash.slice(1)).get("access_token") ?? "";
		};
		const [own, borrowed] = await Promise.all([
			tokenOf(browser, "openid email", "id_token token"),
			tokenOf(atOther(browser), "email", "token"),
		]);
		const again = await tokenOf(browser, "email", "token");
		expect(await userinfo(own)).toBe(200);
		// Without `openid` a token is good, and not for this endpoint.
		for (const token of [borrowed, again]) expect([token.length > 0, await userinfo(token)]).toEqual([true, 403]);
	});

	it("of another company's application are all good once the user consents in each tab", async () => {
		for (const scopes of [
			["openid email", "openid profile"],
			["openid", "openid offline_access"],
		]) {
			const { browser, id } = await signedIn();
			// Cookies of a login are by path, which these browsers do not tell apart.
			const tabs = scopes.map((scope) => ({ scope, tab: atOther(browser) }));
			const consented = [];
			for (const { scope, tab } of tabs) {
				const page = await tab.authorize(parametersOf("third-party", scope));
				consented.push({ tab, page });
			}
			const addresses = await Promise.all(
				consented.map(async ({ tab, page }) => {
					const returnTo = await resolveConsent(tenant.service, tab.request(page), true);
					return (await tab.open(returnTo)).headers.get("location") ?? "";
				}),
			);
			for (const address of addresses) {
				const tokens = await redeem({ clientId: "third-party", code: codeOf(new URL(address)) });
				expect(await userinfo(tokens.access_token)).toBe(200);
			}
			expect(await clientsOf(id)).toEqual(["browser", "third-party"]);
			// It was agreed for the session: no page prompts again.
			for (const { scope, tab } of tabs) codeOf(await tab.authorize(parametersOf("third-party", scope)));
		}
	});

	/** Sends requests to this instance that have all read the session before one of them stores it. */
	async function met(id: string, requests: readonly (() => Promise<string>)[]): Promise<string[]> {
		const send = () => Promise.all(requests.map((request) => request()));
		// Its transactions are serial: the requests take turns at each query.
		if (engine === "SQLite") return send();
		const { provider } = tenant.service.oidc();
		const { promise: haveRead, resolve } = Promise.withResolvers<void>();
		let left = requests.length;
		const count = () => {
			left -= 1;
			if (left === 0) resolve();
		};
		provider.on("authorization.success", count);
		const { sent } = await inTransaction(other.database, async (transaction) => {
			const row = transaction.selectFrom("sessions").select("id").where("id", "=", id);
			await lockForUpdate(transaction, row).executeTakeFirstOrThrow();
			const responses = send();
			await haveRead;
			return { sent: responses };
		});
		provider.off("authorization.success", count);
		return sent;
	}

	it("that renew the session's identifier at once keep the user signed in, by either cookie", async () => {
		const { browser, id } = await signedIn();
		const [one, two, silent] = [browser, copyOf(browser), copyOf(browser)];
		const returnOf = async (tab: TestBrowser) => {
			const outcome = await tab.submit(await tab.authorize({ ...parametersOf("web", PLAIN), prompt: "login" }));
			if ("problem" in outcome) throw new Error(outcome.problem);
			return async () => (await tab.open(outcome.returnTo)).headers.get("location") ?? "";
		};
		const resumptions = [await returnOf(one), await returnOf(two)];
		const silently = async () => (await silent.authorize(parametersOf("web-steady", PLAIN))).href;
		const [first = "", second = "", third = ""] = await met(id, [...resumptions, silently]);
		for (const [clientId, address] of [
			["web", first],
			["web", second],
			["web-steady", third],
		] as const) {
			const { access_token } = await redeem({ clientId, code: codeOf(new URL(address)) });
			expect(await userinfo(access_token)).toBe(200);
		}
		expect(await clientsOf(id)).toEqual(["browser", "web", "web-steady"]);
		const isSignedIn = async (tab: TestBrowser) =>
			(await tab.authorize({ ...parametersOf("web", PLAIN), prompt: "none" })).searchParams.has("code");
		for (const tab of [one, two]) expect(await isSignedIn(tab)).toBe(true);
		await closeSession(tenant.service, id, { keepRefreshTokens: true });
		for (const tab of [one, two, silent]) expect(await isSignedIn(tab)).toBe(false);
	});

	it("keep the last sign-in and what the management interface writes meanwhile, and count no sign-in", async () => {
		const { browser, id } = await signedIn();
		const count = async () => (await findUser(tenant.service.database, USER_ID))?.logins_count;
		const before = await count();
		const now = tenant.service.now().toISOString();
		await Promise.all([
			together(browser, [
				["web", PLAIN],
				["web-steady", PLAIN],
			]),
			updateSessionMetadata(other.database, id, '{"a":"b"}', now),
		]);
		const row = tenant.service.database.selectFrom("sessions").selectAll().where("id", "=", id);
		expect(await row.executeTakeFirst()).toMatchObject({ metadata: '{"a":"b"}', user_id: USER_ID });
		expect(await count()).toBe(before);
	});

	it.each([true, false])("end with the session, and refresh tokens where they should: they stay: %s", async (stays) => {
		const { browser, id } = await signedIn();
		const codes = await together(browser, [
			["web", PLAIN],
			["web-steady", PLAIN],
			["web", OFFLINE],
		]);
		const tokens = [];
		for (const code of codes) tokens.push(await redeem(code));
		const [lasting] = tokens.slice(-1);
		await closeSession(other, id, { keepRefreshTokens: stays });
		const statuses = await Promise.all(tokens.map(({ access_token }) => userinfo(access_token)));
		expect(statuses).toEqual([401, 401, stays ? 200 : 401]);
		expect((await exchange(tenant.service, "web", lasting?.refresh_token ?? "")).status).toBe(stays ? 200 : 403);
		expect(await findArtifact(tenant.service.database, "Grant", sessionGrantId(id, USER_ID, "web"))).toBeUndefined();
	});

	it("of an API add to one grant what each requests", async () => {
		const { browser } = await signedIn();
		const at = (from: TestBrowser, scope: string, more: Record<string, string>) =>
			from.authorize({ ...parametersOf("web-with-api", scope), ...more });
		const [api, plain] = await Promise.all([
			at(browser, "openid read:orders", { audience: ORDERS }),
			at(atOther(browser), "openid profile", {}),
		]);
		const forApi = await redeem({ clientId: "web-with-api", code: codeOf(api) });
		expect(decodeJwt(forApi.access_token)).toMatchObject({
			aud: [ORDERS, `${ISSUER}userinfo`],
			scope: "openid read:orders",
		});
		expect(await userinfo(forApi.access_token)).toBe(200);
		const forUser = await redeem({ clientId: "web-with-api", code: codeOf(plain) });
		expect(await userinfo(forUser.access_token)).toBe(200);
	});
});
