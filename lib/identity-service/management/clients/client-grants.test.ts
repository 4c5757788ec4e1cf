import { afterAll, beforeAll, expect, it } from "vitest";
import { SCOPES } from "@/lib/contract/scopes";
import { describeOnEachEngine, type TestTenant } from "../../testing/test-tenant";

type Grant = { id: string; client_id: string; audience: string; scope: string[] };
const ORDERS = "https://api.example.com/orders";
const AUDIENCE = "http://localhost:3000/api/v2/";

describeOnEachEngine("client grants", (open) => {
	let tenant: TestTenant;
	let client: string;
	beforeAll(async () => {
		tenant = await open();
		const made = await tenant.call("POST", "/clients", { body: { name: "Worker", app_type: "non_interactive" } });
		client = (made.json as { client_id: string }).client_id;
	});
	afterAll(() => tenant.close());

	const list = async (query = "") => (await tenant.call("GET", `/client-grants${query}`)).json as Grant[];
	const grant = (body: object, as = "management") =>
		tenant.call("POST", "/client-grants", { body: { client_id: client, ...body }, as });

	it("are listed by application and by API, and page by page", async () => {
		const own = await list(`?client_id=${tenant.clientId("private_key_machine")}`);
		expect(own.map(({ audience, scope }) => [audience, scope])).toEqual(
			expect.arrayContaining([
				[AUDIENCE, ["read:refresh_tokens", "read:users"]],
				[ORDERS, ["read:orders", "create:orders"]],
			]),
		);
		const all = await list("?per_page=100");
		expect(await list(`?audience=${encodeURIComponent(ORDERS)}`)).toEqual(
			all.filter(({ audience }) => audience === ORDERS),
		);
		const page = (await tenant.call("GET", "/client-grants?include_totals=true&per_page=2&page=1")).json;
		expect(page).toMatchObject({ start: 2, limit: 2, total: all.length, client_grants: all.slice(2, 4) });
		const seen: Grant[] = [];
		let next: string | undefined = "";
		while (next !== undefined) {
			const from: string = next && `&from=${encodeURIComponent(next)}`;
			const batch = (await tenant.call("GET", `/client-grants?take=3${from}`)).json as {
				client_grants: Grant[];
				next?: string;
			};
			seen.push(...batch.client_grants);
			next = batch.next;
		}
		expect(seen).toEqual(all);
		expect(await list("?client_id=unknown")).toEqual([]);
	});

	it("are created once for an application and an API, and deleted", async () => {
		const response = await grant({ audience: AUDIENCE, scope: ["read:users"] });
		expect(response.status).toBe(201);
		const made = response.json as Grant;
		expect(made).toEqual({
			...{ id: expect.stringMatching(/^cgr_[0-9a-f]{16}$/), client_id: client },
			...{ audience: AUDIENCE, scope: ["read:users"] },
		});
		expect((await grant({ audience: AUDIENCE, scope: SCOPES.slice(0, 2) })).json).toMatchObject({
			statusCode: 409,
			errorCode: "client_grant_conflict",
		});
		expect(await list(`?client_id=${client}`)).toEqual([made]);
		for (let times = 0; times < 2; times += 1) {
			expect((await tenant.call("DELETE", `/client-grants/${made.id}`)).status).toBe(204);
		}
		expect(await list(`?client_id=${client}`)).toEqual([]);
	});

	it("created at the same moment for several APIs are all stored", async () => {
		const body = { name: "Busy", app_type: "non_interactive" };
		const made = (await tenant.call("POST", "/clients", { body })).json as { client_id: string };
		const responses = await Promise.all(
			[AUDIENCE, ORDERS, AUDIENCE].map((audience) => grant({ client_id: made.client_id, audience })),
		);
		expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
		expect(await list(`?client_id=${made.client_id}`)).toHaveLength(2);
	});

	it("for the management interface require an application with the grant type client_credentials", async () => {
		const webApp = { client_id: tenant.clientId("web_app") };
		const refused = await grant({ ...webApp, audience: AUDIENCE, scope: ["read:users"] });
		expect(refused.json).toMatchObject({
			...{ statusCode: 400, errorCode: "invalid_body" },
			message: expect.stringContaining("is for applications with the grant type client_credentials"),
		});
		expect((await grant({ ...webApp, audience: AUDIENCE })).status).toBe(400);
		expect(await list(`?client_id=${webApp.client_id}`)).toEqual([]);
		const orders = await grant({ ...webApp, audience: ORDERS, scope: ["read:orders"] });
		expect(orders.status).toBe(201);
		await tenant.call("DELETE", `/client-grants/${(orders.json as Grant).id}`);
	});

	it.each([
		["an unknown API", { audience: "https://nowhere.example" }, 400, "Resource server not found"],
		["a scope that the API lacks", { audience: ORDERS, scope: ["read:users"] }, 400, "read:users"],
		["a scope that the management interface lacks", { audience: AUDIENCE, scope: ["own:tenant"] }, 400, "own:tenant"],
		["a NUL in the audience", { audience: "https://a\0" }, 400, "Resource server not found"],
		["two scopes in one text", { audience: ORDERS, scope: ["read:orders create:orders"] }, 400, "scope.0"],
		["an unknown application", { client_id: "unknown", audience: ORDERS }, 404, "The client does not exist"],
		["a NUL in the application", { client_id: "a\0", audience: ORDERS }, 404, "The client does not exist"],
		["a repeated scope", { audience: ORDERS, scope: ["read:orders", "read:orders"] }, 400, "not unique"],
		["another property", { audience: ORDERS, allow_all_scopes: true }, 400, "Additional properties not allowed"],
		["no audience", {}, 400, "Missing required property: audience"],
	])("are refused for %s", async (_, body, status, words) => {
		const response = await grant(body);
		expect([response.status, response.text]).toEqual([status, expect.stringContaining(words)]);
	});

	it.each([
		["GET", "/client-grants", "read:client_grants"],
		["POST", "/client-grants", "create:client_grants"],
		["DELETE", "/client-grants/cgr_x", "delete:client_grants"],
	])("%s %s requires %s", async (method, path, scope) => {
		const body = method === "POST" ? { client_id: client, audience: ORDERS } : undefined;
		const as = await tenant.token("management", { scope: "read:clients update:clients" });
		const refused = await tenant.call(method, path, { as, body });
		expect(refused.json).toMatchObject({ statusCode: 403, message: expect.stringContaining(scope) });
		const allowed = await tenant.token("management", { scope });
		expect((await tenant.call(method, path, { as: allowed, body })).status).toBeLessThan(300);
	});
});
