import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Body } from "./answer";
import { type RecordedTenant, startRecordedTenant } from "./recorded-tenant";
import { sample } from "./sample";

const SCOPES = [
	...["clients", "client_grants", "connections", "users"].flatMap((resource) => [
		`read:${resource}`,
		`update:${resource}`,
	]),
	...[
		"read:logs",
		"delete:connections",
		"delete:sessions",
		"delete:refresh_tokens",
		"read:sessions",
		"read:refresh_tokens",
	],
];
const ALL = [...SCOPES, "read:client_credentials", "read:connections_options", "update:connections_options"];

let tenant: RecordedTenant;
beforeAll(async () => {
	tenant = await startRecordedTenant(ALL);
});
beforeEach(() => tenant.reset());
afterAll(() => tenant.close());

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; json: Body }> {
	const token = await (await fetch(`${tenant.address}/oauth/token`, { method: "POST" })).json();
	const headers = { authorization: `Bearer ${token.access_token}` };
	const request = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
	const response = await fetch(`${tenant.address}/api/v2${path}`, request);
	const text = await response.text();
	return { status: response.status, json: text === "" ? {} : JSON.parse(text) };
}
const provider = `/connections/${sample.provider}`;
const portal = `/clients/${sample.portal}`;

describe("what is written", () => {
	test("without a display name takes the name in its place, and options are replaced whole", async () => {
		await call("PATCH", provider, { options: { signInEndpoint: "https://new.example/" } });
		const { json } = await call("GET", provider);
		expect(json).toMatchObject({ display_name: "acme", options: { signInEndpoint: "https://new.example/" } });
		expect(Object.keys(json.options as Body)).toEqual(["signInEndpoint"]);
	});

	test("merges an application's metadata, from which null removes", async () => {
		const { json } = await call("PATCH", portal, { client_metadata: { team: null, floor: "2" } });
		expect(json.client_metadata).toEqual({ cost_centre: "41", floor: "2" });
	});

	test("is refused where it has a property that the vendor does not know, or rotates without expiring", async () => {
		expect(await call("PATCH", portal, { sign_up: "off" })).toMatchObject({ status: 400 });
		const rotates = await call("PATCH", portal, { refresh_token: { rotation_type: "rotating" } });
		expect(rotates).toMatchObject({ status: 400, json: { errorCode: "invalid_body" } });
	});

	test("changes the applications of a connection that are named, which both directions show by pages", async () => {
		tenant.switches.checkpointMost = 1;
		const changed = [{ client_id: sample.kiosk, status: true }];
		expect(await call("PATCH", `${provider}/clients`, changed)).toMatchObject({ status: 204 });
		expect((await call("GET", `${provider}/clients`)).json).toEqual({
			clients: [{ client_id: sample.portal }],
			next: "1",
		});
		expect((await call("GET", `${provider}/clients?from=1`)).json).toEqual({ clients: [{ client_id: sample.kiosk }] });
		const served = (await call("GET", `/clients/${sample.kiosk}/connections?from=2`)).json.connections;
		expect(served).toMatchObject([{ id: sample.social }]);
	});

	test("ends a session with its tokens, or without them, and a connection with 202 and a time", async () => {
		const path = `/users/${encodeURIComponent(sample.amara)}`;
		const keeping = { session_id: sample.session, preserve_refresh_tokens: true };
		expect(await call("POST", `${path}/revoke-access`, keeping)).toEqual({ status: 202, json: {} });
		expect([tenant.state.sessions.has(sample.session), tenant.state.tokens.has(sample.token)]).toEqual([false, true]);
		const deleted = await call("DELETE", provider);
		expect(deleted).toMatchObject({ status: 202, json: { deleted_at: expect.any(String) } });
		expect(tenant.writes.map(({ what }) => what)).toEqual([`POST ${path}/revoke-access`, `DELETE ${provider}`]);
	});
});

describe("without a scope", () => {
	test("an operation is refused by its name, and a property is left out, or refused where it is named", async () => {
		tenant.reset({ scopes: SCOPES });
		expect((await call("GET", "/client-grants")).status).toBe(200);
		expect((await call("POST", "/clients", {})).json).toMatchObject({
			statusCode: 403,
			errorCode: "insufficient_scope",
			message: "Insufficient scope, expected any of: create:clients",
		});
		expect((await call("GET", `/clients/${sample.ledger}`)).json).not.toHaveProperty("client_authentication_methods");
		const named = "?fields=name,client_authentication_methods&include_fields=true";
		expect((await call("GET", `/clients${named}`)).json).toMatchObject({
			message: "You cannot read the following fields: client_authentication_methods",
		});
		expect((await call("GET", provider)).json).not.toHaveProperty("options");
		expect((await call("PATCH", provider, { options: {} })).status).toBe(403);
	});
});

test.each([
	["with length and next", { start: 0, limit: 1, length: 1, next: "", total: 8, connections: [{}] }],
	["without length and next", { start: 0, limit: 1, total: 8, connections: [{}] }],
	["bare list", [{}]],
] as const)("a list is sent %s", async (envelope, expected) => {
	tenant.reset({ envelope });
	const { json } = await call("GET", "/connections?per_page=1&include_totals=true&fields=none");
	expect(json).toEqual(expected);
});

test.each([404, 405, "insufficient_entitlement", "operation_not_supported"] as const)(
	"a tenant without the new operations refuses them by %s",
	async (newOperations) => {
		tenant.reset({ newOperations });
		const { status, json } = await call("GET", `${provider}/clients`);
		expect([status, json.errorCode]).toContain(newOperations);
	},
);

describe("the log", () => {
	const found = async (query: Record<string, string>) => {
		const { json } = await call("GET", `/logs?${new URLSearchParams(query)}`);
		return (Array.isArray(json) ? json : (json.logs as Body[])).map(({ type }: Body) => type);
	};

	test("is searched by fields, ranges and negation, the newest entry first", async () => {
		const octavia = `user_id:"${sample.octavia}"`;
		expect(await found({ q: octavia })).toEqual(["limit_wc", "fp", "fp", "fp", "fp"]);
		expect(await found({ q: `${octavia} AND NOT type:fp` })).toEqual(["limit_wc"]);
		expect(await found({ q: "date:[2026-11-20T15 TO 2026-11-20T15:05]" })).toEqual(["srrt"]);
		expect(await found({ q: "description:*blocked* OR limit_wc" })).toEqual(["f", "limit_wc"]);
		for (const q of ["(type:s", "type:s)", "type:", 'type:"s', "type:*s"])
			expect((await call("GET", `/logs?${new URLSearchParams({ q })}`)).status, q).toBe(400);
	});

	test("has a page by checkpoint, whose header names the next one, and refuses what is too deep or too long", async () => {
		const token = await (await fetch(`${tenant.address}/oauth/token`, { method: "POST" })).json();
		const headers = { authorization: `Bearer ${token.access_token}` };
		const first = await fetch(`${tenant.address}/api/v2/logs?from=0&take=1`, { headers });
		expect(await first.json()).toMatchObject([{ log_id: sample.logEntry }]);
		expect(first.headers.get("link")).toBe(`</api/v2/logs?from=${sample.logEntry}&take=1>; rel="next"`);
		expect(await found({ per_page: "1", sort: "date:1" })).toEqual(await found({ from: "0", take: "1" }));
		expect(await found({ take: "1" })).toHaveLength(tenant.state.log.length);
		expect((await call("GET", "/logs?per_page=100&page=10")).status).toBe(400);
		expect((await call("GET", `/logs?q=${"a".repeat(9_000)}`)).status).toBe(414);
		expect((await call("GET", "/logs/900")).status).toBe(404);
	});

	test("has an entry of each write", async () => {
		await call("PATCH", portal, { name: "Shop" });
		expect((await found({ per_page: "1", include_totals: "true" }))[0]).toBe("sapi");
	});

	test("is not there where the plan has none", async () => {
		tenant.reset({ log: "insufficient_entitlement" });
		const { status, json } = await call("GET", `/users/${encodeURIComponent(sample.amara)}/logs`);
		expect([status, json.errorCode]).toEqual([403, "insufficient_entitlement"]);
	});
});
