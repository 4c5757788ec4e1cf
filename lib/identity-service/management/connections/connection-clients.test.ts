import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "@/lib/database/in-transaction";
import { replaceConnection } from "../../store/connections";
import { describeOnEachEngine, type TestTenant } from "../../testing/test-tenant";
import { possibleClients, requireConnection } from "./connections";

type Page = { clients: { client_id: string }[]; next?: string };

const SIGN_IN = "https://idp.example/sso";
const NO_CONNECTION = { statusCode: 404, errorCode: "inexistent_connection" };
const UNKNOWN = "con_0123456789abcdef";

describeOnEachEngine("which applications a connection serves", (open) => {
	let tenant: TestTenant;
	let count = 0;
	/** Of a new connection. */
	let path: string;
	beforeAll(async () => {
		tenant = await open();
	});
	afterAll(() => tenant.close());
	beforeEach(async () => {
		path = await create();
	});

	async function create(fields: object = {}): Promise<string> {
		count += 1;
		const body = { name: `corp-${count}`, strategy: "samlp", options: { signInEndpoint: SIGN_IN }, ...fields };
		const response = await tenant.call("POST", "/connections", { body });
		expect(response.status, response.text).toBe(201);
		return `/connections/${(response.json as { id: string }).id}`;
	}
	const change = (body: unknown, as?: string) =>
		tenant.call("PATCH", `${path}/clients`, { body, ...(as === undefined ? {} : { as }) });
	const on = (client_id: string) => ({ client_id, status: true });
	const off = (client_id: string) => ({ client_id, status: false });
	const ids = (...handles: string[]) => handles.map(tenant.clientId);
	async function listed(query = ""): Promise<string[]> {
		const { json } = await tenant.call("GET", `${path}/clients${query}`);
		return (json as Page).clients.map(({ client_id }) => client_id);
	}
	const enabled = async () => ((await tenant.call("GET", path)).json as { enabled_clients: string[] }).enabled_clients;
	const row = () =>
		tenant.service.database
			.selectFrom("connections")
			.selectAll()
			.where("id", "=", path.split("/")[2] ?? "")
			.executeTakeFirstOrThrow();

	it("changes for those that are named, without a body in the response, and shows in all three reads", async () => {
		const [web, spa, mobile] = ids("web_app", "single_page_app", "mobile_app") as [string, string, string];
		const response = await change([on(web), on(spa)]);
		expect([response.status, response.text, response.headers.get("content-type")]).toEqual([204, "", null]);
		expect(await listed()).toEqual([web, spa].sort());
		await change([on(mobile), off(web)]);
		expect(await listed()).toEqual([spa, mobile].sort());
		expect((await enabled()).sort()).toEqual([spa, mobile].sort());
		for (const [client, names] of [
			[spa, [expect.stringMatching(/^corp-/)]],
			[web, []],
		] as const) {
			const { json } = await tenant.call("GET", `/clients/${client}/connections`);
			expect((json as { connections: { name: string }[] }).connections.map(({ name }) => name)).toEqual(names);
		}
		await tenant.call("PATCH", path, { body: { enabled_clients: [web] } });
		expect(await listed()).toEqual([web]);
		await change([off(web)]);
		expect(await listed()).toEqual([]);
	});

	it("writes nothing where nothing changes", async () => {
		const [web, spa] = ids("web_app", "single_page_app") as [string, string];
		await change([on(web)]);
		const before = await row();
		expect((await change([on(web), off(spa)])).status).toBe(204);
		expect(await row()).toEqual(before);
	});

	it("stores all changes of the same moment, those of other fields as well", async () => {
		const clients = ids("web_app", "single_page_app", "mobile_app", "partner_portal", "saml_app");
		const responses = await Promise.all([
			...clients.map((id) => change([on(id)])),
			tenant.call("PATCH", path, { body: { display_name: "Corporation", show_as_button: false } }),
		]);
		expect(responses.map(({ status }) => status)).toEqual([...clients.map(() => 204), 200]);
		expect(await listed()).toEqual(clients.sort());
		expect(await row()).toMatchObject({ display_name: "Corporation", show_as_button: 0 });
	});

	it("never keeps an application that is deleted at the same moment", async () => {
		const { database } = tenant.service;
		const { json } = await tenant.call("POST", "/clients", { body: { name: "Short-lived" } });
		const { client_id } = json as { client_id: string };
		const before = await row();
		const { promise: isFound, resolve: found } = Promise.withResolvers<void>();
		const deleting = isFound.then(() => tenant.call("DELETE", `/clients/${client_id}`));
		await inTransaction(database, async (transaction) => {
			expect(await possibleClients(transaction, [client_id])).toEqual(new Set([client_id]));
			found();
			// As many statements as would let it end, if it did not wait for this transaction.
			for (let count = 0; count < 100; count += 1) await requireConnection(transaction, before.id);
			await replaceConnection(transaction, { ...before, enabled_clients: JSON.stringify([client_id]) });
		});
		expect((await deleting).status).toBe(204);
		expect(await listed()).toEqual([]);
	});

	it("leaves the default application of sign-ins that a provider begins as it is", async () => {
		const [web] = ids("web_app") as [string];
		const idpinitiated = { enabled: true, client_id: web, client_protocol: "oidc" };
		path = await create({ enabled_clients: [web], options: { signInEndpoint: SIGN_IN, idpinitiated } });
		await change([off(web)]);
		expect((await tenant.call("GET", path)).json).toMatchObject({ enabled_clients: [], options: { idpinitiated } });
	});

	it.each([
		["none", [], "Array is too short (0), minimum 1"],
		["51", Array.from({ length: 51 }, (_, index) => on(`x${index}`)), "Array is too long (51), maximum 50"],
		["an object", {}, "Expected type array but found type object"],
		["no status", [{ client_id: "x" }], "Missing required property: status' on property 0."],
		["another property", [{ ...on("x"), name: "x" }], "Additional properties not allowed: name"],
		["unknown ones", [on("x"), off("y")], "'Clients not found: x,y' on property client_id."],
		["one with NUL", [on("a\0b")], "Clients not found: a\\u0000b"],
		["one twice", [on("x"), off("x")], "Array items are not unique"],
	])("is refused for %s", async (_, body, words) => {
		const response = await change(body);
		expect([response.status, response.text]).toEqual([400, expect.stringContaining(words)]);
		expect(response.json).toMatchObject({ errorCode: "invalid_body" });
	});

	it("is refused as a whole: for the console's own, and where one of several is unknown", async () => {
		const [web] = ids("web_app") as [string];
		for (const handle of ["console_with_key", "console_management", "console_sign_in"]) {
			for (const one of [on, off]) {
				const response = await change([on(web), one(tenant.clientId(handle)), on("unknown")]);
				expect([response.status, response.json]).toMatchObject([403, { errorCode: "operation_not_supported" }]);
			}
		}
		expect((await change([on(web), on("unknown")])).status).toBe(400);
		expect(await listed()).toEqual([]);
	});

	it("has at most as many applications as enabled_clients may name", async () => {
		const others = Array.from({ length: 1000 }, (_, index) => `x${index}`);
		await tenant.service.database
			.updateTable("connections")
			.set({ enabled_clients: JSON.stringify(others) })
			.where("id", "=", (await row()).id)
			.execute();
		const response = await change([on(tenant.clientId("web_app"))]);
		expect([response.status, response.text]).toEqual([400, expect.stringContaining("(1001), maximum 1000")]);
		expect((await listed("?take=1000")).length).toBe(1000);
		expect((await listed()).length).toBe(50);
	});

	it("is listed in pages, each checkpoint good for its own list", async () => {
		const clients = ids("web_app", "single_page_app", "mobile_app");
		await change(clients.map(on));
		const pages: string[] = [];
		for (let query = "?take=2"; query !== ""; ) {
			const { clients: found, next } = (await tenant.call("GET", `${path}/clients${query}`)).json as Page;
			pages.push(...found.map(({ client_id }) => client_id));
			query = next ? `?take=2&from=${encodeURIComponent(next)}` : "";
		}
		expect(pages).toEqual(clients.sort());
		const { next = "" } = (await tenant.call("GET", `${path}/clients?take=1`)).json as Page;
		const other = await create();
		expect((await tenant.call("GET", `${other}/clients?from=${encodeURIComponent(next)}`)).status).toBe(400);
		for (const query of ["take=0", "take=1001", "page=0", "include_totals=true"]) {
			expect((await tenant.call("GET", `${path}/clients?${query}`)).status, query).toBe(400);
		}
	});

	it("of an unknown connection is 404 to read and to change", async () => {
		path = `/connections/${UNKNOWN}`;
		expect((await tenant.call("GET", `${path}/clients`)).json).toMatchObject(NO_CONNECTION);
		expect((await change([on(tenant.clientId("web_app"))])).json).toMatchObject(NO_CONNECTION);
	});

	describe("read from an application", () => {
		const connectionsOf = (handle: string, query = "", as?: string) =>
			tenant.call("GET", `/clients/${tenant.clientId(handle)}/connections${query}`, as === undefined ? {} : { as });

		it("is its connections as they are elsewhere, by name, in pages, by strategy, with chosen fields", async () => {
			const names: string[] = [];
			for (const name of ["b", "c", "a"].map((each) => `list-${count}-${each}`)) {
				path = await create({ name, enabled_clients: ids("third_party_app"), metadata: { team: "identity" } });
				names.push(name);
			}
			const { json } = await connectionsOf("third_party_app");
			const { connections, ...rest } = json as { connections: { name: string; id: string }[] };
			expect([connections.map(({ name }) => name), rest]).toEqual([names.sort(), {}]);
			for (const each of connections) expect((await tenant.call("GET", `/connections/${each.id}`)).json).toEqual(each);

			const first = (await connectionsOf("third_party_app", "?take=2&fields=name")).json as { next: string };
			expect(first).toEqual({ connections: names.slice(0, 2).map((name) => ({ name })), next: expect.any(String) });
			const from = encodeURIComponent(first.next);
			expect((await connectionsOf("third_party_app", `?take=2&fields=name&from=${from}`)).json).toEqual({
				connections: [{ name: names[2] }],
			});
			for (const [handle, query] of [
				["web_app", `?from=${from}`],
				["third_party_app", `?strategy=samlp&from=${from}`],
				["third_party_app", "?take=101"],
				["third_party_app", "?include_totals=true"],
			] as const) {
				expect((await connectionsOf(handle, query)).status, query).toBe(400);
			}
			expect((await connectionsOf("third_party_app", "?strategy=oidc")).json).toEqual({ connections: [] });
			const both = (await connectionsOf("third_party_app", "?strategy=oidc&strategy=samlp")).json;
			expect((both as { connections: object[] }).connections).toHaveLength(3);
		});

		it("is none for the console's own sign-in, which no connection leads into", async () => {
			expect((await connectionsOf("console_sign_in")).json).toEqual({ connections: [] });
		});

		it("is 404 for an unknown application", async () => {
			expect((await tenant.call("GET", "/clients/unknown/connections")).json).toMatchObject({
				statusCode: 404,
				errorCode: "inexistent_client",
			});
		});

		it.each([
			["read:clients", "read:connections"],
			["read:connections", "read:clients,read:client_summary"],
		])("needs more than %s", async (scope, lacked) => {
			const as = await tenant.token("management", { scope });
			expect((await connectionsOf("web_app", "", as)).json).toMatchObject({
				statusCode: 403,
				errorCode: "insufficient_scope",
				message: `Insufficient scope, expected any of: ${lacked}`,
			});
			for (const other of ["read:clients", "read:client_summary"]) {
				const both = await tenant.token("management", { scope: `read:connections ${other}` });
				expect((await connectionsOf("web_app", "", both)).status).toBe(200);
			}
		});
	});
});
