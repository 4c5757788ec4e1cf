// A refresh token that the management interface shows can be exchanged wherever its application and its user may do so;
// one that can't be any more is shown nowhere.
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { REFRESH_GRANT } from "../clients/grant-types";
import { handleServiceRequest } from "../handle-request";
import { TestBrowser } from "../testing/test-browser";
import { ANY_ENGINE, AUDIENCE, ISSUER, REDIRECT_URI, startTestService, USER_ID } from "../testing/test-service";
import { challengeOf, credentials, exchange, post, requestToken } from "../testing/token-request";

const VERIFIER = "a-verifier-of-at-least-forty-three-characters-0123";
const CLIENTS = ["web", "web-steady", "browser"];
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

describe.each(ANY_ENGINE)("refresh tokens that are listed, on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());
	afterEach(async () => {
		vi.useRealTimers();
		for (const clientId of CLIENTS) await giveGrant(clientId);
	});
	/** For the service and its library alike. */
	const passSeconds = (seconds: number) => {
		const time = Date.now() + seconds * 1000;
		vi.useFakeTimers({ toFake: ["Date"] });
		vi.setSystemTime(time);
	};

	async function issue(clientId: string) {
		const request = { client_id: clientId, scope: "openid offline_access", ...challengeOf(VERIFIER) };
		const address = await new TestBrowser(tenant.service).signIn(request);
		const code = address.searchParams.get("code") ?? "";
		const before = await listed();
		const { body } = await redeem(clientId, code);
		const [id] = (await listed()).filter((each) => !before.includes(each));
		if (id === undefined) throw new Error("no refresh token is listed");
		return { id, code, ...body };
	}
	const redeem = (clientId: string, code: string) => {
		const form = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
		return requestToken(tenant.service, { ...form, ...credentials(tenant.service, clientId) });
	};
	const revoke = (clientId: string, token: string) =>
		post(tenant.service, "oauth/revoke", { token, ...credentials(tenant.service, clientId) });

	async function read(path: string): Promise<Response> {
		const form = { grant_type: "client_credentials", audience: AUDIENCE };
		const { body } = await requestToken(tenant.service, { ...form, ...credentials(tenant.service, "web-with-api") });
		const headers = { authorization: `Bearer ${body.access_token}` };
		return handleServiceRequest(tenant.service, new Request(`${ISSUER}api/v2/${path}`, { headers }));
	}
	async function listed(): Promise<string[]> {
		const { tokens } = await (await read(`users/${encodeURIComponent(USER_ID)}/refresh-tokens?take=100`)).json();
		return tokens.map(({ id }: { id: string }) => id);
	}
	const singleRead = async (id: string) => (await read(`refresh-tokens/${id}`)).status;

	const change = (clientId: string, columns: { grants?: string; settings?: string }) =>
		tenant.service.database.updateTable("clients").set(columns).where("client_id", "=", clientId).execute();
	const takeGrant = (clientId: string) => change(clientId, { grants: '["authorization_code"]' });
	const giveGrant = (clientId: string) => change(clientId, { grants: `["authorization_code","${REFRESH_GRANT}"]` });
	const setLifetime = (clientId: string, refreshToken: object) =>
		change(clientId, { settings: JSON.stringify({ refresh_token: refreshToken }) });

	async function expectGone(clientId: string, { id }: { id: string }, values: readonly string[]) {
		expect(await listed()).not.toContain(id);
		expect(await singleRead(id)).toBe(404);
		const { database } = tenant.service;
		const rows = database.selectFrom("oidc_artifacts").selectAll().where("refresh_token_id", "=", id);
		expect(await rows.execute()).toEqual([]);
		for (const value of values) expect((await exchange(tenant.service, clientId, value)).status).toBe(403);
	}

	describe.each(CLIENTS)("of the client %s", (clientId) => {
		it.each(["refresh_token", "access_token"] as const)(
			"are without one that its application revoked by the %s after it had lost the grant type",
			async (revoked) => {
				const tokens = await issue(clientId);
				await takeGrant(clientId);
				expect(await listed()).toContain(tokens.id);
				expect((await revoke(clientId, tokens[revoked])).status).toBe(200);
				expect(await listed()).not.toContain(tokens.id);
				await giveGrant(clientId);
				await expectGone(clientId, tokens, [tokens.refresh_token]);
			},
		);

		it("are without one whose code was sent again after its application had lost the grant type", async () => {
			const tokens = await issue(clientId);
			await takeGrant(clientId);
			expect((await redeem(clientId, tokens.code)).status).toBe(403);
			await giveGrant(clientId);
			await expectGone(clientId, tokens, [tokens.refresh_token]);
		});

		it("still have one whose application has lost the grant type, and exchange it once that is given back", async () => {
			const tokens = await issue(clientId);
			await takeGrant(clientId);
			const refused = await exchange(tenant.service, clientId, tokens.refresh_token);
			expect([refused.status, refused.body.error]).toEqual([403, "unauthorized_client"]);
			expect([await singleRead(tokens.id), (await listed()).includes(tokens.id)]).toEqual([200, true]);
			await giveGrant(clientId);
			expect((await exchange(tenant.service, clientId, tokens.refresh_token)).status).toBe(200);
		});

		it("keep one that another application sends to be revoked", async () => {
			const tokens = await issue(clientId);
			for (const value of [tokens.refresh_token, tokens.access_token]) {
				expect((await revoke("web-with-api", value)).status).toBe(200);
			}
			expect(await listed()).toContain(tokens.id);
			expect((await exchange(tenant.service, clientId, tokens.refresh_token)).status).toBe(200);
		});

		it.each([
			["shorter", { expiration_type: "expiring", token_lifetime: HOUR_SECONDS, idle_token_lifetime: HOUR_SECONDS / 2 }],
			[
				"longer",
				{ expiration_type: "non-expiring", infinite_token_lifetime: true, infinite_idle_token_lifetime: true },
			],
		])("have one exactly as long as it can be exchanged where lifetimes have become %s", async (_, refreshToken) => {
			const tokens = await issue(clientId);
			let value = tokens.refresh_token;
			const renew = async () => {
				const { status, body } = await exchange(tenant.service, clientId, value);
				if (status === 200) value = body.refresh_token ?? value;
				return status;
			};
			passSeconds(2 * HOUR_SECONDS);
			await setLifetime(clientId, refreshToken);
			for (const wait of [0, 60, HOUR_SECONDS / 4, DAY_SECONDS, 40 * DAY_SECONDS]) {
				passSeconds(wait);
				const isListed = (await listed()).includes(tokens.id);
				expect([wait, await renew()]).toEqual([wait, isListed ? 200 : 403]);
				expect(await singleRead(tokens.id)).toBe(isListed ? 200 : 404);
			}
			await change(clientId, { settings: "{}" });
		});
	});

	it.each(["web", "browser"])(
		"are without one of %s that was revoked by a value that was exchanged",
		async (clientId) => {
			const tokens = await issue(clientId);
			const { body } = await exchange(tenant.service, clientId, tokens.refresh_token);
			await takeGrant(clientId);
			expect((await revoke(clientId, tokens.refresh_token)).status).toBe(200);
			await giveGrant(clientId);
			await expectGone(clientId, tokens, [body.refresh_token, tokens.refresh_token]);
		},
	);

	it("are those that can be exchanged once the application has its grant type, after any steps", async () => {
		type Held = Awaited<ReturnType<typeof issue>> & { values: string[] };
		const last = ({ values }: Held) => values.at(-1) ?? "";
		async function present(held: Held, clientId: string, value: string) {
			const { status, body } = await exchange(tenant.service, clientId, value);
			if (status === 200) held.values.push(body.refresh_token ?? value);
		}
		const steps = {
			exchange: (held: Held, clientId: string) => present(held, clientId, last(held)),
			replay: (held: Held, clientId: string) => present(held, clientId, held.values[0] ?? ""),
			redeemAgain: (held: Held, clientId: string) => redeem(clientId, held.code),
			revoke: (held: Held, clientId: string) => revoke(clientId, last(held)),
			revokeUsed: (held: Held, clientId: string) => revoke(clientId, held.values[0] ?? ""),
			revokeAccess: (held: Held, clientId: string) => revoke(clientId, held.access_token),
			revokeByAnother: (held: Held) => revoke("web-with-api", last(held)),
			takeGrant: (_: Held, clientId: string) => takeGrant(clientId),
			giveGrant: (_: Held, clientId: string) => giveGrant(clientId),
		} satisfies Record<string, (held: Held, clientId: string) => unknown>;
		const names = Object.keys(steps) as (keyof typeof steps)[];
		const walks = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 6 });
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...CLIENTS), walks, async (clientId, walk) => {
				await giveGrant(clientId);
				const tokens = await issue(clientId);
				const held: Held = { ...tokens, values: [tokens.refresh_token] };
				let isRevoked = false;
				for (const name of walk) {
					await steps[name](held, clientId);
					isRevoked ||= ["revoke", "revokeUsed", "revokeAccess", "redeemAgain"].includes(name);
				}
				await giveGrant(clientId);
				const isListed = (await listed()).includes(held.id);
				expect(await singleRead(held.id)).toBe(isListed ? 200 : 404);
				if (isRevoked) expect(isListed).toBe(false);
				expect((await exchange(tenant.service, clientId, last(held))).status).toBe(isListed ? 200 : 403);
			}),
			{ numRuns: process.env.LONG ? 15 : 4 },
		);
	});
});
