import { afterAll, beforeAll, expect, it } from "vitest";
import { type OperationName, operations } from "@/lib/contract/operations";
import { recordQueries } from "@/lib/database/testing/record-queries";
import { storedRows } from "@/lib/database/testing/stored-rows";
import { managementOperations } from "../endpoints";
import { sampleSessionId, sampleUserId } from "../sample-tenant/derived";
import { findUser } from "../store/users";
import { TEMPLATES, templateRequest } from "../testing/template-calls";
import { describeOnEachEngine, type TestTenant } from "../testing/test-tenant";

/** `user`: the handle of the user whom it concerns. */
type Change = {
	operation: OperationName;
	path: string;
	body?: object;
	user?: string;
	also?: string[];
	changes?: { blocked: boolean };
};

const CHANGING = Object.entries(operations).flatMap(([name, { method }]) => (method === "GET" ? [] : [name]));

it("names each operation that changes something, and no other", () => {
	const named = managementOperations.filter(({ declared }) => declared.action !== undefined);
	expect(named.map(({ name }) => name).sort()).toEqual(CHANGING.sort());
});

describeOnEachEngine("the log of changes through the management interface", (open) => {
	let tenant: TestTenant;
	let changes: Change[];
	beforeAll(async () => {
		tenant = await open();
		changes = await allChanges();
	});
	afterAll(() => tenant.close());

	const secret = () => tenant.service.config.appSecret;
	const userId = (handle: string) => sampleUserId(secret(), handle);
	const create = async (path: string, body: object) =>
		((await tenant.call("POST", path, { body })).json as { id: string; client_id: string }) ?? {};

	/** In an order in which each finds what it changes. */
	async function allChanges(): Promise<Change[]> {
		const user = (handle: string) => `/users/${encodeURIComponent(userId(handle))}`;
		const session = (handle: string) => `/sessions/${sampleSessionId(secret(), handle)}`;
		const client = `/clients/${(await create("/clients", { name: "Changed" })).client_id}`;
		const audience = "https://api.example.com/orders";
		const grant = await create("/client-grants", { client_id: tenant.clientId("mobile_app"), audience });
		const options = { signInEndpoint: "https://idp.example/sso" };
		const corp = `/connections/${(await create("/connections", { name: "corp", strategy: "samlp", options })).id}`;
		const { id } = await tenant.service.database.selectFrom("templates").selectAll().executeTakeFirstOrThrow();
		const owned = tenant.service.database
			.selectFrom("refresh_tokens")
			.selectAll()
			.where("user_id", "=", userId("user"));
		const [first, second] = await owned.execute();
		for (let count = 0; count < 10; count += 1) {
			await tenant.service.throttles.codes.begin(userId("user"), "192.0.2.1");
		}
		return [
			{ operation: "post_vc_templates", path: TEMPLATES, body: templateRequest() },
			{ operation: "patch_vc_templates_by_id", path: `${TEMPLATES}/${id}`, body: { name: "Renamed" } },
			{ operation: "delete_vc_templates_by_id", path: `${TEMPLATES}/${id}` },
			{
				operation: "patch_refresh-tokens_by_id",
				path: `/refresh-tokens/${first?.id}`,
				body: { refresh_token_metadata: { a: "b" } },
				user: "user",
			},
			{ operation: "delete_refresh-tokens_by_id", path: `/refresh-tokens/${first?.id}`, user: "user", also: ["srrt"] },
			{
				operation: "post_refresh_tokens_revoke",
				path: "/refresh-tokens/revoke",
				body: { ids: [second?.id] },
				user: "user",
				also: ["srrt"],
			},
			{
				operation: "delete_user_refresh-tokens",
				path: `${user("amara")}/refresh-tokens`,
				user: "amara",
				also: ["srrt"],
			},
			{
				operation: "patch_sessions_by_id",
				path: session("user-web"),
				body: { session_metadata: { a: "b" } },
				user: "user",
			},
			{ operation: "post_session_revoke", path: `${session("user-web")}/revoke`, user: "user", also: ["srrt"] },
			{ operation: "delete_sessions_by_id", path: session("amara-full"), user: "amara" },
			{ operation: "delete_user_sessions", path: `${user("amara")}/sessions`, user: "amara" },
			{
				operation: "post_user_revoke_access",
				path: `${user("user")}/revoke-access`,
				body: {},
				user: "user",
				also: ["srrt"],
			},
			{
				operation: "patch_users_by_id",
				path: user("user"),
				body: { blocked: true },
				user: "user",
				changes: { blocked: true },
			},
			{
				operation: "patch_users_by_id",
				path: user("user"),
				body: { blocked: false },
				user: "user",
				changes: { blocked: false },
			},
			{
				operation: "delete_user-blocks_by_id",
				path: user("user").replace("users", "user-blocks"),
				user: "user",
				also: ["ublkdu"],
			},
			{ operation: "post_clients", path: "/clients", body: { name: "New" } },
			{ operation: "patch_clients_by_id", path: client, body: { name: "Renamed" } },
			{ operation: "post_rotate-secret", path: `${client}/rotate-secret` },
			{
				operation: "post_client-grants",
				path: "/client-grants",
				body: { client_id: tenant.clientId("web_app"), audience, scope: [] },
			},
			{ operation: "patch_client-grants_by_id", path: `/client-grants/${grant.id}`, body: { scope: ["read:orders"] } },
			{ operation: "delete_client-grants_by_id", path: `/client-grants/${grant.id}` },
			{ operation: "delete_clients_by_id", path: client },
			{ operation: "post_connections", path: "/connections", body: { name: "other", strategy: "samlp", options } },
			{ operation: "patch_connections_by_id", path: corp, body: { display_name: "Corp" } },
			{
				operation: "patch_connection_clients",
				path: `${corp}/clients`,
				body: [{ client_id: tenant.clientId("web_app"), status: true }],
			},
			{ operation: "delete_connections_by_id", path: corp },
			{ operation: "post_signing_keys", path: "/keys/signing/rotate" },
		];
	}
	const CORRELATION_ID = "0a1b2c3d";
	const headers = { "x-correlation-id": CORRELATION_ID };
	const call = ({ operation, path, body }: Change) =>
		tenant.call(operations[operation].method, path, { body, headers });
	/** The stored entries: not those that wait to be written. */
	async function entries() {
		const rows = await tenant.service.database.selectFrom("log_entries").selectAll().orderBy("log_id").execute();
		return rows.map(({ rest, ...row }) => ({ ...row, details: rest === null ? undefined : JSON.parse(rest).details }));
	}

	it("has nothing of a change that fails, and no change is made without its entry", async () => {
		const { log } = tenant.service;
		tenant.service.log = {
			...log,
			record: () => Promise.reject(new Error("no room")),
			add() {},
			flush: async () => {},
		};
		const before = await storedRows(tenant.service.database);
		for (const change of changes) {
			expect((await call(change)).status, change.operation).toBe(500);
			expect(await storedRows(tenant.service.database), change.operation).toEqual(before);
		}
		tenant.service.log = log;
	});

	it("has each with who made it and whom it concerns, in the transaction of the change", async () => {
		expect([...new Set(changes.map(({ operation }) => operation))].sort()).toEqual(CHANGING.sort());
		const { database } = tenant.service;
		const recorded = recordQueries(database);
		for (const change of changes) {
			const count = (await entries()).length;
			tenant.service.database = recorded.database;
			const response = await call(change);
			tenant.service.database = database;
			// Last, so that the time of an entry is as close to its commit as can be.
			const written = recorded.take().flatMap(({ sql }) => /^(?:insert into|update|delete from) "\w+"/.exec(sql) ?? []);
			const insertion = 'insert into "log_entries"';
			const later = written.slice(written.indexOf(insertion)).filter((each) => each !== insertion);
			// New keys get their certificates after the commit.
			expect(later.filter((each) => each !== 'update "signing_keys"')).toEqual([]);
			expect(response.status, `${change.operation}: ${response.text}`).toBeLessThan(300);
			const added = (await entries()).slice(count);
			expect(added.map(({ type }) => type).sort(), change.operation).toEqual(["sapi", ...(change.also ?? [])].sort());
			const user_id = change.user ? userId(change.user) : null;
			for (const entry of added) {
				expect(entry, change.operation).toMatchObject({ client_id: tenant.clientId("management"), user_id });
			}
			const entry = added.find(({ type }) => type === "sapi");
			for (const other of added.filter((each) => each !== entry)) {
				expect(other.details, change.operation).toMatchObject({ correlation_id: CORRELATION_ID });
			}
			const { action } = managementOperations.find(({ name }) => name === change.operation)?.declared ?? {};
			const description = change.changes ? `${change.changes.blocked ? "Block" : "Unblock"} a user` : action;
			expect(entry).toMatchObject({ description, client_name: expect.any(String) });
			const user = change.user && (await findUser(database, userId(change.user)));
			expect(entry?.user_name ?? null, change.operation).toBe(user ? user.email : null);
			expect(entry?.details).toEqual({
				request: {
					method: operations[change.operation].method,
					path: `/api/v2${change.path}`,
					correlation_id: CORRELATION_ID,
				},
				response: { statusCode: response.status },
				...(change.changes && { changes: change.changes }),
			});
		}
	});

	it.each<[string, string, object | undefined, object]>([
		[
			...(["a user", "PATCH /users/auth0%7C1", { blocked: "planted" }] as const),
			{
				user_id: "auth0|1",
				description: "Payload validation error on property blocked.",
				details: { request: { path: "/api/v2/users/auth0%7C1" } },
			},
		],
		[
			...(["what is no ID of a user", "PATCH /users/planted", { blocked: "planted" }] as const),
			{ user_id: null, details: { request: { path: "/api/v2/users/{user_id}" } } },
		],
		[
			...(["an unknown API", "POST /client-grants", { client_id: "x", audience: "planted", scope: [] }] as const),
			{ details: { response: { statusCode: 404 } } },
		],
		[
			...(["a value of a token", `DELETE /refresh-tokens/planted${"a-_".repeat(10)}`, undefined] as const),
			{ type: "sapi", user_id: null, details: { request: { path: "/api/v2/refresh-tokens/{id}" } } },
		],
		[
			...(["a session's cookie", "DELETE /sessions/planted-B-a4rVqYxU_Aa", undefined] as const),
			{ type: "sapi", details: { request: { path: "/api/v2/sessions/{id}" } } },
		],
		[
			...(["a connection that is gone", "DELETE /connections/con_0123456789abcdef", undefined] as const),
			{ type: "sapi", details: { request: { path: "/api/v2/connections/con_0123456789abcdef" } } },
		],
	])("names a user and IDs, and does not repeat what was sent: of %s", async (_what, request, body, expected) => {
		await tenant.service.log.flush();
		const count = (await entries()).length;
		const [method = "", path = ""] = request.split(" ");
		await tenant.call(method, path, body && { body });
		await tenant.service.log.flush();
		const added = (await entries()).slice(count);
		expect(added).toMatchObject([expected]);
		expect(JSON.stringify(added)).not.toContain("planted");
	});

	it("has no block lifted where there was none", async () => {
		const count = (await entries()).length;
		await tenant.service.throttles.logins.begin("mina.park@example.org", "192.0.2.1");
		await tenant.call("DELETE", `/user-blocks/${encodeURIComponent(userId("user"))}`);
		expect((await entries()).slice(count).map(({ type }) => type)).toEqual(["sapi"]);
	});

	it("has what a known caller was refused, and not what is not there to read or has no valid token", async () => {
		await tenant.service.log.flush();
		const count = (await entries()).length;
		const query = "?user_id=secret-in-the-query";
		await tenant.call("PATCH", `/clients/missing${query}`, { body: { name: "New" } });
		await tenant.call("POST", "/clients", { body: { name: 1 } });
		await tenant.call("GET", "/clients/missing");
		await tenant.call("GET", "/clients", { as: "Bearer a.b.c" });
		const token = await tenant.token("management", { scope: "read:users" });
		await tenant.call("DELETE", "/clients/missing", { as: token });
		await tenant.service.log.flush();
		const added = (await entries()).slice(count);
		expect(added.map(({ type, details }) => [type, details.response.statusCode])).toEqual([
			["fapi", 400],
			["fapi", 400],
			["fapi", 403],
		]);
		expect(JSON.stringify(added)).not.toContain("secret-in-the-query");
	});
});
