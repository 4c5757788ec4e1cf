/** However an application has got its settings, step by step or at once, its tokens are bound in the same way. */
import { generateKeyPairSync } from "node:crypto";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { edgeApiKey } from "../../context/service-request";
import { handleServiceRequest } from "../../handle-request";
import { type Client, clientCalls } from "../../testing/client-calls";
import { certificate } from "../../testing/test-certificates";
import { describeOnAnyEngine, type TestTenant } from "../../testing/test-tenant";

const pem = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ type: "spki", format: "pem" });
const KEY = { private_key_jwt: { credentials: [{ credential_type: "public_key", pem }] } };
const SUBJECT = "CN=client.example.com,O=Example";
const TLS = { tls_client_auth: { credentials: [{ credential_type: "cert_subject_dn", subject_dn: SUBJECT }] } };

type Settings = Record<string, unknown>;
const METHODS: Record<string, Settings> = {
	"a secret": { token_endpoint_auth_method: "client_secret_post" },
	"a key": { client_authentication_methods: KEY },
	"a certificate": { client_authentication_methods: TLS },
};
const BOUND = { require_proof_of_possession: true };
const FREE = { require_proof_of_possession: false };

describeOnAnyEngine("an application's proof of possession", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	afterAll(() => tenant.close());
	const { create, patch } = clientCalls(() => tenant);

	/** What decides how an application authenticates and what its tokens are bound to. */
	async function stored(clientId: string) {
		return tenant.service.database
			.selectFrom("clients")
			.select(["token_endpoint_auth_method", "jwks", "certificate_subject", "sender_constraint", "security_profile"])
			.where("client_id", "=", clientId)
			.executeTakeFirstOrThrow();
	}

	async function expectSame(first: Settings, steps: readonly Settings[], atOnce: Settings) {
		const changed = await create(first);
		for (const step of steps) {
			const { status, text } = await patch(changed.client_id, step);
			expect(status, `${JSON.stringify(step)}: ${text}`).toBe(200);
		}
		const made = await create(atOnce);
		expect(await stored(changed.client_id), JSON.stringify([first, ...steps])).toEqual(await stored(made.client_id));
	}

	const pairs = Object.keys(METHODS).flatMap((from) => Object.keys(METHODS).map((to) => [from, to] as const));

	it.each(pairs)("is the same after a change from %s to %s as if it had been created so", async (from, to) => {
		const before = METHODS[from];
		const after = METHODS[to] ?? {};
		for (const proof of [BOUND, FREE]) {
			const atOnce = { ...after, ...proof };
			for (const other of [BOUND, FREE]) {
				await expectSame({ ...before, ...other }, [after, proof], atOnce);
				await expectSame({ ...before, ...other }, [proof, after, { ...proof, name: "Other" }], atOnce);
				await expectSame({ ...before, ...other }, [atOnce], atOnce);
			}
		}
	});

	it("is the same after the FAPI 2.0 profile as if it had never been there", async () => {
		for (const [methods, level] of [
			[KEY, "fapi2_sp_pkj_dpop"],
			[KEY, "fapi2_sp_pkj_mtls"],
			[TLS, "fapi2_sp_mtls_dpop"],
			[TLS, "fapi2_sp_mtls_mtls"],
		] as const) {
			const first = { client_authentication_methods: methods, compliance_level: level };
			const own = { client_authentication_methods: methods };
			await expectSame(first, [{ compliance_level: "none" }], own);
			await expectSame(first, [{ compliance_level: null }, BOUND], { ...own, ...BOUND });
			await expectSame(first, [{ compliance_level: "none", ...BOUND }], { ...own, ...BOUND });
			await expectSame(own, [BOUND, { compliance_level: level }], first);
			await expectSame({ ...own, ...BOUND }, [{ compliance_level: level }, { compliance_level: "none", ...FREE }], own);
			const otherMethods = { client_authentication_methods: methods === KEY ? TLS : KEY };
			const otherLevel = level.replace(/_(pkj|mtls)_/, methods === KEY ? "_mtls_" : "_pkj_");
			await expectSame(first, [otherMethods], { ...otherMethods, compliance_level: otherLevel });
			await expectSame(first, [{ compliance_level: "none", ...otherMethods, ...BOUND }], { ...otherMethods, ...BOUND });
			const other = methods === KEY ? "fapi2_sp_pkj_mtls" : "fapi2_sp_mtls_dpop";
			await expectSame(first, [{ compliance_level: other, ...BOUND }], { ...first, compliance_level: other });
		}
	});

	it("is by the certificate once an application authenticates with one", async () => {
		const machine = { app_type: "non_interactive", client_authentication_methods: KEY, ...BOUND };
		const { client_id } = await create(machine);
		const audience = "https://api.example.com/orders";
		await tenant.call("POST", "/client-grants", { body: { client_id, audience, scope: ["read:orders"] } });
		expect((await patch(client_id, { client_authentication_methods: TLS })).status).toBe(200);
		const response = await handleServiceRequest(
			tenant.service,
			new Request("http://localhost:3000/oauth/token", {
				method: "POST",
				body: new URLSearchParams({ grant_type: "client_credentials", client_id, audience }),
				headers: {
					"cname-api-key": edgeApiKey(tenant.service.secrets),
					"client-certificate": encodeURIComponent(certificate),
					"client-certificate-ca-verified": "SUCCESS",
				},
			}),
		);
		const body = (await response.json()) as { access_token: string };
		expect(response.status, JSON.stringify(body)).toBe(200);
		expect(decodeJwt(body.access_token).cnf).toEqual({ "x5t#S256": expect.any(String) });
	});

	it("stays of the kind that an older release chose, until the method changes", async () => {
		const { client_id }: Client = await create({ client_authentication_methods: TLS, ...BOUND });
		await tenant.service.database
			.updateTable("clients")
			.set({ sender_constraint: "dpop" })
			.where("client_id", "=", client_id)
			.execute();
		await patch(client_id, { name: "Other", ...BOUND });
		expect(await stored(client_id)).toMatchObject({ sender_constraint: "dpop" });
		await patch(client_id, { client_authentication_methods: KEY });
		await patch(client_id, { client_authentication_methods: TLS });
		expect(await stored(client_id)).toMatchObject({ sender_constraint: "mtls" });
	});
});
