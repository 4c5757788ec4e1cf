import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "@/lib/contract/scopes";
import { storedRows } from "@/lib/database/testing/stored-rows";
import { sampleClients } from "../../sample-tenant/clients";
import { addNewSampleClients } from "../../sample-tenant/seed-sample-tenant";
import { type Client, clientCalls } from "../../testing/client-calls";
import { describeOnEachEngine, type TestTenant } from "../../testing/test-tenant";

const ROTATING = { rotation_type: "rotating", expiration_type: "expiring" };

describeOnEachEngine("applications", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	afterAll(() => tenant.close());

	const reader = () => tenant.token("management", { scope: "read:clients" });
	const { create, patch, read } = clientCalls(() => tenant);

	describe("lists", () => {
		it("have every application with its settings", async () => {
			const response = await tenant.call("GET", "/clients?per_page=100");
			expect(response.json).toHaveLength(sampleClients.length);
			expect(response.text).toContain("http://localhost:3000/api/auth/callback/identity-service");
			expect(response.json).toContainEqual(
				expect.objectContaining({
					name: "Bank Onboarding (FAPI 2.0)",
					app_type: "regular_web",
					client_authentication_methods: {
						private_key_jwt: { credentials: [{ id: expect.stringMatching(/^cred_/) }] },
					},
					grant_types: ["authorization_code", "refresh_token"],
					refresh_token: expect.objectContaining({ rotation_type: "non-rotating" }),
					compliance_level: "fapi2_sp_pkj_dpop",
				}),
			);
		});

		it("have pages, totals and selected properties", async () => {
			const some = await tenant.call(
				"GET",
				"/clients?fields=client_id,name&include_fields=true&include_totals=true&per_page=2&page=1",
			);
			expect(some.json).toMatchObject({ start: 2, limit: 2, length: 2, total: sampleClients.length });
			const { clients } = some.json as { clients: object[] };
			expect(clients.map((client) => Object.keys(client))).toEqual([
				["client_id", "name"],
				["client_id", "name"],
			]);
			expect((await tenant.call("GET", "/clients?per_page=101")).status).toBe(400);
		});

		it("continue from a checkpoint, each application once, in the order of names", async () => {
			const seen: string[] = [];
			let next: string | undefined = "";
			while (next !== undefined) {
				const from: string = next && `&from=${encodeURIComponent(next)}`;
				const { json } = await tenant.call("GET", `/clients?take=4&fields=name${from}`);
				const page = json as { clients: { name: string }[]; next?: string };
				seen.push(...page.clients.map(({ name }) => name));
				next = page.next;
			}
			const all = (await tenant.call("GET", "/clients?per_page=100&fields=name")).json as { name: string }[];
			expect(seen).toEqual(all.map(({ name }) => name));
			expect((await tenant.call("GET", "/clients?from=x")).status).toBe(400);
		});

		it.each([
			["is_global=true", (client: Client) => client.global],
			["is_global=false", (client: Client) => !client.global],
			["is_first_party=false", (client: Client) => !client.is_first_party],
			["app_type=spa,native", (client: Client) => ["spa", "native"].includes(String(client.app_type))],
		])("are filtered by %s", async (filter, isIn) => {
			const all = (await tenant.call("GET", "/clients?per_page=100")).json as Client[];
			const expected = all.filter(isIn).map(({ client_id }) => client_id);
			const some = (await tenant.call("GET", `/clients?per_page=100&${filter}`)).json as Client[];
			expect(some.map(({ client_id }) => client_id)).toEqual(expected);
			expect(expected.length).toBeGreaterThan(0);
			expect(expected.length).toBeLessThan(all.length);
		});

		it("refuse a search, which is about organizations", async () => {
			expect((await tenant.call("GET", "/clients?q=name:a")).text).toContain("Unsupported search syntax");
		});
	});

	describe("secrets", () => {
		it("are shown to callers that may read or change keys, and to no others", async () => {
			const id = tenant.clientId("web_app");
			for (const [scope, shown] of [
				["read:clients", false],
				["read:clients read:client_keys", true],
				["read:clients update:client_keys", true],
				["read:client_summary read:client_keys", false],
			] as const) {
				const as = await tenant.token("management", { scope });
				for (const path of [`/clients/${id}`, "/clients?per_page=100", `/clients/${id}?fields=client_secret`]) {
					expect((await tenant.call("GET", path, { as })).text.includes('client_secret"'), `${path} as ${scope}`).toBe(
						shown,
					);
				}
			}
		});

		it("a summary has the name and little more", async () => {
			const as = await tenant.token("management", { scope: "read:client_summary" });
			const summary = await read(tenant.clientId("web_app"), as);
			expect(Object.keys(summary).sort()).toEqual(["app_type", "client_id", "global", "is_first_party", "name"]);
		});

		it("are in the response to a creation, though the caller may read no keys, and are never stored unsealed", async () => {
			const as = await tenant.token("management", { scope: "create:clients" });
			const made = (await tenant.call("POST", "/clients", { as, body: { name: "Own" } })).json as Client;
			expect(made.client_secret).toMatch(/^[\w-]{64}$/);
			expect(made.client_id).toMatch(/^[A-Za-z0-9]{32}$/);
			expect(JSON.stringify(await storedRows(tenant.service.database))).not.toContain(made.client_secret);
			expect(await read(made.client_id, await reader())).not.toHaveProperty("client_secret");
			expect((await read(made.client_id)).client_secret).toBe(made.client_secret);
		});

		it("exist for confidential applications only", async () => {
			for (const app_type of ["spa", "native"]) {
				const made = await create({ app_type });
				expect(made).toMatchObject({ token_endpoint_auth_method: "none", app_type });
				expect(made).not.toHaveProperty("client_secret");
			}
		});

		it("can be set by the caller, and sent back, which changes nothing and requires no scope for keys", async () => {
			const [secret, other] = ["a secret of another tenant, long", "another one, which is long enough"];
			const made = await create({ client_secret: secret });
			expect([made.client_secret, (await read(made.client_id)).client_secret]).toEqual([secret, secret]);
			const as = await tenant.token("management", {
				scope: SCOPES.filter((one) => one !== "update:client_keys").join(" "),
			});
			const send = (client_secret: string, as?: string) =>
				tenant.call("PATCH", `/clients/${made.client_id}`, { body: { client_secret }, ...(as ? { as } : {}) });
			expect((await send(secret, as)).status).toBe(200);
			expect((await send(other, as)).status).toBe(403);
			// A caller that may not read it doesn't learn whether a guess is right.
			const unread = await tenant.token("management", { scope: "read:clients update:clients" });
			expect((await send(secret, unread)).status).toBe(403);
			expect((await read(made.client_id)).client_secret).toBe(secret);
			expect((await send(other)).status).toBe(200);
			expect((await read(made.client_id)).client_secret).toBe(other);
			expect(JSON.stringify(await storedRows(tenant.service.database))).not.toContain(other);
			for (const bad of ["x".repeat(31), "x".repeat(256), `${secret}\n`, `${secret}ü`]) {
				expect((await send(bad)).status).toBe(400);
			}
		});

		it("are replaced on demand, which requires the scope for keys", async () => {
			const made = await create();
			const path = `/clients/${made.client_id}/rotate-secret`;
			const as = await tenant.token("management", { scope: "read:clients update:clients read:client_keys" });
			expect((await tenant.call("POST", path, { as })).status).toBe(403);
			const rotated = await tenant.call("POST", path);
			expect(rotated.status).toBe(200);
			const { client_secret } = rotated.json as Client;
			expect(client_secret).not.toBe(made.client_secret);
			expect((await read(made.client_id)).client_secret).toBe(client_secret);
			expect(JSON.stringify(await storedRows(tenant.service.database))).not.toContain(client_secret);
			expect((await tenant.call("POST", "/clients/unknown/rotate-secret")).status).toBe(404);
		});
	});

	describe("a new application", () => {
		it("gets the defaults of its type", async () => {
			expect(await create()).toMatchObject({
				name: "Own",
				description: "",
				app_type: "regular_web",
				global: false,
				is_first_party: true,
				token_endpoint_auth_method: "client_secret_post",
				grant_types: ["authorization_code", "refresh_token"],
				callbacks: [],
				web_origins: [],
				client_metadata: {},
				addons: {},
				compliance_level: "none",
			});
			expect(await create({ app_type: "non_interactive" })).toMatchObject({ grant_types: ["client_credentials"] });
		});

		it("stores everything that is sent", async () => {
			const fields = {
				name: "Ünïcode 😀 & co",
				description: "Checks licences",
				logo_uri: "https://app.example.com/logo.png",
				app_type: "spa",
				callbacks: ["https://app.example.com/cb?a=1", "http://localhost:4000/cb", "com.example.app:/cb"],
				allowed_logout_urls: ["https://app.example.com"],
				web_origins: ["https://app.example.com"],
				allowed_origins: ["https://other.example.com:8443"],
				client_aliases: ["urn:alias"],
				allowed_clients: ["someone"],
				grant_types: ["authorization_code", "refresh_token"],
				token_endpoint_auth_method: "none",
				jwt_configuration: { lifetime_in_seconds: 600, alg: "RS256", secret_encoded: false, scopes: { a: { b: "c" } } },
				refresh_token: {
					rotation_type: "rotating",
					expiration_type: "expiring",
					token_lifetime: 86_400,
					idle_token_lifetime: 3600,
				},
				oidc_conformant: true,
				is_first_party: false,
				require_pushed_authorization_requests: true,
				require_proof_of_possession: true,
				client_metadata: { sign_up: "off", team: "licences", "": "" },
				addons: { samlp: { audience: "urn:x", mappings: { email: "mail" }, other: [1] } },
				initiate_login_uri: "https://app.example.com/login",
			};
			const made = await create(fields);
			const { jwt_configuration, refresh_token, ...same } = fields;
			expect(made).toMatchObject(same);
			expect(made.jwt_configuration).toMatchObject(jwt_configuration);
			expect(made.refresh_token).toMatchObject(refresh_token);
			const { client_secret, ...shown } = made;
			expect(await read(made.client_id)).toEqual(shown);
		});

		it("can never be global, and no unknown property is accepted", async () => {
			for (const more of [{ global: true }, { client_id: "mine" }, { tenant: "x" }]) {
				const response = await tenant.call("POST", "/clients", { body: { name: "Own", ...more } });
				expect(response.status).toBe(400);
				expect(response.text).toContain(`Additional properties not allowed: ${Object.keys(more)[0]}`);
			}
		});

		it.each([
			["no name", {}, "Missing required property: name"],
			["an empty name", { name: "" }, "String is too short (0 chars), minimum 1"],
			["markup in the name", { name: "<b>" }, "on property name"],
			["a NUL in the name", { name: "a\0" }, "on property name"],
			["a name that is too long", { name: "x".repeat(256) }, "String is too long (256 chars), maximum 255"],
			[
				"a long description",
				{ name: "a", description: "x".repeat(141) },
				"String is too long (141 chars), maximum 140",
			],
			["an unknown type", { name: "a", app_type: "box" }, "No enum match for: box"],
			["an unknown grant", { name: "a", grant_types: ["saml"] }, "on property grant_types.0"],
			["legacy tokens", { name: "a", oidc_conformant: false }, "on property oidc_conformant"],
			["a metadata value that is no text", { name: "a", client_metadata: { a: 1 } }, "on property client_metadata.a"],
			[
				"eleven metadata properties",
				{ name: "a", client_metadata: Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`k${index}`, ""])) },
				"Too many properties defined (11), maximum 10",
			],
			[
				"a leeway of more than a minute",
				{ name: "a", refresh_token: { ...ROTATING, leeway: 61 } },
				"Value 61 is greater than maximum 60",
			],
			[
				"tokens of a machine without a secret",
				{ name: "a", app_type: "spa", grant_types: ["client_credentials"] },
				"grant_types",
			],
		])("is refused with %s", async (_, body, words) => {
			const response = await tenant.call("POST", "/clients", { body });
			expect(response.status).toBe(400);
			expect(response.text).toContain(words);
		});
	});

	describe("callbacks", () => {
		const send = (callbacks: string[]) => tenant.call("POST", "/clients", { body: { name: "Own", callbacks } });

		it.each([
			"https://app.example.com/callback",
			"https://app.example.com",
			"https://app.example.com:8443/a/b?c=d&e=%20",
			"https://192.0.2.7/cb",
			"http://localhost:3000/cb",
			"http://127.0.0.1/cb",
			"http://[::1]:8080/cb",
			"com.example.app:/oauth",
			"com.example.app://host/cb",
		])("may be %s", async (callback) => {
			const response = await send([callback]);
			expect(response.status, response.text).toBe(201);
			expect(response.json).toMatchObject({ callbacks: [callback] });
		});

		it.each([
			"/callback",
			"app.example.com/cb",
			"http://app.example.com/cb",
			"http://localhost.example.com/cb",
			"http://127.0.0.2.example.com",
			"https://app.example.com/cb#part",
			"https://app.example.com/cb#",
			"https://*.example.com/cb",
			"https://app.example.com/*",
			"https://user:pass@app.example.com/cb",
			"https://app.example.com@evil.example/cb",
			"https://app.example.com\\@evil.example/cb",
			"https:app.example.com",
			"https://",
			"https://a..example.com",
			"https://app.example.com:99999/cb",
			"https://app.example.com/a b",
			"https://app.example.com/\n",
			"javascript:alert(1)",
			"data:text/html,x",
			"file:///etc/passwd",
			"myapp://callback",
			"HTTP://LOCALHOST/cb",
			"",
		])("are refused as %j", async (callback) => {
			const response = await send([callback]);
			expect(response.status, response.text).toBe(400);
			expect(response.text).toContain("on property callbacks.0");
		});

		it("are at most a hundred", async () => {
			const many = (count: number) => Array.from({ length: count }, (_, index) => `https://app.example.com/${index}`);
			expect((await send(many(100))).status).toBe(201);
			expect((await send(many(101))).status).toBe(400);
		});

		it("are unique", async () => {
			const response = await send(["https://a.example", "https://b.example", "https://a.example"]);
			expect([response.status, response.text]).toEqual([400, expect.stringContaining("not unique (indexes 0 and 2)")]);
		});

		it("of kinds that no registration can combine are refused in words", async () => {
			const response = await send(["https://localhost:3000/cb", "com.example.app:/cb"]);
			expect(response.status).toBe(400);
			expect(response.text).toContain("https on this machine does not go together with a private-use scheme");
		});

		it("have the rules of web origins, too, which have no path", async () => {
			const origins = (web_origins: string[]) =>
				tenant.call("POST", "/clients", { body: { name: "Own", web_origins } });
			expect((await origins(["https://app.example.com:8443", "http://localhost:3000"])).status).toBe(201);
			for (const origin of [
				"https://app.example.com/",
				"http://app.example.com",
				"*",
				"null",
				"https://*.example.com",
			]) {
				expect((await origins([origin])).status, origin).toBe(400);
			}
		});
	});

	describe("a change", () => {
		it("changes the sent fields and no others", async () => {
			const made = await create({ callbacks: ["https://a.example/cb"], description: "First" });
			const response = await patch(made.client_id, { name: "Renamed", web_origins: ["https://a.example"] });
			expect(response.status).toBe(200);
			expect(response.json).toEqual({ ...made, name: "Renamed", web_origins: ["https://a.example"] });
			expect(await read(made.client_id)).toEqual(response.json);
			expect((await patch(made.client_id, {})).json).toEqual(response.json);
		});

		it("clears optional fields by null", async () => {
			const refresh_token = { rotation_type: "rotating", expiration_type: "expiring", token_lifetime: 60 };
			const made = await create({
				...{ description: "x", logo_uri: "https://a.example/l", initiate_login_uri: "https://a.example/i" },
				...{ client_metadata: { a: "b" }, addons: { wsfed: {} }, refresh_token },
			});
			const cleared = { description: null, logo_uri: null, initiate_login_uri: null };
			const response = await patch(made.client_id, {
				...cleared,
				client_metadata: null,
				addons: null,
				refresh_token: null,
			});
			expect(response.json).toMatchObject({ description: "", client_metadata: {}, addons: {} });
			expect(response.json).toMatchObject({
				refresh_token: { rotation_type: "non-rotating", token_lifetime: 2_592_000 },
			});
			for (const name of ["logo_uri", "initiate_login_uri"]) expect(response.json).not.toHaveProperty(name);
			expect((await patch(made.client_id, { name: null })).status).toBe(400);
			expect((await patch(made.client_id, { callbacks: null })).status).toBe(400);
		});

		it("changes nothing where it is refused", async () => {
			const made = await create();
			expect((await patch(made.client_id, { name: "New", callbacks: ["nowhere"] })).status).toBe(400);
			expect(await read(made.client_id)).toEqual(made);
			expect((await patch("unknown", { name: "New" })).json).toMatchObject({
				statusCode: 404,
				message: "The client does not exist",
				errorCode: "inexistent_client",
			});
		});

		it("at the same moment as others is stored as well as they are", async () => {
			const { client_id } = await create();
			const bodies = [
				{ name: "New" },
				{ description: "New" },
				{ callbacks: ["https://a.example"] },
				{ is_first_party: false },
			];
			const responses = await Promise.all(bodies.map((body) => patch(client_id, body)));
			expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
			expect(await read(client_id)).toMatchObject(Object.assign({}, ...bodies));
		});
	});

	describe("keys of an application's own", () => {
		const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
		const pem = String(publicKey.export({ type: "spki", format: "pem" }));
		const keyed = (text: string) => ({
			private_key_jwt: { credentials: [{ credential_type: "public_key", name: "First", pem: text }] },
		});

		it("are stored as public keys, are shown by identifier, and allow FAPI 2.0", async () => {
			const made = await create({
				client_authentication_methods: keyed(pem),
				compliance_level: "fapi2_sp_pkj_dpop",
				callbacks: ["https://bank.example/cb"],
			});
			expect(made).not.toHaveProperty("token_endpoint_auth_method");
			expect(made).toMatchObject({
				require_pushed_authorization_requests: true,
				require_proof_of_possession: true,
				compliance_level: "fapi2_sp_pkj_dpop",
				jwt_configuration: { alg: "ES256" },
			});
			expect(made).not.toHaveProperty("client_secret");
			const { private_key_jwt } = made.client_authentication_methods as { private_key_jwt: object };
			const again = await patch(made.client_id, { client_authentication_methods: { private_key_jwt } });
			expect(again.json).toEqual(made);
			const without = await patch(made.client_id, { client_authentication_methods: null });
			expect([without.status, without.text]).toEqual([400, expect.stringContaining("FAPI 2.0 demands a key")]);
			const plain = await patch(made.client_id, { client_authentication_methods: null, compliance_level: null });
			expect(plain.json).toMatchObject({
				...{ token_endpoint_auth_method: "client_secret_post", compliance_level: "none" },
				require_proof_of_possession: false,
			});
		});

		it("by certificate are a subject, or a certificate", async () => {
			const subject_dn = "CN=bank.example,O=Bank";
			const tls_client_auth = { credentials: [{ credential_type: "cert_subject_dn", subject_dn }] };
			const made = await create({
				client_authentication_methods: { tls_client_auth },
				compliance_level: "fapi2_sp_mtls_mtls",
			});
			expect(made).toMatchObject({
				client_authentication_methods: { tls_client_auth: { credentials: [{ id: expect.stringMatching(/^cred_/) }] } },
				compliance_level: "fapi2_sp_mtls_mtls",
			});
			const keys = (await tenant.call("GET", "/keys/signing")).json as { cert: string }[];
			const self = { credentials: [{ credential_type: "x509_cert", pem: keys[0]?.cert }] };
			const other = await create({ client_authentication_methods: { self_signed_tls_client_auth: self } });
			expect(Object.keys(other.client_authentication_methods ?? {})).toEqual(["self_signed_tls_client_auth"]);
		});

		it.each([
			["a private key", keyed(String(privateKey.export({ type: "pkcs8", format: "pem" }))), "found a private key"],
			[
				"text that is no key",
				keyed("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"),
				"Expected a public key",
			],
			["an unknown identifier", { private_key_jwt: { credentials: [{ id: "cred_x" }] } }, "no credential with this id"],
		])("are refused with %s", async (_, client_authentication_methods, words) => {
			const response = await tenant.call("POST", "/clients", { body: { name: "Own", client_authentication_methods } });
			expect([response.status, response.text]).toEqual([400, expect.stringContaining(words)]);
			expect(response.text).not.toContain("BEGIN");
		});

		it("and a secret exclude each other", async () => {
			const both = { token_endpoint_auth_method: "client_secret_post", client_authentication_methods: keyed(pem) };
			expect((await tenant.call("POST", "/clients", { body: { name: "Own", ...both } })).status).toBe(400);
			const { client_id } = await create({ client_authentication_methods: keyed(pem) });
			const back = await patch(client_id, { token_endpoint_auth_method: "client_secret_basic" });
			expect(back.json).toMatchObject({ token_endpoint_auth_method: "client_secret_basic" });
			expect(back.json).not.toHaveProperty("client_authentication_methods");
		});
	});

	describe("deleting", () => {
		it("removes the application with its refresh tokens, and succeeds when there is none", async () => {
			const { client_id } = await create();
			expect((await tenant.call("DELETE", `/clients/${client_id}`)).status).toBe(204);
			expect((await tenant.call("GET", `/clients/${client_id}`)).status).toBe(404);
			expect((await tenant.call("DELETE", `/clients/${client_id}`)).status).toBe(204);
			const id = tenant.clientId("mobile_app");
			const tokens = () =>
				tenant.service.database.selectFrom("refresh_tokens").select("id").where("client_id", "=", id).execute();
			expect((await tokens()).length).toBeGreaterThan(0);
			expect((await tenant.call("DELETE", `/clients/${id}`)).status).toBe(204);
			expect(await tokens()).toEqual([]);
		});

		it("of a sample application is not undone by a restart", async () => {
			const id = tenant.clientId("partner_portal");
			await tenant.call("DELETE", `/clients/${id}`);
			await addNewSampleClients(tenant.service);
			expect((await tenant.call("GET", `/clients/${id}`)).status).toBe(404);
		});

		it("is refused to an application that would delete itself", async () => {
			const own = await tenant.call("DELETE", `/clients/${tenant.clientId("management")}`);
			expect(own.json).toMatchObject({ statusCode: 403, errorCode: "operation_not_supported" });
		});

		it("leaves the deleted application's token without any right", async () => {
			const as = await tenant.token("management_not_global");
			await tenant.call("DELETE", `/clients/${tenant.clientId("management_not_global")}`);
			expect((await tenant.call("GET", "/clients", { as })).status).toBe(401);
		});
	});

	it("the console's own two are not changed, rotated, granted to, or deleted", async () => {
		for (const handle of ["console_management", "console_sign_in"]) {
			const id = tenant.clientId(handle);
			const before = await read(id);
			const grants = (await tenant.call("GET", `/client-grants?client_id=${id}`)).json as { id: string }[];
			const responses = [
				await patch(id, { name: "Other", callbacks: ["https://evil.example/cb"] }),
				await tenant.call("POST", `/clients/${id}/rotate-secret`),
				await tenant.call("DELETE", `/clients/${id}`),
				await tenant.call("POST", "/client-grants", {
					body: { client_id: id, audience: "https://api.example.com/orders", scope: [] },
				}),
				...(await Promise.all(grants.map((grant) => tenant.call("DELETE", `/client-grants/${grant.id}`)))),
			];
			for (const response of responses)
				expect([response.status, response.json]).toMatchObject([403, { errorCode: "operation_not_supported" }]);
			expect(await read(id)).toEqual(before);
			expect((await tenant.call("GET", `/client-grants?client_id=${id}`)).json).toEqual(grants);
		}
	});

	it.each([
		["GET", "/clients", "read:clients"],
		["GET", "/clients/x", "read:clients"],
		["POST", "/clients", "create:clients"],
		["PATCH", "/clients/x", "update:clients"],
		["DELETE", "/clients/x", "delete:clients"],
		["POST", "/clients/x/rotate-secret", "update:client_keys"],
	])("%s %s requires %s", async (method, path, scope) => {
		const body = ["POST", "PATCH"].includes(method) ? { name: "Own" } : undefined;
		const other = await tenant.token("management", { scope: "read:users update:refresh_tokens" });
		const refused = await tenant.call(method, path, { as: other, body });
		expect(refused.json).toMatchObject({ statusCode: 403, message: expect.stringContaining(scope) });
		const as = await tenant.token("management", { scope });
		expect((await tenant.call(method, path, { as, body })).status).not.toBe(403);
		expect((await tenant.call(method, path, { as: null, body })).status).toBe(401);
	});
});
