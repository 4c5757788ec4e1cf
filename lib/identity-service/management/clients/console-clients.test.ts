/** The console's own clients can't be changed, and what they have already is no change of them. */
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { updateClientRequest } from "@/lib/contract/client/client-request";
import { describeOnAnyEngine, type TestTenant } from "../../testing/test-tenant";

type Resource = Record<string, unknown>;
const HANDLES = ["console_with_key", "console_management", "console_sign_in"];

describeOnAnyEngine("the console's own clients", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	afterAll(() => tenant.close());

	const pathOf = (handle: string) => `/clients/${tenant.clientId(handle)}`;
	const read = async (handle: string) => (await tenant.call("GET", pathOf(handle))).json as Resource;
	const rows = () =>
		tenant.service.database
			.selectFrom("clients")
			.selectAll()
			.where("handle", "in", HANDLES)
			.orderBy("handle")
			.execute();

	/** Sends a change that is none. */
	async function accepted(path: string, body: object) {
		const before = await rows();
		const response = await tenant.call("PATCH", path, { body });
		expect(response.status, `${JSON.stringify(body)}: ${response.text}`).toBe(200);
		expect(await rows()).toEqual(before);
	}
	async function refused(path: string, body: object) {
		const before = await rows();
		const response = await tenant.call("PATCH", path, { body });
		expect([response.status, response.json], JSON.stringify(body)).toMatchObject([
			403,
			{ errorCode: "operation_not_supported" },
		]);
		expect(await rows()).toEqual(before);
	}

	describe.each(HANDLES)("%s", (handle) => {
		it("can be sent back as a whole, and each property alone", async () => {
			const client = await read(handle);
			const writable = Object.entries(client).filter(([name]) => name in updateClientRequest.shape);
			expect(writable.length).toBeGreaterThan(15);
			await accepted(pathOf(handle), Object.fromEntries(writable));
			for (const [name, value] of writable) await accepted(pathOf(handle), { [name]: value });
		});

		it("can be sent back in part, in another order, and with null for a default", async () => {
			const client = await read(handle);
			const { lifetime_in_seconds, alg } = client.jwt_configuration as Resource;
			const { rotation_type, expiration_type, token_lifetime } = client.refresh_token as Resource;
			const defaults = { description: "", client_metadata: {}, addons: {}, compliance_level: "none" };
			const cleared = Object.entries({ ...defaults, logo_uri: undefined, initiate_login_uri: undefined })
				.filter(([name, value]) => isDeepStrictEqual(client[name], value))
				.map(([name]) => ({ [name]: null }));
			expect(cleared.length).toBeGreaterThan(3);
			for (const body of [
				{ jwt_configuration: { lifetime_in_seconds } },
				{ jwt_configuration: { alg } },
				{ jwt_configuration: {} },
				{ refresh_token: { rotation_type, expiration_type } },
				{ refresh_token: { token_lifetime, expiration_type, rotation_type } },
				{ grant_types: (client.grant_types as string[]).toReversed() },
				{ web_origins: (client.web_origins as string[]).toReversed() },
				{ client_metadata: {} },
				{ client_metadata: { unknown: null } },
				...cleared,
			]) {
				await accepted(pathOf(handle), body);
			}
		});

		it("is not changed in anything", async () => {
			const client = await read(handle);
			const { lifetime_in_seconds } = client.jwt_configuration as { lifetime_in_seconds: number };
			for (const body of [
				{ name: "Other" },
				{ description: "Other" },
				{ jwt_configuration: { lifetime_in_seconds: lifetime_in_seconds - 1 } },
				{ refresh_token: { rotation_type: "rotating", expiration_type: "expiring", leeway: 60 } },
				{ grant_types: [...(client.grant_types as string[]), "password"] },
				{ grant_types: [] },
				{ callbacks: ["https://evil.example/cb"] },
				{ allowed_logout_urls: ["https://evil.example/"] },
				{ client_secret: "x".repeat(43) },
				{ token_endpoint_auth_method: "client_secret_basic" },
				{ require_proof_of_possession: true },
				{ require_pushed_authorization_requests: true },
				{ client_metadata: null, description: "Other" },
				{ is_first_party: false },
				{ app_type: "native" },
				{ client_metadata: { sign_up: "on" } },
				{ addons: { samlp: {} } },
				{ initiate_login_uri: "https://evil.example/login" },
			]) {
				await refused(pathOf(handle), body);
				// Nor beside what it has already.
				await refused(pathOf(handle), { name: client.name, ...body });
			}
		});
	});

	it("have grants that can be sent back, and not changed", async () => {
		for (const handle of HANDLES) {
			const { json } = await tenant.call("GET", `/client-grants?client_id=${tenant.clientId(handle)}`);
			for (const { id, scope } of json as { id: string; scope: string[] }[]) {
				const path = `/client-grants/${id}`;
				await accepted(path, { scope });
				await accepted(path, { scope: scope.toReversed() });
				await accepted(path, { allow_all_scopes: false });
				await accepted(path, {});
				await refused(path, { scope: scope.slice(1) });
				await refused(path, { allow_all_scopes: true });
			}
		}
	});
});
