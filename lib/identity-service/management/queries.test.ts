import type { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OperationName, operations } from "@/lib/contract/operations";
import { planOf, recordQueries, unindexedSteps } from "@/lib/database/testing/record-queries";
import { sampleSessionId, sampleUserId } from "../sample-tenant/derived";
import type { IdentityServiceSchema } from "../store/schema";
import { TEMPLATES, templateRequest } from "../testing/template-calls";
import { describeOnEachEngine, type TestTenant } from "../testing/test-tenant";

/** `queries`: statements of an operation, including the look-up of its caller. */
type Case = { operation: OperationName; what: string; queries: number; path: string; body?: object };

/** Applications, connections and keys are read whole by some operations: a tenant has few of them. */
const OF_SMALL_TABLE =
	/^select (?:(?! from ).)* from "(?:clients|connections|signing_keys)"|^insert into "signing_keys"/;

describeOnEachEngine("an operation", (open) => {
	let tenant: TestTenant;
	let recorder: ReturnType<typeof recordQueries<IdentityServiceSchema>>;
	beforeAll(async () => {
		tenant = await open();
		recorder = recordQueries(tenant.service.database);
		tenant.service.database = recorder.database;
	});
	afterAll(() => tenant.close());

	async function cases(): Promise<Case[]> {
		const { database } = tenant.service;
		const token = await database.selectFrom("refresh_tokens").selectAll().executeTakeFirstOrThrow();
		const template = await database.selectFrom("templates").selectAll().executeTakeFirstOrThrow();
		const user = `/users/${encodeURIComponent(token.user_id)}`;
		const owned = `/refresh-tokens?user_id=${encodeURIComponent(token.user_id)}`;
		const client = `/clients/${tenant.clientId("web_app")}`;
		const grant = { client_id: tenant.clientId("web_app"), audience: "https://api.example.com/orders", scope: [] };
		const other = { client_id: tenant.clientId("mobile_app"), audience: grant.audience };
		const changed = (await tenant.call("POST", "/client-grants", { body: other })).json as { id: string };
		const signInEndpoint = "https://idp.example/sso";
		const connection = await tenant.call("POST", "/connections", {
			body: { name: "corp", strategy: "samlp", options: { signInEndpoint } },
		});
		const corp = `/connections/${(connection.json as { id: string }).id}`;
		const enabled_clients = [tenant.clientId("single_page_app")];
		// The sample provider's key is made on first use.
		await tenant.call("GET", "/connections");
		const templates = await nextPage(TEMPLATES, "&");
		const tokens = await nextPage(`${user}/refresh-tokens`, "&");
		const mina = `/users/${encodeURIComponent(sampleUserId(tenant.service.config.appSecret, "user"))}`;
		const amara = `/users/${encodeURIComponent(sampleUserId(tenant.service.config.appSecret, "amara"))}`;
		const blocks = mina.replace("/users/", "/user-blocks/");
		const sessions = await nextPage(`${mina}/sessions`, "&");
		await tenant.service.log.record(database, { type: "s", request: null });
		const { log_id: logged } = await database.selectFrom("log_entries").select("log_id").executeTakeFirstOrThrow();
		const session = { id: sampleSessionId(tenant.service.config.appSecret, "user-web") };
		return [
			{ operation: "get_vc_templates", what: "first page", queries: 2, path: TEMPLATES },
			{ operation: "get_vc_templates", what: "a later page", queries: 2, path: templates },
			{ operation: "post_vc_templates", what: "", queries: 3, path: TEMPLATES, body: templateRequest() },
			{ operation: "get_vc_templates_by_id", what: "", queries: 2, path: `${TEMPLATES}/${template.id}` },
			{
				operation: "patch_vc_templates_by_id",
				what: "",
				queries: 4,
				path: `${TEMPLATES}/${template.id}`,
				body: { name: "Renamed" },
			},
			{ operation: "get_refresh_tokens", what: "of a user", queries: 3, path: owned },
			{
				operation: "get_refresh_tokens",
				what: "of a user with a client",
				queries: 3,
				path: `${owned}&client_id=${token.client_id}`,
			},
			{ operation: "get_user_refresh-tokens", what: "first page", queries: 3, path: `${user}/refresh-tokens` },
			{ operation: "get_user_refresh-tokens", what: "a later page", queries: 3, path: tokens },
			{
				operation: "get_user_refresh-tokens",
				what: "with totals",
				queries: 4,
				path: `${user}/refresh-tokens?include_totals=true`,
			},
			{ operation: "get_refresh-tokens_by_id", what: "", queries: 2, path: `/refresh-tokens/${token.id}` },
			{
				operation: "patch_refresh-tokens_by_id",
				what: "",
				queries: 4,
				path: `/refresh-tokens/${token.id}`,
				body: { refresh_token_metadata: { a: "b" } },
			},
			{ operation: "get_users", what: "all", queries: 3, path: "/users" },
			{ operation: "get_users", what: "by e-mail", queries: 3, path: '/users?q=email:"mina.park@example.org"' },
			{ operation: "get_users", what: "by the beginning of a name", queries: 3, path: "/users?q=name:mi*" },
			{ operation: "get_users", what: "by a word in any field", queries: 5, path: "/users?q=mi*" },
			{ operation: "get_logs", what: "all", queries: 4, path: "/logs?include_totals=true" },
			{ operation: "get_logs", what: "of an address", queries: 4, path: "/logs?q=ip:203.0.113.9" },
			{ operation: "get_logs", what: "of several types", queries: 4, path: "/logs?q=type:(f OR s)" },
			{ operation: "get_logs", what: "of a user and type", queries: 6, path: "/logs?q=user_id:x AND type:s" },
			{ operation: "get_logs", what: "of some days", queries: 4, path: "/logs?q=date:[2026-11-20 TO 2026-11-22]" },
			{ operation: "get_logs", what: "by checkpoint", queries: 2, path: "/logs?take=50" },
			{ operation: "get_logs_by_id", what: "", queries: 2, path: `/logs/${logged}` },
			{ operation: "get_user_logs", what: "", queries: 4, path: `${mina}/logs?sort=date:1&include_totals=true` },
			{ operation: "get_users-by-email", what: "", queries: 2, path: "/users-by-email?email=mina.park@example.org" },
			{ operation: "get_users_by_id", what: "", queries: 2, path: user },
			{ operation: "get_clients", what: "", queries: 2, path: "/clients" },
			{ operation: "get_clients", what: "with totals", queries: 3, path: "/clients?include_totals=true" },
			{ operation: "get_clients_by_id", what: "", queries: 2, path: client },
			{ operation: "post_clients", what: "", queries: 3, path: "/clients", body: { name: "New" } },
			{ operation: "patch_clients_by_id", what: "", queries: 5, path: client, body: { name: "Renamed" } },
			{ operation: "post_rotate-secret", what: "", queries: 5, path: `${client}/rotate-secret` },
			{ operation: "get_client-grants", what: "", queries: 2, path: "/client-grants" },
			{ operation: "post_client-grants", what: "", queries: 7, path: "/client-grants", body: grant },
			{
				operation: "patch_client-grants_by_id",
				what: "",
				queries: 6,
				path: `/client-grants/${changed.id}`,
				body: { scope: ["read:orders"] },
			},
			{ operation: "delete_client-grants_by_id", what: "", queries: 5, path: "/client-grants/cgr_0123456789abcdef" },
			{ operation: "get_connections", what: "", queries: 3, path: "/connections" },
			{ operation: "get_connections_by_id", what: "", queries: 2, path: corp },
			{
				operation: "post_connections",
				what: "",
				queries: 12,
				path: "/connections",
				body: { name: "other", strategy: "samlp", options: { signInEndpoint }, enabled_clients },
			},
			{ operation: "patch_connections_by_id", what: "", queries: 7, path: corp, body: { enabled_clients } },
			{
				operation: "post_refresh_tokens_revoke",
				what: "by ids",
				queries: 7,
				path: "/refresh-tokens/revoke",
				body: { ids: [token.id] },
			},
			{
				operation: "post_refresh_tokens_revoke",
				what: "of a user with a client",
				queries: 7,
				path: "/refresh-tokens/revoke",
				body: { user_id: token.user_id, client_id: token.client_id },
			},
			{ operation: "get_connection_clients", what: "", queries: 2, path: `${corp}/clients` },
			{
				operation: "patch_connection_clients",
				what: "",
				queries: 5,
				path: `${corp}/clients`,
				body: [{ client_id: tenant.clientId("web_app"), status: true }],
			},
			{ operation: "get_client_connections", what: "", queries: 3, path: `${client}/connections` },
			{ operation: "delete_clients_by_id", what: "", queries: 22, path: client },
			{ operation: "delete_connections_by_id", what: "", queries: 14, path: corp },
			{ operation: "get_signing_keys", what: "", queries: 5, path: "/keys/signing" },
			{ operation: "delete_vc_templates_by_id", what: "", queries: 3, path: `${TEMPLATES}/${template.id}` },
			{ operation: "delete_refresh-tokens_by_id", what: "", queries: 3, path: `/refresh-tokens/${token.id}` },
			{ operation: "get_user_sessions", what: "first page", queries: 3, path: `${mina}/sessions` },
			{
				operation: "get_user_sessions",
				what: "with totals",
				queries: 4,
				path: `${mina}/sessions?include_totals=true`,
			},
			{ operation: "get_user_sessions", what: "a later page", queries: 3, path: sessions },
			{ operation: "get_sessions_by_id", what: "", queries: 2, path: `/sessions/${session.id}` },
			{
				operation: "patch_sessions_by_id",
				what: "",
				queries: 4,
				path: `/sessions/${session.id}`,
				body: { session_metadata: { a: "b" } },
			},
			{ operation: "post_session_revoke", what: "", queries: 7, path: `/sessions/${session.id}/revoke` },
			{ operation: "delete_sessions_by_id", what: "", queries: 5, path: `/sessions/${session.id}` },
			{ operation: "get_user-blocks_by_id", what: "", queries: 5, path: blocks },
			{ operation: "delete_user-blocks_by_id", what: "", queries: 9, path: blocks },
			{
				operation: "post_user_revoke_access",
				what: "one session",
				queries: 10,
				path: `${amara}/revoke-access`,
				body: { session_id: sampleSessionId(tenant.service.config.appSecret, "amara-full") },
			},
			{ operation: "post_user_revoke_access", what: "all", queries: 13, path: `${amara}/revoke-access`, body: {} },
			{ operation: "delete_user_sessions", what: "of two", queries: 10, path: `${mina}/sessions` },
			{ operation: "delete_user_refresh-tokens", what: "", queries: 8, path: `${mina}/refresh-tokens` },
			{ operation: "patch_users_by_id", what: "", queries: 7, path: mina, body: { blocked: true } },
			{ operation: "post_signing_keys", what: "", queries: 9, path: "/keys/signing/rotate" },
		];
	}

	async function nextPage(path: string, joiner: string): Promise<string> {
		const response = await tenant.call("GET", `${path}?take=1`);
		const { next } = response.json as { next: string };
		return `${path}?take=1${joiner}from=${encodeURIComponent(next)}`;
	}

	it("makes a fixed number of statements, and reads no table from end to end", async () => {
		const all = await cases();
		expect([...new Set(all.map(({ operation }) => operation))].sort()).toEqual(Object.keys(operations).sort());
		const growing: { name: string; statement: CompiledQuery }[] = [];
		for (const { operation, what, queries, path, body } of all) {
			recorder.take();
			const response = await tenant.call(operations[operation].method, path, { body });
			const name = `${operation} ${what}`;
			expect(response.status, `${name}: ${response.text}`).toBeLessThan(300);
			const statements = recorder.take();
			expect(statements.map(({ sql }) => sql).slice(queries), name).toEqual([]);
			const onLarge = statements.filter(({ sql }) => !OF_SMALL_TABLE.test(sql));
			growing.push(...onLarge.map((statement) => ({ name, statement })));
		}
		for (const { name, statement } of growing) {
			const steps = unindexedSteps(await planOf(tenant.service.database, statement));
			// Of a bounded part that an index has selected, and of values that are inserted.
			expect(
				steps.filter((step) => !/^SCAN (counted|\d+-ROW VALUES CLAUSE)$/.test(step)),
				`${name}: ${statement.sql}`,
			).toEqual([]);
		}
	});

	it("would be caught without its index", async () => {
		const { database } = tenant.service;
		const query = database.selectFrom("refresh_tokens").selectAll().where("device", "=", "x").orderBy("created_at");
		expect(unindexedSteps(await planOf(database, query.compile()))).toHaveLength(2);
	});
});
