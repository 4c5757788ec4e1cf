import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { browserSession } from "../sessions/browser-session";
import { closeSession } from "../sessions/end-session";
import { addLogoutClients, logoutCallback, RELAY_STATE, samlLogout } from "../testing/saml-logout";
import { messageId } from "../testing/saml-party";
import { TestBrowser } from "../testing/test-browser";
import { ANY_ENGINE, ISSUER, startTestService } from "../testing/test-service";
import { signInForTokens } from "../testing/token-request";
import { SUCCESS } from "./names";

describe.each(ANY_ENGINE)("a session that ends without its browser on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
		await addLogoutClients(tenant.service);
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	const { signedIn, isSignedIn, requestOf, responseOf, send, followed, responseTo, logoutRequestOf } = samlLogout(
		() => tenant.service,
	);
	async function closed(keepRefreshTokens: boolean) {
		const browser = new TestBrowser(tenant.service);
		const { id_token } = await signInForTokens(tenant.service, "web", { scope: "openid" }, browser);
		const sessions = await signedIn(browser, "plain", "signing");
		const { uid } = await browserSession(tenant.service, browser.request(new URL(ISSUER)));
		const open = tenant.service.database.selectFrom("sessions").select("clients").where("id", "=", uid);
		expect(await open.execute()).toEqual([{ clients: '["web","plain","signing"]' }]);
		await closeSession(tenant.service, uid, { keepRefreshTokens });
		return { browser, sessions, idToken: id_token };
	}

	it.each([false, true])(
		"shows the sign-in page next, and a logout that an application requests reaches the others: refresh tokens stay: %s",
		async (keepRefreshTokens) => {
			const { browser, sessions } = await closed(keepRefreshTokens);
			expect(await isSignedIn(browser)).toBe(false);
			expect((await browser.authorize({ client_id: "web" })).pathname).toMatch(/^\/login\//);
			const id = messageId();
			const sessionIndexes = [sessions.signing?.sessionIndex ?? ""];
			const first = await send(browser, "signing", requestOf("signing", { id, sessionIndexes }));
			const request = await logoutRequestOf(first);
			expect(request).toMatchObject({
				target: logoutCallback("plain"),
				sessionIndexes: [sessions.plain?.sessionIndex],
			});
			const last = await send(browser, "plain", responseOf("plain", request.id), { response: true });
			expect(await responseTo(last)).toEqual({
				codes: [SUCCESS],
				target: logoutCallback("signing"),
				relayState: RELAY_STATE,
				inResponseTo: id,
			});
		},
	);

	it("has its applications notified by a logout with its ID token", async () => {
		const { browser, sessions, idToken } = await closed(false);
		const first = await browser.visit(`oidc/logout?client_id=web&id_token_hint=${idToken}`);
		const request = await logoutRequestOf(await followed(browser, first));
		expect([sessions.plain?.sessionIndex, sessions.signing?.sessionIndex]).toContain(request.sessionIndexes[0]);
	});
});
