// The vendor's own SDK, unmodified, on users and their sessions, and on new signing keys.
import { SigningClient } from "auth0/keys/signing";
import { LogsClient } from "auth0/logs";
import { RefreshTokensClient } from "auth0/refreshTokens";
import { SessionsClient } from "auth0/sessions";
import { UserBlocksClient } from "auth0/userBlocks";
import { UsersClient } from "auth0/users";
import { LogsClient as UserLogsClient } from "auth0/users/logs";
import { RefreshTokenClient } from "auth0/users/refreshToken";
import { SessionsClient as UserSessionsClient } from "auth0/users/sessions";
import { expect, test } from "../fixtures";
import { type Credentials, fetchManagementToken } from "../running-app/credentials";
import { startSecondApp } from "../running-app/second-app";

const NOT_THERE = { statusCode: 404 };

type Options = { baseUrl: string; token: string; maxRetries: number };

test("auth0: finds a user, sets a session's metadata, ends sessions and tokens, one, some and all, blocks and unblocks; adds a signing key; reads the log", async () => {
	// An app of its own: afterwards its users have no sessions, which other tests need.
	const { credentials, stop } = await startSecondApp();
	const options = { baseUrl: credentials.base_url, token: await fetchManagementToken(credentials), maxRetries: 0 };
	try {
		await revokeSessionAndBlock(options);
		await endSessionsWithoutTokens(options);
		await revokeTogether(options);
		await liftBlocks(options, credentials);
		await rotateSigningKey(options);
		await readLog(options);
	} finally {
		await stop();
	}
});

async function revokeSessionAndBlock(options: Options): Promise<void> {
	const users = new UsersClient(options);
	const sessions = new SessionsClient(options);
	const sessionsOfUsers = new UserSessionsClient(options);
	const tokensOfUsers = new RefreshTokenClient(options);

	const found = [];
	for await (const user of await users.list({ q: 'email:"ines.duarte@example.org"', per_page: 1 })) found.push(user);
	expect(found).toHaveLength(1);
	const id = found[0]?.user_id ?? "";
	expect(await users.get(id)).toMatchObject({ user_id: id, name: "Inês Duarte", blocked: false });
	const listed = async () => {
		const all = [];
		for await (const session of await sessionsOfUsers.list(id, { take: 1 })) all.push(session);
		return all;
	};
	const tokens = async () => {
		const all = [];
		for await (const token of await tokensOfUsers.list(id, { take: 1 })) all.push(token);
		return all;
	};

	const [session, ...others] = await listed();
	const sessionId = session?.id ?? "";
	expect(others).toEqual([]);
	expect(await sessions.get(sessionId)).toEqual(session);
	expect(session).toMatchObject({ user_id: id, device: { initial_ip: "203.0.113.24" } });
	expect(session).not.toHaveProperty("session_metadata");
	const session_metadata = { ticket: "HD-1", ["__proto__"]: "kept" };
	const changed = await sessions.update(sessionId, { session_metadata });
	expect(changed).toMatchObject({ id: sessionId, session_metadata });
	expect(await sessions.update(sessionId, {})).toEqual(changed);
	const cleared = await sessions.update(sessionId, { session_metadata: {} });
	expect(cleared).not.toHaveProperty("session_metadata");

	const issued = (await tokens()).filter(({ session_id }) => session_id === sessionId);
	expect(issued).toHaveLength(2);
	await sessions.revoke(sessionId);
	await expect(sessions.get(sessionId)).rejects.toMatchObject(NOT_THERE);
	await expect(sessions.update(sessionId, { session_metadata })).rejects.toMatchObject(NOT_THERE);
	expect([await listed(), (await tokens()).map(({ session_id }) => session_id)]).toEqual([[], [null]]);
	await tokensOfUsers.delete(id);
	expect(await tokens()).toEqual([]);

	expect(await users.update(id, { blocked: true })).toMatchObject({ user_id: id, blocked: true });
	expect(await users.get(id, { fields: "blocked" })).toEqual({ blocked: true });
	expect(await users.update(id, { blocked: false })).toMatchObject({ user_id: id, blocked: false });
}

async function endSessionsWithoutTokens(options: Options): Promise<void> {
	const sessionsOfUsers = new UserSessionsClient(options);
	const [user] = await new UsersClient(options).listUsersByEmail({ email: "amara.okafor@example.com" });
	const id = user?.user_id ?? "";
	const { data } = await sessionsOfUsers.list(id);
	const tokens = (await new RefreshTokenClient(options).list(id)).data;
	expect([data.length, tokens.length]).toEqual([2, 2]);
	await new SessionsClient(options).delete(data[0]?.id ?? "");
	expect((await sessionsOfUsers.list(id)).data).toEqual(data.slice(1));
	await sessionsOfUsers.delete(id);
	expect((await sessionsOfUsers.list(id)).data).toEqual([]);
	expect((await new RefreshTokenClient(options).list(id)).data).toEqual(tokens);
	await expect(sessionsOfUsers.delete("auth0|unknown")).rejects.toMatchObject(NOT_THERE);
}

async function revokeTogether(options: Options): Promise<void> {
	const users = new UsersClient(options);
	const sessionsOfUsers = new UserSessionsClient(options);
	const tokensOfUsers = new RefreshTokenClient(options);
	const refreshTokens = new RefreshTokensClient(options);
	const idOf = async (email: string) => (await users.listUsersByEmail({ email }))[0]?.user_id ?? "";
	const left = async (id: string) => [
		(await sessionsOfUsers.list(id)).data.length,
		(await tokensOfUsers.list(id)).data.map(({ id }) => id),
	];

	const mina = await idOf("mina.park@example.org");
	const [first, second, ...others] = (await tokensOfUsers.list(mina)).data;
	await refreshTokens.revoke({ ids: [first?.id ?? "", "dcr_unknown"] });
	await refreshTokens.revoke({ user_id: mina, client_id: second?.client_id ?? "" });
	const kept = others.map(({ id }) => id);
	expect(await left(mina)).toEqual([3, kept]);
	await expect(refreshTokens.revoke({ ids: ["x"], user_id: mina })).rejects.toMatchObject({ statusCode: 400 });

	const [session] = (await sessionsOfUsers.list(mina)).data;
	await users.revokeAccess(mina, { session_id: session?.id ?? "", preserve_refresh_tokens: true });
	expect(await left(mina)).toEqual([2, kept]);
	await users.revokeAccess(mina);
	expect(await left(mina)).toEqual([0, []]);
	await expect(users.revokeAccess("auth0|unknown")).rejects.toMatchObject(NOT_THERE);

	const olena = await idOf("olena.shevchuk@example.com");
	const [delegated] = (await sessionsOfUsers.list(olena)).data;
	expect(delegated).toMatchObject({ actor: { sub: await idOf("support@example.com") } });
}

async function liftBlocks(options: Options, { auth_url, clients }: Credentials): Promise<void> {
	const [user] = await new UsersClient(options).listUsersByEmail({ email: "priya.raman@example.com" });
	const id = user?.user_id ?? "";
	const blocks = new UserBlocksClient(options);
	expect(await blocks.list(id)).toEqual({ blocked_for: [] });
	const { client_id = "", client_secret = "" } = clients.password_app ?? {};
	const form = { client_id, client_secret, grant_type: "password", username: user?.email ?? "", password: "wrong" };
	for (let attempts = 0; attempts < 10; attempts += 1) {
		const body = new URLSearchParams(form);
		expect((await fetch(`${auth_url}/oauth/token`, { method: "POST", body })).status).toBe(403);
	}
	expect(await blocks.list(id, { consider_brute_force_enablement: true })).toEqual({
		blocked_for: [{ identifier: user?.email, ip: expect.any(String) }],
	});
	await blocks.delete(id);
	expect(await blocks.list(id)).toEqual({ blocked_for: [] });
	await expect(blocks.list("auth0|unknown")).rejects.toMatchObject(NOT_THERE);
	await expect(blocks.delete("auth0|unknown")).rejects.toMatchObject(NOT_THERE);
}

async function rotateSigningKey(options: Options): Promise<void> {
	const signing = new SigningClient(options);
	const { kid, cert, ...more } = await signing.rotate();
	expect([cert, more]).toEqual([expect.stringMatching(/^-----BEGIN CERTIFICATE-----\n/), {}]);
	expect((await signing.list()).filter((key) => key.kid === kid)).toMatchObject([{ cert, next: true, current: false }]);
}

/** What the wrong passwords before the block have left. */
async function readLog(options: Options): Promise<void> {
	const logs = new LogsClient(options);
	const [user] = await new UsersClient(options).listUsersByEmail({ email: "priya.raman@example.com" });
	const id = user?.user_id ?? "";
	const ofUser = [];
	for await (const entry of await new UserLogsClient(options).list(id, { per_page: 3 })) ofUser.push(entry);
	const wrong = ofUser.filter(({ type }) => type === "fp");
	expect(wrong).toHaveLength(10);
	const found = [];
	const query = { q: `user_id:"${id}" AND type:fp` };
	for await (const entry of await logs.list({ per_page: 4 }, { queryParams: query })) found.push(entry);
	expect(found).toEqual(wrong);
	const [last] = wrong;
	expect(await logs.get(last?.log_id ?? "")).toEqual(last);
	await expect(logs.get("900")).rejects.toMatchObject(NOT_THERE);
	// By checkpoint the response is a bare array, from the earliest entry on.
	const from = wrong.at(-1)?.log_id ?? "";
	const after = () => logs.list({}, { queryParams: { from, take: 100 } });
	await expect.poll(async () => (await after()).response).toEqual(expect.arrayContaining(wrong.slice(0, -1)));
	const { rawResponse } = await after();
	expect(rawResponse.headers.get("link")).toMatch(/^<http.+[?&]from=900\d+&take=100>; rel="next"$/);
}
