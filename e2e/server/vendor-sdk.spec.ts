// The vendor's own SDK, unmodified, on every operation that the embedded service describes; its types are checked.
import { ClientGrantsClient } from "auth0/clientGrants";
import { ClientsClient } from "auth0/clients";
import { ConnectionsClient } from "auth0/connections";
import { SigningClient } from "auth0/keys/signing";
import { LogsClient } from "auth0/logs";
import { RefreshTokensClient } from "auth0/refreshTokens";
import { SessionsClient } from "auth0/sessions";
import { UserBlocksClient } from "auth0/userBlocks";
import { UsersClient } from "auth0/users";
import { LogsClient as UserLogsClient } from "auth0/users/logs";
import { RefreshTokenClient } from "auth0/users/refreshToken";
import { SessionsClient as UserSessionsClient } from "auth0/users/sessions";
import { TemplatesClient } from "auth0/verifiableCredentials/verification/templates";
import { expect, test } from "../fixtures";
import { startTenantProxy } from "../http/tenant-proxy";
import { fetchManagementToken } from "../running-app/credentials";
import { startSecondApp } from "../running-app/second-app";

type Options = { baseUrl: string; token: string; maxRetries: number };
type Description = { paths: Record<string, Record<string, unknown>> };

test("auth0: every operation of the management interface responds to the vendor's SDK", async () => {
	// An app of its own: afterwards its users have neither sessions nor tokens.
	const { credentials, stop } = await startSecondApp();
	const { base_url, audience } = credentials;
	const proxy = await startTenantProxy(base_url);
	try {
		const options = { baseUrl: proxy.baseUrl, token: await fetchManagementToken(credentials), maxRetries: 0 };
		await walkTemplates(options);
		await walkApplications(options, audience);
		await walkUsers(options);
		const { paths } = (await (await fetch(`${base_url}/openapi.json`)).json()) as Description;
		const left = Object.entries(paths).flatMap(([path, operations]) => {
			const pattern = new RegExp(`^/api/v2${path.replace(/\{\w+\}/g, "[^/?]+")}(\\?|$)`);
			const isSeen = (method: string) =>
				proxy.seen.some((request) => {
					const [seenMethod, address = ""] = request.split(" ");
					return seenMethod === method && pattern.test(address);
				});
			const methods = Object.keys(operations).filter((name) => /^(get|post|patch|delete)$/.test(name));
			return methods.map((name) => name.toUpperCase()).flatMap((name) => (isSeen(name) ? [] : [`${name} ${path}`]));
		});
		expect(left).toEqual([]);
		expect(Object.keys(paths).length).toBeGreaterThan(20);
	} finally {
		proxy.close();
		await stop();
	}
});

async function walkTemplates(options: Options): Promise<void> {
	const templates = new TemplatesClient(options);
	const made = await templates.create({
		name: "By the SDK",
		type: "mdl",
		dialect: "simplified/1.0",
		well_known_trusted_issuers: "aamva",
		presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { family_name: true } } },
	});
	const id = made.id ?? "";
	expect(await templates.get(id)).toEqual(made);
	expect(await templates.update(id, { name: "Renamed by the SDK" })).toMatchObject({ id, name: "Renamed by the SDK" });
	expect((await templates.list({ take: 100 })).data.map((template) => template.id)).toContain(id);
	await templates.delete(id);
	await expect(templates.get(id)).rejects.toMatchObject({ statusCode: 404 });
}

async function walkApplications(options: Options, audience: string): Promise<void> {
	const clients = new ClientsClient(options);
	const grants = new ClientGrantsClient(options);
	const connections = new ConnectionsClient(options);
	const signing = new SigningClient(options);

	const { client_id: id = "" } = await clients.create({ name: "By the SDK", app_type: "regular_web" });
	expect((await clients.list({ per_page: 100 })).data.map((client) => client.client_id)).toContain(id);
	await clients.update(id, { description: "By the SDK", grant_types: ["client_credentials"] });
	expect(await clients.get(id)).toMatchObject({ description: "By the SDK" });
	expect((await clients.rotateSecret(id)).client_secret).toHaveLength(64);

	const grant = await grants.create({ client_id: id, audience, scope: ["read:users"] });
	await grants.update(grant.id ?? "", { scope: ["read:clients"] });
	expect((await grants.list({ client_id: id })).data).toMatchObject([{ id: grant.id, scope: ["read:clients"] }]);
	await grants.delete(grant.id ?? "");

	const { id: connection = "" } = await connections.create({
		name: "by-the-sdk",
		strategy: "samlp",
		display_name: "By the SDK",
		options: { signInEndpoint: "https://idp.example/sso" },
	});
	await connections.clients.update(connection, [{ client_id: id, status: true }]);
	expect((await connections.clients.get(connection)).data).toEqual([{ client_id: id }]);
	expect((await clients.connections.get(id)).data).toMatchObject([{ id: connection }]);
	await connections.update(connection, { display_name: "Changed by the SDK" });
	expect(await connections.get(connection)).toMatchObject({ display_name: "Changed by the SDK" });
	expect((await connections.list({ name: "by-the-sdk" })).data).toHaveLength(1);
	await connections.delete(connection);
	await clients.delete(id);

	const { kid } = await signing.rotate();
	expect((await signing.list()).map((key) => key.kid)).toContain(kid);
}

async function walkUsers(options: Options): Promise<void> {
	const users = new UsersClient(options);
	const sessions = new SessionsClient(options);
	const tokens = new RefreshTokensClient(options);
	const blocks = new UserBlocksClient(options);
	const sessionsOf = new UserSessionsClient(options);
	const tokensOf = new RefreshTokenClient(options);

	const [found] = await users.listUsersByEmail({ email: "mina.park@example.org" });
	const id = found?.user_id ?? "";
	expect((await users.list({ q: "email:mina*" })).data.map((user) => user.user_id)).toEqual([id]);
	await users.update(id, { blocked: true });
	expect(await users.get(id)).toMatchObject({ blocked: true });
	expect(await blocks.list(id)).toEqual({ blocked_for: [] });
	await blocks.delete(id);

	const [first, second, third] = (await tokensOf.list(id)).data.map((token) => token.id ?? "");
	await tokens.update(first ?? "", { refresh_token_metadata: { ticket: "T-1" } });
	expect(await tokens.get(first ?? "")).toMatchObject({ refresh_token_metadata: { ticket: "T-1" } });
	expect((await tokens.list({ user_id: id })).data.map((token) => token.id)).toContain(first);
	await tokens.delete(first ?? "");
	await tokens.revoke({ ids: [second ?? "", third ?? ""] });
	await tokensOf.delete(id);
	expect((await tokensOf.list(id)).data).toEqual([]);

	const [one, other] = (await sessionsOf.list(id)).data.map((session) => session.id ?? "");
	await sessions.update(one ?? "", { session_metadata: { ticket: "T-1" } });
	expect(await sessions.get(one ?? "")).toMatchObject({ session_metadata: { ticket: "T-1" } });
	await sessions.delete(one ?? "");
	await sessions.revoke(other ?? "");
	await users.revokeAccess(id);
	await sessionsOf.delete(id);
	expect((await sessionsOf.list(id)).data).toEqual([]);

	const [ended] = (await new UserLogsClient(options).list(id)).data;
	expect(ended).toMatchObject({ type: "sapi", user_id: id });
	const logs = new LogsClient(options);
	expect(await logs.get(ended?.log_id ?? "")).toEqual(ended);
	expect((await logs.list()).data).toContainEqual(ended);
}
