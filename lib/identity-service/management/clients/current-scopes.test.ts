/** A token passes on no more than its client may at that moment, though it was issued when that might more. */
import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SCOPES } from "@/lib/contract/scopes";
import { clientCalls } from "../../testing/client-calls";
import { describeOnAnyEngine, type TestTenant } from "../../testing/test-tenant";

type Made = { id: string; client_id: string; client_secret?: string };
const AUDIENCE = "http://localhost:3000/api/v2/";
const HANDLE = "management_not_global";
const TAKEN = "delete:users";

describeOnAnyEngine("a token of an application whose grant was reduced", (open) => {
	let tenant: TestTenant;
	/** With all scopes. */
	let as: string;
	/** Another application, with the scope that is taken away. */
	let other: Made;
	let othersGrant: Made;
	beforeAll(async () => {
		tenant = await open();
		as = await tenant.token(HANDLE, { scope: SCOPES.join(" ") });
		const { create } = clientCalls(() => tenant);
		other = (await create({ name: "Other", app_type: "non_interactive" })) as unknown as Made;
		othersGrant = (await grant(other.client_id, [TAKEN], "management")).json as Made;
	});
	beforeEach(() => give([...SCOPES]));
	afterAll(() => tenant.close());

	const call = (method: string, path: string, body?: unknown, caller = as) =>
		tenant.call(method, path, body === undefined ? { as: caller } : { as: caller, body });
	const grant = (client_id: string, scope: string[], caller = as) =>
		call("POST", "/client-grants", { client_id, audience: AUDIENCE, scope }, caller);
	/** Sets the scopes of the application, null for all. */
	async function give(scopes: string[] | null, grants = ["client_credentials"]) {
		await tenant.service.database
			.updateTable("clients")
			.set({ api_grants: JSON.stringify([{ audience: "/api/v2/", scopes }]), grants: JSON.stringify(grants) })
			.where("handle", "=", HANDLE)
			.execute();
	}
	const without = (...scopes: string[]) => SCOPES.filter((scope) => !scopes.includes(scope));
	async function newClient() {
		const { json, status, text } = await call("POST", "/clients", { name: "New", app_type: "non_interactive" });
		expect(status, text).toBe(201);
		return json as Made;
	}

	it("grants a scope as long as its application has it, and no longer", async () => {
		const { client_id } = await newClient();
		await give(without(TAKEN));
		const refused = await grant(client_id, ["read:users", TAKEN]);
		expect([refused.status, refused.text]).toEqual([403, expect.stringContaining(TAKEN)]);
		const made = await grant(client_id, ["read:users"]);
		expect(made.status).toBe(201);
		const { id } = made.json as Made;
		expect((await call("PATCH", `/client-grants/${id}`, { scope: [TAKEN] })).status).toBe(403);
		expect((await call("PATCH", `/client-grants/${id}`, { allow_all_scopes: true })).status).toBe(403);
		await give(null);
		expect((await call("PATCH", `/client-grants/${id}`, { scope: [TAKEN] })).status).toBe(200);
		expect((await call("PATCH", `/client-grants/${id}`, { allow_all_scopes: true })).status).toBe(200);
	});

	const pem = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ type: "spki", format: "pem" });
	const KEYS = { private_key_jwt: { credentials: [{ credential_type: "public_key", pem }] } };

	it("takes over no application that has it", async () => {
		const path = `/clients/${other.client_id}`;
		expect((await call("GET", path)).json).toHaveProperty("client_secret");
		await give(without(TAKEN));
		for (const [method, address, body] of [
			["PATCH", path, { client_authentication_methods: KEYS }],
			["PATCH", path, { client_secret: "x".repeat(43) }],
			["PATCH", path, { callbacks: ["https://evil.example/cb"] }],
			["POST", `${path}/rotate-secret`],
			["DELETE", path],
			["PATCH", `/client-grants/${othersGrant.id}`, { scope: [] }],
			["DELETE", `/client-grants/${othersGrant.id}`],
		] as const) {
			expect((await call(method, address, body)).status, `${method} ${address}`).toBe(403);
		}
		for (const address of [path, "/clients?per_page=100"]) {
			const { status, text } = await call("GET", address);
			expect(status).toBe(200);
			expect(text).not.toContain(String(other.client_secret));
		}
	});

	describe("does nothing of this any more without the scope for it", () => {
		it.each([
			["create:clients", "POST", (): string => "/clients", { name: "Own" }],
			["update:clients", "PATCH", (): string => `/clients/${other.client_id}`, { name: "Own" }],
			["update:client_keys", "POST", (): string => `/clients/${other.client_id}/rotate-secret`, undefined],
			["delete:clients", "DELETE", (): string => `/clients/${other.client_id}`, undefined],
			[
				"create:client_grants",
				"POST",
				(): string => "/client-grants",
				{ client_id: "x", audience: AUDIENCE, scope: [] },
			],
			["update:client_grants", "PATCH", (): string => `/client-grants/${othersGrant.id}`, { scope: [] }],
			["delete:client_grants", "DELETE", (): string => `/client-grants/${othersGrant.id}`, undefined],
			["create:connections", "POST", (): string => "/connections", { name: "corp", strategy: "samlp" }],
		] as const)("%s", async (scope, method, path, body) => {
			await give(without(scope));
			const refused = await call(method, path(), body);
			expect([refused.status, refused.text]).toEqual([403, expect.stringContaining(scope)]);
		});

		it("where the application may request no tokens of its own, or has no grant", async () => {
			await give([...SCOPES], ["authorization_code"]);
			expect((await call("POST", "/clients", { name: "Own" })).status).toBe(403);
			await give([]);
			expect((await call("POST", "/clients", { name: "Own" })).status).toBe(403);
		});
	});

	it("is shown no secrets without the scope for them", async () => {
		const { client_id } = await newClient();
		expect((await call("GET", `/clients/${client_id}`)).json).toHaveProperty("client_secret");
		await give(without("read:client_keys", "update:client_keys"));
		expect((await call("GET", `/clients/${client_id}`)).json).not.toHaveProperty("client_secret");
	});

	it("has no more than it was issued with, whatever the application may now", async () => {
		const narrow = await tenant.token(HANDLE, { scope: "create:clients create:client_grants read:users" });
		const { client_id } = (await call("POST", "/clients", { name: "New", app_type: "non_interactive" }, narrow))
			.json as Made;
		expect((await grant(client_id, [TAKEN], narrow)).status).toBe(403);
		expect((await grant(client_id, ["read:users"], narrow)).status).toBe(201);
	});

	it("still reads and changes all else until it expires, as at the vendor", async () => {
		await give([]);
		expect((await call("GET", "/users")).status).toBe(200);
		const row = await tenant.service.database.selectFrom("refresh_tokens").select("id").executeTakeFirstOrThrow();
		expect((await call("PATCH", `/refresh-tokens/${row.id}`, { refresh_token_metadata: { a: "b" } })).status).toBe(200);
	});
});
