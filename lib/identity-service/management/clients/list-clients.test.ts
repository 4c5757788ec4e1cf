import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleClients } from "../../sample-tenant/clients";
import type { Client } from "../../testing/client-calls";
import { describeOnEachEngine, type TestTenant } from "../../testing/test-tenant";

describeOnEachEngine("applications", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	afterAll(() => tenant.close());

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

	it("have pages beyond a thousand applications", async () => {
		const { database } = tenant.service;
		const [first, ...rest] = await database.selectFrom("clients").selectAll().execute();
		if (!first) throw new Error("There is none.");
		const ids = Array.from({ length: 1_000 }, (_, index) => `other-${index}`);
		const others = ids.map((id) => ({ ...first, client_id: id, handle: id }));
		await database.insertInto("clients").values(others).execute();
		const page = (number: number) => tenant.call("GET", `/clients?page=${number}&per_page=100&include_totals=true`);
		const length = 1 + rest.length;
		const total = ids.length + length;
		expect((await page(10)).json).toMatchObject({ start: 1_000, length, total });
		expect((await page(11)).json).toMatchObject({ start: 1_100, length: 0, total });
	});
});
