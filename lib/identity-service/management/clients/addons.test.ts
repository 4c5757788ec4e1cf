import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { selfSignedCertificate } from "../../keys/self-signed-certificate";
import { certificate as certificateOfOtherKind } from "../../testing/test-certificates";
import { describeOnAnyEngine, type TestTenant } from "../../testing/test-tenant";

const keyOf = (bits: number) => generateKeyPairSync("rsa", { modulusLength: bits }).privateKey;
const key = keyOf(2048);
const certificateOf = (privateKey: typeof key) =>
	selfSignedCertificate(privateKey.export({ format: "jwk" }), "sp.example", new Date());
const certificate = certificateOf(key);
const privateKey = key.export({ type: "pkcs8", format: "pem" }).toString();

describeOnAnyEngine("SAML and WS-Federation of an application", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	afterAll(() => tenant.close());

	const create = (fields: object) => tenant.call("POST", "/clients", { body: { name: "Own", ...fields } });
	const idOf = ({ json }: { json: unknown }) => (json as { client_id: string }).client_id;

	it("are off until they are set, are replaced whole, and are off again with null", async () => {
		const made = await create({});
		expect(made.json).toMatchObject({ addons: {} });
		const patch = (addons: object | null) => tenant.call("PATCH", `/clients/${idOf(made)}`, { body: { addons } });
		const settings = { samlp: { audience: "urn:sp", signingCert: certificate, other: { kept: true } } };
		expect((await patch(settings)).json).toMatchObject({ addons: settings });
		// One replaces the other.
		expect((await patch({ wsfed: {} })).json).toMatchObject({ addons: { wsfed: {} } });
		expect((await patch(null)).json).toMatchObject({ addons: {} });
	});

	it.each([
		["both at once", { samlp: {}, wsfed: {} }, "addons.wsfed"],
		["SHA-1 signatures", { samlp: { signatureAlgorithm: "rsa-sha1" } }, "addons.samlp.signatureAlgorithm"],
		["SHA-1 digests", { samlp: { digestAlgorithm: "sha1" } }, "addons.samlp.digestAlgorithm"],
		["SHA-1 in the other", { wsfed: { signatureAlgorithm: "rsa-sha1" } }, "addons.wsfed.signatureAlgorithm"],
		["an empty certificate", { samlp: { signingCert: "" } }, "addons.samlp.signingCert"],
		["no certificate", { samlp: { signingCert: "-----BEGIN CERTIFICATE-----" } }, "addons.samlp.signingCert"],
		["a private key", { samlp: { signingCert: privateKey } }, "addons.samlp.signingCert"],
		["a private key beside one", { samlp: { signingCert: certificate + privateKey } }, "addons.samlp.signingCert"],
		["a certificate without RSA", { samlp: { signingCert: certificateOfOtherKind } }, "addons.samlp.signingCert"],
		["a short key", { samlp: { signingCert: certificateOf(keyOf(1024)) } }, "addons.samlp.signingCert"],
		["another add-on", { firebase: {} }, "addons"],
	])("refuse %s on the field, and stay unchanged", async (_, addons, field) => {
		const refused = await create({ addons });
		expect(refused.status).toBe(400);
		expect(refused.text).toMatch(new RegExp(`${field.replaceAll(".", "\\.")}\\b`));
		expect(refused.text).not.toContain("PRIVATE KEY");
		const made = await create({ addons: { samlp: { audience: "urn:kept" } } });
		const changed = await tenant.call("PATCH", `/clients/${idOf(made)}`, { body: { addons } });
		expect(changed.status).toBe(400);
		const { json } = await tenant.call("GET", `/clients/${idOf(made)}`);
		expect(json).toMatchObject({ addons: { samlp: { audience: "urn:kept" } } });
	});

	it("exclude FAPI 2.0, whichever is set first", async () => {
		const pem = createPublicKey(key).export({ type: "spki", format: "pem" }).toString();
		const credentials = [{ credential_type: "public_key", name: "First", pem }];
		const fapi = {
			compliance_level: "fapi2_sp_pkj_dpop",
			client_authentication_methods: { private_key_jwt: { credentials } },
		};
		for (const [first, second] of [
			[{ addons: { samlp: {} } }, fapi],
			[fapi, { addons: { wsfed: {} } }],
		] as const) {
			const made = await create(first);
			expect(made.status, made.text).toBe(201);
			const changed = await tenant.call("PATCH", `/clients/${idOf(made)}`, { body: second });
			expect(changed.status).toBe(400);
			expect(changed.text).toContain("on property addons");
		}
	});
});
