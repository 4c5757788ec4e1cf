// The vendor's own SDK, unmodified, on applications.
import { ClientGrantsClient } from "auth0/clientGrants";
import { ClientsClient } from "auth0/clients";
import { SigningClient } from "auth0/keys/signing";
import { expect, test } from "../fixtures";

test("auth0: lists all applications page by page, makes one, changes it, rotates its secret and deletes it", async ({
	credentials,
	managementToken,
}) => {
	const options = { baseUrl: credentials.base_url, token: managementToken, maxRetries: 0 };
	const clients = new ClientsClient(options);
	const callbacks = ["https://app.example.com/callback", "com.example.app:/callback"];
	const made = await clients.create({
		name: "Made by the SDK",
		app_type: "regular_web",
		callbacks,
		web_origins: ["https://app.example.com"],
		grant_types: ["authorization_code", "refresh_token", "client_credentials"],
		refresh_token: { rotation_type: "rotating", expiration_type: "expiring", token_lifetime: 86_400 },
		jwt_configuration: { lifetime_in_seconds: 600, alg: "RS256" },
		client_metadata: { team: "licences", stage: "draft" },
	});
	const id = made.client_id ?? "";
	expect(made).toMatchObject({ name: "Made by the SDK", callbacks });
	expect(made.client_metadata).toEqual({ team: "licences", stage: "draft" });
	expect(made.client_secret).toHaveLength(64);

	const seen: string[] = [];
	for await (const client of await clients.list({ per_page: 5 })) seen.push(client.client_id ?? "");
	expect(seen).toContain(id);
	expect(seen).toEqual(expect.arrayContaining(Object.values(credentials.clients).map(({ client_id }) => client_id)));

	const read = await clients.get(id);
	expect(read).toMatchObject({ client_id: id, tenant: expect.any(String), client_secret: made.client_secret });
	const changed = await clients.update(id, { name: "Changed by the SDK", description: "A test" });
	expect(changed).toMatchObject({ ...read, name: "Changed by the SDK", description: "A test" });
	const { client_metadata } = await clients.update(id, { client_metadata: { stage: null, owner: "identity" } });
	expect(client_metadata).toEqual({ team: "licences", owner: "identity" });
	for (const body of [{ jwt_configuration: { alg: "PS256" } }, { compliance_level: "fapi1_adv_pkj_par" }] as const) {
		await expect(clients.update(id, body)).rejects.toMatchObject({ statusCode: 400 });
	}
	const rotated = await clients.rotateSecret(id);
	expect(rotated.client_secret).toHaveLength(64);
	expect(rotated.client_secret).not.toBe(made.client_secret);

	const grants = new ClientGrantsClient(options);
	const granted = await grants.create({ client_id: id, audience: credentials.audience, scope: ["read:users"] });
	const listed = [];
	for await (const grant of await grants.list({ client_id: id })) listed.push(grant);
	expect(listed).toEqual([granted]);
	await expect(grants.create({ client_id: id, audience: credentials.audience, scope: [] })).rejects.toMatchObject({
		statusCode: 409,
	});
	const grantId = granted.id ?? "";
	const scope = ["read:users", "read:clients"];
	expect(await grants.update(grantId, { scope })).toEqual({ ...granted, scope });
	const { scope: _, ...withoutScope } = granted;
	expect(await grants.update(grantId, { allow_all_scopes: true })).toEqual({ ...withoutScope, allow_all_scopes: true });
	expect(await grants.update(grantId, { allow_all_scopes: null, scope: null })).toEqual({ ...granted, scope: [] });
	await expect(grants.update("cgr_0123456789abcdef", {})).rejects.toMatchObject({ statusCode: 404 });
	const orders = { client_id: id, audience: "https://api.example.com/orders" };
	const own = await grants.create({ ...orders, allow_all_scopes: true });
	const ofUsers = await grants.create({ ...orders, subject_type: "user", scope: ["read:orders"] });
	expect(own).toEqual({ ...orders, id: own.id, allow_all_scopes: true, subject_type: "client" });
	const forUsers = [];
	for await (const grant of await grants.list({ client_id: id, subject_type: "user" })) forUsers.push(grant);
	expect(forUsers).toEqual([ofUsers]);
	for (const each of [granted, own, ofUsers]) await grants.delete(each.id ?? "");

	await clients.delete(id);
	await expect(clients.get(id)).rejects.toMatchObject({ statusCode: 404 });
});

test("auth0: reads the signing keys' certificates", async ({ credentials, managementToken }) => {
	const keys = await new SigningClient({ baseUrl: credentials.base_url, token: managementToken }).list();
	expect(keys.filter(({ current }) => current)).toHaveLength(2);
	for (const { cert, pkcs7, fingerprint } of keys) {
		expect(cert).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
		expect(pkcs7).toMatch(/^-----BEGIN PKCS7-----\n/);
		expect(fingerprint).toMatch(/^([0-9A-F]{2}:){19}[0-9A-F]{2}$/);
	}
});
