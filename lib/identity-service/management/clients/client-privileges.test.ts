import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "@/lib/contract/operations";
import { SCOPES } from "@/lib/contract/scopes";
import { storedRows } from "@/lib/database/testing/stored-rows";
import { describeOnAnyEngine, type TestTenant } from "../../testing/test-tenant";

const AUDIENCE = "http://localhost:3000/api/v2/";
const ORDERS = "https://api.example.com/orders";
const LACKED = "update:tenant_settings";
const PEM = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ type: "spki", format: "pem" });
const KEYS = { private_key_jwt: { credentials: [{ credential_type: "public_key", pem: PEM }] } };

/** Every field of a PATCH beyond those that only describe an application, with a new value. */
const FIELDS: Record<string, unknown> = {
	app_type: "native",
	callbacks: ["https://evil.example/callback"],
	allowed_logout_urls: ["https://evil.example/"],
	web_origins: ["https://evil.example"],
	allowed_origins: ["https://evil.example"],
	client_aliases: ["urn:evil"],
	allowed_clients: ["evil"],
	grant_types: ["client_credentials", "authorization_code"],
	token_endpoint_auth_method: "client_secret_basic",
	client_authentication_methods: KEYS,
	jwt_configuration: { lifetime_in_seconds: 60 },
	refresh_token: { rotation_type: "rotating", expiration_type: "expiring" },
	is_first_party: false,
	require_pushed_authorization_requests: true,
	is_token_endpoint_ip_header_trusted: true,
	require_proof_of_possession: true,
	client_metadata: { sign_up: "on" },
	addons: { samlp: { audience: "urn:evil" } },
	initiate_login_uri: "https://evil.example/login",
};

describeOnAnyEngine("the privileges of a caller on applications that have more", (open) => {
	let tenant: TestTenant;
	/** Has all scopes but one. */
	let caller: string;
	/** Has exactly the scope that the caller lacks. */
	let target: { client_id: string; client_secret: string };
	let grants: { id: string }[];
	beforeAll(async () => {
		tenant = await open();
		caller = await tenant.token("management", { scope: SCOPES.filter((scope) => scope !== LACKED).join(" ") });
		const body = { name: "Settings", app_type: "non_interactive" };
		target = (await tenant.call("POST", "/clients", { body })).json as typeof target;
		grants = [];
		for (const grant of [
			{ audience: AUDIENCE, scope: [LACKED] },
			{ audience: ORDERS, scope: ["read:orders"] },
		]) {
			const made = await tenant.call("POST", "/client-grants", { body: { client_id: target.client_id, ...grant } });
			expect(made.status, made.text).toBe(201);
			grants.push(made.json as { id: string });
		}
	});
	afterAll(() => tenant.close());

	const call = (method: string, path: string, body?: unknown, as = caller) => tenant.call(method, path, { as, body });
	const refused = (response: { status: number; text: string }, words = "may do more than the presented token") =>
		expect([response.status, response.text]).toEqual([403, expect.stringContaining(words)]);

	/** Each operation on applications and grants, with one scope less than the application has. */
	const walk: Record<string, () => Promise<void>> = {
		get_clients: async () => {
			for (const query of ["?per_page=100", "?take=100"]) {
				const { status, text } = await call("GET", `/clients${query}`);
				expect(status).toBe(200);
				expect(text).toContain(target.client_id);
				expect(text).not.toContain(target.client_secret);
			}
		},
		get_clients_by_id: async () => {
			const { status, json } = await call("GET", `/clients/${target.client_id}`);
			expect([status, json]).toEqual([200, expect.not.objectContaining({ client_secret: expect.anything() })]);
			const whole = await tenant.call("GET", `/clients/${target.client_id}`);
			expect(whole.json).toMatchObject({ client_secret: target.client_secret });
		},
		// Creates an application without privileges.
		post_clients: async () => expect((await call("POST", "/clients", { name: "Own" })).status).toBe(201),
		patch_clients_by_id: async () => {
			for (const [name, value] of Object.entries(FIELDS)) {
				refused(await call("PATCH", `/clients/${target.client_id}`, { name: "Other", [name]: value }));
			}
			refused(await call("PATCH", `/clients/${target.client_id}`, { client_authentication_methods: null, ...FIELDS }));
			const { status, json } = await call("PATCH", `/clients/${target.client_id}`, { name: "Settings" });
			expect([status, json]).toEqual([200, expect.not.objectContaining({ client_secret: expect.anything() })]);
		},
		"post_rotate-secret": async () => refused(await call("POST", `/clients/${target.client_id}/rotate-secret`)),
		delete_clients_by_id: async () => refused(await call("DELETE", `/clients/${target.client_id}`)),
		get_client_connections: async () => {
			const { status, json } = await call("GET", `/clients/${target.client_id}/connections`);
			expect([status, json]).toEqual([200, { connections: [] }]);
		},
		"get_client-grants": async () => {
			expect((await call("GET", `/client-grants?client_id=${target.client_id}`)).json).toHaveLength(2);
		},
		"post_client-grants": async () => {
			for (const audience of [AUDIENCE, ORDERS]) {
				refused(await call("POST", "/client-grants", { client_id: target.client_id, audience, scope: [] }));
			}
			const { json } = await call("POST", "/clients", { name: "Own", app_type: "non_interactive" });
			const own = { client_id: (json as typeof target).client_id, audience: AUDIENCE };
			refused(await call("POST", "/client-grants", { ...own, scope: ["read:users", LACKED] }), LACKED);
			expect((await call("POST", "/client-grants", { ...own, scope: ["read:users"] })).status).toBe(201);
		},
		"patch_client-grants_by_id": async () => {
			for (const { id } of grants) {
				for (const body of [{ scope: [] }, { scope: ["read:users"] }, { allow_all_scopes: true }]) {
					refused(await call("PATCH", `/client-grants/${id}`, body));
				}
				// No change.
				expect((await call("PATCH", `/client-grants/${id}`, {})).status).toBe(200);
			}
			const { id } = await ownGrant();
			refused(await call("PATCH", `/client-grants/${id}`, { scope: ["read:users", LACKED] }), LACKED);
			expect((await call("PATCH", `/client-grants/${id}`, { scope: ["read:users"] })).status).toBe(200);
		},
		"delete_client-grants_by_id": async () => {
			for (const { id } of grants) refused(await call("DELETE", `/client-grants/${id}`));
		},
	};

	/** A grant of the management interface without scopes, of a new application. */
	async function ownGrant() {
		const { json } = await call("POST", "/clients", { name: "Own", app_type: "non_interactive" });
		const { client_id } = json as typeof target;
		const made = await call("POST", "/client-grants", { client_id, audience: AUDIENCE, scope: [] });
		expect(made.status, made.text).toBe(201);
		return made.json as { id: string; client_id: string };
	}

	it("do not suffice for all scopes where one is lacked, neither to grant them nor to use what has them", async () => {
		const { id, client_id } = await ownGrant();
		const all = { allow_all_scopes: true };
		refused(await call("PATCH", `/client-grants/${id}`, all), LACKED);
		const { json } = await call("POST", "/clients", { name: "Own", app_type: "non_interactive" });
		const other = { client_id: (json as typeof target).client_id, audience: AUDIENCE };
		refused(await call("POST", "/client-grants", { ...other, ...all }), LACKED);
		expect((await tenant.call("PATCH", `/client-grants/${id}`, { body: all })).json).toMatchObject(all);
		refused(await call("POST", `/clients/${client_id}/rotate-secret`));
		refused(await call("PATCH", `/client-grants/${id}`, { allow_all_scopes: false }));
		refused(await call("DELETE", `/client-grants/${id}`));
		expect((await call("GET", `/clients/${client_id}`)).json).not.toHaveProperty("client_secret");
		expect((await tenant.call("POST", `/clients/${client_id}/rotate-secret`)).status).toBe(200);
	});

	it("are not needed for all scopes of another API", async () => {
		const { json } = await call("POST", "/clients", { name: "Own", app_type: "non_interactive" });
		const grant = { client_id: (json as typeof target).client_id, audience: ORDERS, allow_all_scopes: true };
		expect((await call("POST", "/client-grants", grant)).json).toMatchObject({ allow_all_scopes: true });
		expect((await call("POST", `/clients/${grant.client_id}/rotate-secret`)).status).toBe(200);
	});

	it("are tested with every operation on applications and grants", () => {
		const all = Object.entries(operations).filter(([, { path }]) => /^\/client(s|-grants)\b/.test(path));
		expect(Object.keys(walk).sort()).toEqual(all.map(([name]) => name).sort());
	});

	it.each(Object.keys(walk))("%s neither changes nor reveals anything of such an application", async (name) => {
		const before = await clientRow();
		await walk[name]?.();
		expect(await clientRow()).toEqual(before);
	});

	async function clientRow() {
		const rows = (await storedRows(tenant.service.database)) as Record<string, { client_id?: string }[]>;
		const row = rows.clients?.find(({ client_id }) => client_id === target.client_id);
		expect(row).toBeDefined();
		// An unchanged description is a write, too.
		return { ...row, revision: 0 };
	}

	it("count an application's grants though it lacks the grant type for them", async () => {
		const path = `/clients/${target.client_id}`;
		await tenant.call("PATCH", path, { body: { grant_types: ["authorization_code"] } });
		refused(await call("PATCH", path, { grant_types: ["client_credentials"] }));
		await tenant.call("PATCH", path, { body: { grant_types: ["client_credentials"] } });
	});

	it("are enough to send an application back as it was read", async () => {
		const { json } = await call("GET", `/clients/${target.client_id}`);
		const { name, callbacks, grant_types, token_endpoint_auth_method, web_origins } = json as Record<string, unknown>;
		const body = { name, callbacks, grant_types, token_endpoint_auth_method, web_origins };
		expect((await call("PATCH", `/clients/${target.client_id}`, body)).status).toBe(200);
	});

	it("never suffice for a global application where the caller is not global", async () => {
		const as = await tenant.token("management_not_global");
		const path = `/clients/${tenant.clientId("management_read_only")}`;
		expect((await call("GET", path, undefined, as)).json).not.toHaveProperty("client_secret");
		for (const [method, suffix, body] of [
			["PATCH", "", { callbacks: ["https://evil.example/"] }],
			["POST", "/rotate-secret"],
			["DELETE", ""],
		] as const) {
			expect((await call(method, path + suffix, body, as)).json).toMatchObject({
				statusCode: 403,
				errorCode: "operation_not_supported",
				message: expect.stringContaining("may do more"),
			});
		}
		expect((await tenant.call("GET", path)).json).toHaveProperty("client_secret");
	});

	it("never include the secrets of the console's own", async () => {
		for (const handle of ["console_with_key", "console_management", "console_sign_in"]) {
			const { json } = await tenant.call("GET", `/clients/${tenant.clientId(handle)}`);
			expect(json).toMatchObject({ client_id: tenant.clientId(handle) });
			expect(json).not.toHaveProperty("client_secret");
		}
	});

	describe("how an application authenticates", () => {
		it.each([
			{ token_endpoint_auth_method: "client_secret_basic" },
			{ token_endpoint_auth_method: "none" },
			{ client_authentication_methods: KEYS },
		])("changes only with the scope for keys: %j", async (body) => {
			const { json } = await tenant.call("POST", "/clients", { body: { name: "Own" } });
			const path = `/clients/${(json as typeof target).client_id}`;
			const short = await tenant.token("management", { scope: "update:clients read:client_keys" });
			expect((await call("PATCH", path, body, short)).json).toMatchObject({
				statusCode: 403,
				errorCode: "insufficient_scope",
				message: expect.stringContaining("update:client_keys"),
			});
			const whole = await tenant.token("management", { scope: "update:clients update:client_keys" });
			expect((await call("PATCH", path, body, whole)).status).toBe(200);
		});
	});
});
