import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientCalls } from "../../testing/client-calls";
import { describeOnEachEngine, type TestTenant } from "../../testing/test-tenant";

const ROTATING = { rotation_type: "rotating", expiration_type: "expiring" };

describeOnEachEngine("applications", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	afterAll(() => tenant.close());
	const { create, read } = clientCalls(() => tenant);

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
			[
				"signatures by the secret",
				{ name: "a", jwt_configuration: { alg: "HS256" } },
				"'ID tokens are signed with RS256, not with HS256' on property jwt_configuration.alg.",
			],
			["signatures by elliptic curves", { name: "a", jwt_configuration: { alg: "ES256" } }, "signed with RS256"],
			["signatures of no kind", { name: "a", jwt_configuration: { alg: "none" } }, "No enum match for: none"],
			[
				"FAPI 1.0",
				{ name: "a", compliance_level: "fapi1_adv_pkj_par" },
				"'fapi1_adv_pkj_par is not offered: only FAPI 2.0 is' on property compliance_level.",
			],
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
				"trust in the addresses that a public application names",
				{ name: "a", app_type: "spa", is_token_endpoint_ip_header_trusted: true },
				"on property is_token_endpoint_ip_header_trusted.",
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
});
