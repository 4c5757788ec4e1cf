import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "@/lib/contract/scopes";
import { storedRows } from "@/lib/database/testing/stored-rows";
import { selfSignedCertificate } from "../../keys/self-signed-certificate";
import { type Client, clientCalls } from "../../testing/client-calls";
import { describeOnAnyEngine, type TestTenant } from "../../testing/test-tenant";

describeOnAnyEngine("applications", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	afterAll(() => tenant.close());

	const reader = () => tenant.token("management", { scope: "read:clients" });
	const { create, patch, read } = clientCalls(() => tenant);

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

	describe("keys of an application's own", () => {
		const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
		const pem = String(publicKey.export({ type: "spki", format: "pem" }));
		const certificateOf = (key: KeyObject) =>
			selfSignedCertificate(key.export({ format: "jwk" }), "client.example", new Date());
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
			expect([without.status, without.text]).toEqual([400, expect.stringContaining("FAPI 2.0 requires a key")]);
			const plain = await patch(made.client_id, { client_authentication_methods: null, compliance_level: null });
			expect(plain.json).toMatchObject({
				token_endpoint_auth_method: "client_secret_post",
				compliance_level: "none",
				require_proof_of_possession: false,
			});
		});

		it("of FAPI 2.0 sign ID tokens with what it allows, and no change stores another algorithm", async () => {
			const made = await create({
				client_authentication_methods: keyed(pem),
				compliance_level: "fapi2_sp_pkj_mtls",
				jwt_configuration: { alg: "ES256" },
			});
			const jwt = made.jwt_configuration as object;
			const shorter = await patch(made.client_id, { jwt_configuration: { ...jwt, lifetime_in_seconds: 60 } });
			expect(shorter.json).toMatchObject({ jwt_configuration: { alg: "ES256", lifetime_in_seconds: 60 } });
			const other = await patch(made.client_id, { jwt_configuration: { alg: "PS256" } });
			expect([other.status, other.text]).toEqual([
				400,
				expect.stringContaining("'ID tokens of FAPI 2.0 are signed with ES256, not with PS256'"),
			]);
			const level = await patch(made.client_id, { compliance_level: "fapi1_adv_pkj_par" });
			expect([level.status, level.text]).toEqual([400, expect.stringContaining("on property compliance_level")]);
			expect((await read(made.client_id)).compliance_level).toBe("fapi2_sp_pkj_mtls");
			const plain = await patch(made.client_id, { compliance_level: "none" });
			expect(plain.json).toMatchObject({ compliance_level: "none", jwt_configuration: { alg: "RS256" } });
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
			["an unknown identifier", { private_key_jwt: { credentials: [{ id: "cred_x" }] } }, "no credential with this ID"],
		])("are refused with %s", async (_, client_authentication_methods, words) => {
			const response = await tenant.call("POST", "/clients", { body: { name: "Own", client_authentication_methods } });
			expect([response.status, response.text]).toEqual([400, expect.stringContaining(words)]);
			expect(response.text).not.toContain("BEGIN");
		});

		it("are refused with a short RSA key, however it comes, and stay as they are", async () => {
			const short = generateKeyPairSync("rsa", { modulusLength: 2047 });
			const publicPem = (type: "spki" | "pkcs1") => String(short.publicKey.export({ type, format: "pem" }));
			const certificatePem = certificateOf(short.privateKey);
			const made = await create({ client_authentication_methods: keyed(pem) });
			const self = { credentials: [{ credential_type: "x509_cert", pem: certificatePem }] };
			for (const client_authentication_methods of [
				keyed(publicPem("spki")),
				keyed(publicPem("pkcs1")),
				keyed(certificatePem),
				{ self_signed_tls_client_auth: self },
			]) {
				for (const refused of [
					await tenant.call("POST", "/clients", { body: { name: "Own", client_authentication_methods } }),
					await patch(made.client_id, { client_authentication_methods }),
				]) {
					expect([refused.status, refused.text]).toEqual([
						400,
						expect.stringContaining("'An RSA key needs at least 2048 bits' on property client_authentication_methods."),
					]);
				}
			}
			expect(await read(made.client_id)).toEqual(made);
			const enough = generateKeyPairSync("rsa", { modulusLength: 2048 });
			await create({ client_authentication_methods: keyed(certificateOf(enough.privateKey)) });
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
});
