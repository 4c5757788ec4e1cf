// Instances with the old application secret, with both, and with the new one alone, on one store.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { storedRows } from "@/lib/database/testing/stored-rows";
import { unseal } from "@/lib/secrets/sealed-text";
import type { IdentityService } from "./context/identity-service";
import { CLIENT_SECRET_PURPOSE, newClientSecret, sealedClientSecret } from "./keys/client-secret";
import {
	type AppSecrets,
	ConfigError,
	KEPT_SECRET_PURPOSE,
	LOGIN_ADDRESS_PURPOSE,
	loadServiceSecrets,
	SIGNING_KEY_PURPOSE,
} from "./keys/service-secrets";
import { rotateSigningKeys } from "./keys/signing-keys";
import { decodeCheckpoint, encodeCheckpoint } from "./management/paging";
import { readOutbox } from "./messages/outbox";
import { openIdentityService } from "./open-identity-service";
import { redeemLoginCode, sendLoginCode } from "./passwordless/login-code";
import { rotateServiceSecrets } from "./rotate-secrets";
import { requestFrom } from "./testing/service-request";
import { TestBrowser } from "./testing/test-browser";
import { AUDIENCE, EMAIL, ENGINES, startTestService, USER_ID } from "./testing/test-service";
import { credentials, exchange, requestToken, secretOf, signInForTokens } from "./testing/token-request";

const OLD = "test-secret-with-enough-entropy-0123456789";
const NEW = "another-secret-with-as-much-entropy-9876543210";
const BOTH = { appSecret: NEW, previousAppSecret: OLD };
const NEW_ALONE = { appSecret: NEW, previousAppSecret: null };
const LIST = ["templates"];
/** An instance reads the store again after this time. */
const REFRESH_SECONDS = 61;
const SCOPE = { scope: "openid offline_access" };

describe.each(ENGINES)("the application secret's rotation on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let withOld: IdentityService;
	beforeEach(async () => {
		tenant = await startTestService(engine);
		withOld = tenant.service;
	});
	afterEach(async () => {
		vi.restoreAllMocks();
		await tenant.stop();
	});

	/** Another instance on the same store. */
	async function instance(appSecrets: AppSecrets): Promise<IdentityService> {
		const { database, now } = withOld;
		const config = { ...withOld.config, ...appSecrets };
		return openIdentityService(config, database, await loadServiceSecrets(database, config), now);
	}
	const machineToken = (service: IdentityService) =>
		requestToken(service, {
			grant_type: "client_credentials",
			audience: AUDIENCE,
			...credentials(service, "machine"),
		});
	const isSignedIn = async (service: IdentityService, { cookies }: TestBrowser) => {
		const browser = new TestBrowser(service);
		for (const [name, cookie] of cookies) browser.cookies.set(name, cookie);
		const result = await browser.authorize({ client_id: "web", prompt: "none" });
		return { signedIn: result.searchParams.has("code"), browser };
	};

	it("lets an instance with the old secret and one with both continue each other's sessions and tokens", async () => {
		const withBoth = await instance(BOTH);
		expect(withBoth.secrets.current).toBe(OLD);
		for (const [one, other] of [
			[withOld, withBoth],
			[withBoth, withOld],
		] as const) {
			const browser = new TestBrowser(one);
			const tokens = await signInForTokens(one, "web", SCOPE, browser);
			expect((await isSignedIn(other, browser)).signedIn).toBe(true);
			expect((await exchange(other, "web", tokens.refresh_token)).status).toBe(200);
			expect(decodeCheckpoint(other, LIST, encodeCheckpoint(one, LIST, ["x"]))).toEqual(["x"]);
			await rotateSigningKeys(one);
			tenant.passSeconds(REFRESH_SECONDS);
			expect((await machineToken(other)).status).toBe(200);
		}
	});

	it("leaves client identifiers, client secrets, refresh tokens, logins and access tokens valid", async () => {
		const browser = new TestBrowser(withOld);
		const tokens = await signInForTokens(withOld, "web", SCOPE, browser);
		const access = (await machineToken(withOld)).body.access_token;
		const secret = secretOf(withOld, "web");
		const withBoth = await instance(BOTH);
		expect((await rotateServiceSecrets(withBoth)).moved).toBeGreaterThan(0);
		// The cookie of a browser with a request in between is signed again.
		const seen = await isSignedIn(withBoth, browser);
		expect(seen.signedIn).toBe(true);

		const withNew = await instance(NEW_ALONE);
		expect(secretOf(withNew, "web")).toBe(secret);
		expect(withNew.secrets.identifiers).toBe(withOld.secrets.identifiers);
		expect((await exchange(withNew, "web", tokens.refresh_token)).status).toBe(200);
		expect((await isSignedIn(withNew, seen.browser)).signedIn).toBe(true);
		expect(await withNew.verifyAccessToken(access)).toHaveProperty("clientId");
		expect(withNew.keys.privateKeySet).toEqual(withOld.keys.privateKeySet);
	});

	it("leaves a pending login code valid, and its message readable", async () => {
		const [first, second] = [await instance(BOTH), await instance(BOTH)];
		const client = { clientId: "web", clientName: "The web application" };
		const target = {
			client,
			channel: "email",
			destination: EMAIL.toLowerCase(),
			request: requestFrom("192.0.2.1"),
		} as const;
		await sendLoginCode(second, target);
		await rotateServiceSecrets(first);
		const [message] = await readOutbox(await instance(NEW_ALONE));
		const code = /\d{6}/.exec(message?.text ?? "")?.[0] ?? "";
		expect(await redeemLoginCode(first, target, code)).toEqual({ userId: USER_ID, method: "otp" });
	});

	it("leaves nothing in the store that the old secret decrypts, and can be repeated", async () => {
		await rotateSigningKeys(withOld);
		await withOld.throttles.logins.begin(EMAIL, "192.0.2.1");
		const withBoth = await instance(BOTH);
		await rotateServiceSecrets(withBoth);
		expect(await rotateServiceSecrets(withBoth)).toEqual({ moved: 0 });
		const text = JSON.stringify(await storedRows(withOld.database));
		expect(text).not.toContain(OLD);
		const sealed = text.match(/eyJ[\w-]*\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+/g) ?? [];
		// Two generations of two keys, two roots, and the address of an attempt to sign in.
		expect(sealed).toHaveLength(7);
		for (const one of sealed) {
			for (const purpose of [SIGNING_KEY_PURPOSE, KEPT_SECRET_PURPOSE, LOGIN_ADDRESS_PURPOSE]) {
				expect(await unseal(one, [OLD], purpose)).toBeNull();
			}
		}
		await expect(instance({ appSecret: OLD, previousAppSecret: null })).rejects.toThrow(ConfigError);
		await expect(instance({ appSecret: "a third one".repeat(4), previousAppSecret: OLD })).rejects.toThrow(
			"another APP_SECRET",
		);
	});

	it("moves the random secrets of applications, without changing them", async () => {
		const secret = newClientSecret();
		const sealed = await sealedClientSecret(secret, withOld.secrets);
		const clients = () =>
			withOld.database.selectFrom("clients").select("sealed_secret").where("client_id", "=", "machine");
		await withOld.database
			.updateTable("clients")
			.set({ sealed_secret: sealed })
			.where("client_id", "=", "machine")
			.execute();
		const requestTokenOf = (service: IdentityService) =>
			requestToken(service, {
				grant_type: "client_credentials",
				audience: AUDIENCE,
				client_id: "machine",
				client_secret: secret,
			});
		const withBoth = await instance(BOTH);
		for (const options of [{}, { newCredentials: true }]) {
			await rotateServiceSecrets(withBoth, options);
			const { sealed_secret } = await clients().executeTakeFirstOrThrow();
			expect(await unseal(sealed_secret ?? "", [OLD], CLIENT_SECRET_PURPOSE)).toBeNull();
			for (const service of [withBoth, await instance(NEW_ALONE)])
				expect((await requestTokenOf(service)).status).toBe(200);
		}
	});

	it("is noticed by instances with both secrets, while one with the old secret continues with it", async () => {
		const [first, second] = [await instance(BOTH), await instance(BOTH)];
		await rotateServiceSecrets(first);
		expect(first.secrets.current).toBe(NEW);
		expect(second.secrets.current).toBe(OLD);
		// Until then each reads what the other wrote.
		for (const [one, other] of [
			[first, second],
			[second, first],
		] as const) {
			expect(decodeCheckpoint(other, LIST, encodeCheckpoint(one, LIST, ["x"]))).toEqual(["x"]);
		}
		const logged = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		tenant.passSeconds(REFRESH_SECONDS);
		expect((await machineToken(second)).status).toBe(200);
		expect(second.secrets.current).toBe(NEW);
		expect((await machineToken(withOld)).status).toBe(200);
		expect(String(logged.mock.calls)).toContain("APP_SECRET_PREVIOUS");
	});

	it("when repeated, moves what an instance that had not noticed it wrote under the old secret", async () => {
		const [first, second] = [await instance(BOTH), await instance(BOTH)];
		await rotateServiceSecrets(first);
		await rotateSigningKeys(second);
		await expect(instance(NEW_ALONE)).rejects.toThrow(ConfigError);
		expect(await rotateServiceSecrets(first)).toEqual({ moved: 2 });
		expect((await machineToken(await instance(NEW_ALONE))).status).toBe(200);
	});

	it("can be followed by another rotation", async () => {
		const secret = secretOf(withOld, "web");
		await rotateServiceSecrets(await instance(BOTH));
		const third = "a third secret with enough entropy, too";
		await rotateServiceSecrets(await instance({ appSecret: third, previousAppSecret: NEW }));
		const latest = await instance({ appSecret: third, previousAppSecret: null });
		expect(secretOf(latest, "web")).toBe(secret);
		expect((await machineToken(latest)).status).toBe(200);
	});

	it("makes new client secrets on request, and the old ones are refused from then on", async () => {
		const before = credentials(withOld, "machine");
		await rotateServiceSecrets(await instance(BOTH), { newCredentials: true });
		const withNew = await instance(NEW_ALONE);
		expect(secretOf(withNew, "machine")).not.toBe(before.client_secret);
		expect((await machineToken(withNew)).status).toBe(200);
		const old = { grant_type: "client_credentials", audience: AUDIENCE, ...before };
		expect((await requestToken(withNew, old)).status).toBe(401);
	});
});
