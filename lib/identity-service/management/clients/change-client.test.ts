import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addNewSampleClients } from "../../sample-tenant/seed-sample-tenant";
import { clientCalls } from "../../testing/client-calls";
import { describeOnEachEngine, type TestTenant } from "../../testing/test-tenant";

describeOnEachEngine("applications", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	afterAll(() => tenant.close());
	const { create, patch, read } = clientCalls(() => tenant);

	describe("a change", () => {
		it("changes the sent fields and no others", async () => {
			const made = await create({ callbacks: ["https://a.example/cb"], description: "First" });
			const response = await patch(made.client_id, { name: "Renamed", web_origins: ["https://a.example"] });
			expect(response.status).toBe(200);
			expect(response.json).toEqual({ ...made, name: "Renamed", web_origins: ["https://a.example"] });
			expect(await read(made.client_id)).toEqual(response.json);
			expect((await patch(made.client_id, {})).json).toEqual(response.json);
		});

		it("keeps an application that names its users' addresses from becoming public", async () => {
			const trusted = { is_token_endpoint_ip_header_trusted: true };
			const made = await create(trusted);
			expect(made).toMatchObject(trusted);
			const refused = await patch(made.client_id, { token_endpoint_auth_method: "none" });
			expect([refused.status, refused.text]).toEqual([
				400,
				expect.stringContaining("on property is_token_endpoint_ip_header_trusted."),
			]);
			expect(await read(made.client_id)).toMatchObject({
				...trusted,
				token_endpoint_auth_method: "client_secret_post",
			});
			const untrusted = { is_token_endpoint_ip_header_trusted: false, token_endpoint_auth_method: "none" };
			expect((await patch(made.client_id, untrusted)).json).toMatchObject(untrusted);
			expect((await patch(made.client_id, trusted)).status).toBe(400);
		});

		it("clears optional fields by null", async () => {
			const refresh_token = { rotation_type: "rotating", expiration_type: "expiring", token_lifetime: 60 };
			const made = await create({
				description: "x",
				logo_uri: "https://a.example/l",
				initiate_login_uri: "https://a.example/i",
				client_metadata: { a: "b" },
				addons: { wsfed: {} },
				refresh_token,
			});
			const cleared = { description: null, logo_uri: null, initiate_login_uri: null };
			const response = await patch(made.client_id, {
				...cleared,
				client_metadata: null,
				addons: null,
				refresh_token: null,
			});
			expect(response.json).toMatchObject({ description: "", client_metadata: {}, addons: {} });
			expect(response.json).toMatchObject({
				refresh_token: { rotation_type: "non-rotating", token_lifetime: 2_592_000 },
			});
			for (const name of ["logo_uri", "initiate_login_uri"]) expect(response.json).not.toHaveProperty(name);
			expect((await patch(made.client_id, { name: null })).status).toBe(400);
			expect((await patch(made.client_id, { callbacks: null })).status).toBe(400);
		});

		it("merges metadata, and null removes a key", async () => {
			const made = await create({ client_metadata: { team: "licences", sign_up: "off" } });
			const metadata = async (client_metadata: unknown) => {
				const response = await patch(made.client_id, { client_metadata });
				expect(response.status, response.text).toBe(200);
				expect(await read(made.client_id)).toEqual(response.json);
				return (response.json as { client_metadata: object }).client_metadata;
			};
			expect(await metadata({ sign_up: "on", "": "" })).toEqual({ team: "licences", sign_up: "on", "": "" });
			expect(await metadata({ team: null, unknown: null })).toEqual({ sign_up: "on", "": "" });
			expect(await metadata({})).toEqual({ sign_up: "on", "": "" });
			const sent = JSON.parse('{"__proto__":"kept","sign_up":null}');
			expect(JSON.stringify(await metadata(sent))).toBe('{"":"","__proto__":"kept"}');
			expect(await metadata(null)).toEqual({});
		});

		it("has the limits of metadata for the result, not for what is sent", async () => {
			const keys = (from: number, count: number, value: string | null = "x") =>
				Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, value]));
			const made = await create({ client_metadata: keys(0, 10) });
			const swapped = await patch(made.client_id, { client_metadata: { ...keys(0, 10, null), ...keys(10, 10) } });
			expect(swapped.json).toMatchObject({ client_metadata: keys(10, 10) });
			for (const [client_metadata, words] of [
				[{ more: "x" }, "Too many properties defined (11), maximum 10' on property client_metadata."],
				[{ k10: null, ...keys(0, 2) }, "Too many properties defined (11), maximum 10"],
				[{ k10: "x".repeat(256) }, "String is too long (256 chars), maximum 255' on property client_metadata.k10."],
				[{ ["x".repeat(256)]: null }, "String is too long"],
				[{ k10: 1 }, "Expected type string but found type integer' on property client_metadata.k10."],
			] as const) {
				const refused = await patch(made.client_id, { client_metadata });
				expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(words)]);
			}
			expect((await read(made.client_id)).client_metadata).toEqual(keys(10, 10));
			const created = await tenant.call("POST", "/clients", { body: { name: "Own", client_metadata: { a: null } } });
			expect(created.status).toBe(400);
		});

		it("changes nothing where it is refused", async () => {
			const made = await create();
			expect((await patch(made.client_id, { name: "New", callbacks: ["nowhere"] })).status).toBe(400);
			expect(await read(made.client_id)).toEqual(made);
			expect((await patch("unknown", { name: "New" })).json).toMatchObject({
				statusCode: 404,
				message: "The client does not exist",
				errorCode: "inexistent_client",
			});
		});

		it("at the same moment as others is stored as well as they are", async () => {
			const { client_id } = await create();
			const bodies = [
				{ name: "New" },
				{ description: "New" },
				{ callbacks: ["https://a.example"] },
				{ is_first_party: false },
			];
			const metadata = [{ client_metadata: { a: "1" } }, { client_metadata: { b: "2" } }];
			const responses = await Promise.all([...bodies, ...metadata].map((body) => patch(client_id, body)));
			expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
			expect(await read(client_id)).toMatchObject(Object.assign({}, ...bodies));
			expect(await read(client_id)).toMatchObject({ client_metadata: { a: "1", b: "2" } });
		});
	});

	describe("deleting", () => {
		it("removes the application with its refresh tokens, and succeeds when there is none", async () => {
			const { client_id } = await create();
			expect((await tenant.call("DELETE", `/clients/${client_id}`)).status).toBe(204);
			expect((await tenant.call("GET", `/clients/${client_id}`)).status).toBe(404);
			expect((await tenant.call("DELETE", `/clients/${client_id}`)).status).toBe(204);
			const id = tenant.clientId("mobile_app");
			const tokens = () =>
				tenant.service.database.selectFrom("refresh_tokens").select("id").where("client_id", "=", id).execute();
			expect((await tokens()).length).toBeGreaterThan(0);
			expect((await tenant.call("DELETE", `/clients/${id}`)).status).toBe(204);
			expect(await tokens()).toEqual([]);
		});

		it("of a sample application is not undone by a restart", async () => {
			const id = tenant.clientId("partner_portal");
			await tenant.call("DELETE", `/clients/${id}`);
			await addNewSampleClients(tenant.service);
			expect((await tenant.call("GET", `/clients/${id}`)).status).toBe(404);
		});

		it("is refused to an application that would delete itself", async () => {
			const own = await tenant.call("DELETE", `/clients/${tenant.clientId("management")}`);
			expect(own.json).toMatchObject({ statusCode: 403, errorCode: "operation_not_supported" });
		});

		it("leaves the deleted application's token without any right", async () => {
			const as = await tenant.token("management_not_global");
			await tenant.call("DELETE", `/clients/${tenant.clientId("management_not_global")}`);
			expect((await tenant.call("GET", "/clients", { as })).status).toBe(401);
		});
	});

	it("the console's own are not changed, rotated, granted to, or deleted", async () => {
		for (const handle of ["console_with_key", "console_management", "console_sign_in"]) {
			const id = tenant.clientId(handle);
			const before = await read(id);
			const grants = (await tenant.call("GET", `/client-grants?client_id=${id}`)).json as { id: string }[];
			const responses = [
				await patch(id, { name: "Other", callbacks: ["https://evil.example/cb"] }),
				await tenant.call("POST", `/clients/${id}/rotate-secret`),
				await tenant.call("DELETE", `/clients/${id}`),
				await tenant.call("POST", "/client-grants", {
					body: { client_id: id, audience: "https://api.example.com/orders", scope: [] },
				}),
				...(await Promise.all(grants.map((grant) => tenant.call("DELETE", `/client-grants/${grant.id}`)))),
			];
			for (const response of responses)
				expect([response.status, response.json]).toMatchObject([403, { errorCode: "operation_not_supported" }]);
			expect(await read(id)).toEqual(before);
			expect((await tenant.call("GET", `/client-grants?client_id=${id}`)).json).toEqual(grants);
		}
	});
});
