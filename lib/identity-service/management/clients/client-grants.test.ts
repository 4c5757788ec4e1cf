import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SCOPES } from "@/lib/contract/scopes";
import { describeOnEachEngine, type TestTenant } from "../../testing/test-tenant";

type Grant = { id: string; client_id: string; audience: string; scope?: string[]; subject_type: string };
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
	const change = (id: string, body: object, as = "management") =>
		tenant.call("PATCH", `/client-grants/${id}`, { body, as });
	/** Of an application without any other grant. */
	async function granted(body: object): Promise<Grant> {
		const made = await tenant.call("POST", "/clients", { body: { name: "Other", app_type: "non_interactive" } });
		const { client_id } = made.json as Grant;
		const response = await grant({ client_id, ...body });
		expect(response.status, response.text).toBe(201);
		return response.json as Grant;
	}

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
			id: expect.stringMatching(/^cgr_[0-9a-f]{16}$/),
			client_id: client,
			audience: AUDIENCE,
			scope: ["read:users"],
			subject_type: "client",
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

	it("are changed in place: what is sent is replaced, null resets it, the rest stays", async () => {
		const made = await granted({ audience: ORDERS, scope: ["read:orders"] });
		const changed = await change(made.id, { scope: ["create:orders", "read:orders"] });
		expect([changed.status, changed.json]).toEqual([200, { ...made, scope: ["create:orders", "read:orders"] }]);
		expect(await list(`?client_id=${made.client_id}`)).toEqual([changed.json]);
		expect((await change(made.id, {})).json).toEqual(changed.json);
		const { scope, ...rest } = made;
		expect((await change(made.id, { scope: null, allow_all_scopes: true })).json).toEqual({
			...rest,
			allow_all_scopes: true,
		});
		expect((await change(made.id, { allow_all_scopes: null })).json).toEqual({ ...rest, scope: [] });
		expect((await change(made.id, { scope })).json).toEqual(made);
		expect((await change(made.id, { scope: null })).json).toEqual({ ...rest, scope: [] });
	});

	it("changed at the same moment are both stored", async () => {
		const one = await granted({ audience: ORDERS, scope: ["read:orders"] });
		const other = (await grant({ client_id: one.client_id, audience: AUDIENCE })).json as Grant;
		await Promise.all([change(one.id, { scope: [] }), change(other.id, { scope: ["read:users"] })]);
		const scopes = (await list(`?client_id=${one.client_id}`)).map(({ id, scope }) => [id, scope]);
		expect(Object.fromEntries(scopes)).toEqual({ [one.id]: [], [other.id]: ["read:users"] });
	});

	it("of all scopes come without any, and are changed to some only by saying so", async () => {
		const made = await granted({ audience: ORDERS, allow_all_scopes: true });
		expect(made).toEqual({
			id: made.id,
			client_id: made.client_id,
			audience: ORDERS,
			allow_all_scopes: true,
			subject_type: "client",
		});
		expect(await list(`?client_id=${made.client_id}`)).toEqual([made]);
		for (const body of [
			{ scope: ["read:orders"] },
			{ scope: [] },
			{ scope: ["read:orders"], allow_all_scopes: true },
		]) {
			const refused = await change(made.id, body);
			expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("allow_all_scopes")]);
		}
		expect(await list(`?client_id=${made.client_id}`)).toEqual([made]);
		const { allow_all_scopes, ...rest } = made as Grant & { allow_all_scopes: boolean };
		const some = await change(made.id, { allow_all_scopes: false, scope: ["read:orders"] });
		expect(some.json).toEqual({ ...rest, scope: ["read:orders"] });
	});

	it("of all scopes are listed in the credentials file with every scope", async () => {
		const sample = `client_id=${tenant.clientId("management_tokens_only")}`;
		const [management] = await list(`?${sample}`);
		expect((await change(management?.id ?? "", { scope: null, allow_all_scopes: true })).status).toBe(200);
		const file = JSON.parse(readFileSync(join(tenant.dataDir, "credentials.json"), "utf8"));
		expect(file.clients.management_tokens_only.scopes).toEqual(SCOPES);
	});

	it("are one for an application itself and one for its users, each with an identifier of its own", async () => {
		const own = await granted({ audience: ORDERS, scope: ["read:orders", "create:orders"] });
		const { client_id } = own;
		const forUsers = { client_id, audience: ORDERS, subject_type: "user", scope: ["read:orders"] };
		const users = (await grant(forUsers)).json as Grant;
		expect(users).toEqual({ ...forUsers, id: expect.stringMatching(/^cgr_[0-9a-f]{16}$/) });
		expect(users.id).not.toBe(own.id);
		for (const subject_type of ["user", "client", undefined]) {
			const again = await grant({ client_id, audience: ORDERS, subject_type });
			expect([again.status, again.json]).toEqual([
				...[409, expect.objectContaining({ errorCode: "client_grant_conflict" })],
			]);
		}
		const both = [own, users].toSorted((one, other) => (one.id < other.id ? -1 : 1));
		expect(await list(`?client_id=${client_id}`)).toEqual(both);
		expect(await list(`?client_id=${client_id}&subject_type=user`)).toEqual([users]);
		expect(await list(`?client_id=${client_id}&subject_type=client`)).toEqual([own]);
		expect((await tenant.call("GET", "/client-grants?subject_type=other")).status).toBe(400);
		await tenant.call("DELETE", `/client-grants/${users.id}`);
		expect(await list(`?client_id=${client_id}`)).toEqual([own]);
	});

	it("keep the identifiers that they had before there were any for users", async () => {
		const [management] = await list(`?client_id=${tenant.clientId("private_key_machine")}&audience=${AUDIENCE}`);
		const name = JSON.stringify([tenant.clientId("private_key_machine"), "management"]);
		expect(management?.id).toBe(`cgr_${createHash("sha256").update(name).digest("hex").slice(0, 16)}`);
	});

	it("are not changed where there is none", async () => {
		const { id } = await granted({ audience: ORDERS });
		await tenant.call("DELETE", `/client-grants/${id}`);
		for (const unknown of [id, "cgr_0123456789abcdef", encodeURIComponent("a\0")]) {
			expect((await change(unknown, { scope: ["read:orders"] })).status).toBe(unknown.startsWith("cgr") ? 404 : 400);
		}
	});

	it.each([
		["a scope that the API lacks", { scope: ["read:users"] }, "read:users"],
		["a repeated scope", { scope: ["read:orders", "read:orders"] }, "not unique"],
		["another API", { audience: AUDIENCE }, "Additional properties not allowed: audience"],
		["another subject", { subject_type: "user" }, "Additional properties not allowed: subject_type"],
	])("are not changed for %s", async (_, body, words) => {
		const made = await granted({ audience: ORDERS, scope: ["read:orders"] });
		const refused = await change(made.id, body);
		expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(words)]);
		expect(await list(`?client_id=${made.client_id}`)).toEqual([made]);
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
			statusCode: 400,
			errorCode: "invalid_body",
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
		["another property", { audience: ORDERS, is_system: true }, 400, "Additional properties not allowed"],
		["all scopes and some", { audience: ORDERS, allow_all_scopes: true, scope: ["read:orders"] }, 400, "Excluded by"],
		["an unknown subject", { audience: ORDERS, subject_type: "anonymous_user" }, 400, "No enum match"],
		["users' tokens of the management interface", { audience: AUDIENCE, subject_type: "user" }, 400, "own name"],
		["no audience", {}, 400, "Missing required property: audience"],
	])("are refused for %s", async (_, body, status, words) => {
		const response = await grant(body);
		expect([response.status, response.text]).toEqual([status, expect.stringContaining(words)]);
	});

	it.each([
		["GET", "/client-grants", "read:client_grants"],
		["POST", "/client-grants", "create:client_grants"],
		["PATCH", "/client-grants/{id}", "update:client_grants"],
		["DELETE", "/client-grants/cgr_x", "delete:client_grants"],
	])("%s %s requires %s", async (method, template, scope) => {
		const path = template.replace("{id}", method === "PATCH" ? (await granted({ audience: ORDERS })).id : "");
		const bodies: Record<string, object> = { POST: { client_id: client, audience: ORDERS }, PATCH: { scope: [] } };
		const body = bodies[method];
		const as = await tenant.token("management", { scope: "read:clients update:clients" });
		const refused = await tenant.call(method, path, { as, body });
		expect(refused.json).toMatchObject({ statusCode: 403, message: expect.stringContaining(scope) });
		const allowed = await tenant.token("management", { scope });
		expect((await tenant.call(method, path, { as: allowed, body })).status).toBeLessThan(300);
	});
});
