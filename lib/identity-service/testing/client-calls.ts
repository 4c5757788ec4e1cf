import { expect } from "vitest";
import type { TestTenant } from "./test-tenant";

export type Client = Record<string, unknown> & { client_id: string; client_secret: string };

/** The calls of tests of applications, on the tenant at the time of the call. */
export function clientCalls(tenant: () => TestTenant) {
	return {
		async create(fields: object = {}): Promise<Client> {
			const response = await tenant().call("POST", "/clients", { body: { name: "Own", ...fields } });
			expect(response.status, response.text).toBe(201);
			return response.json as Client;
		},
		patch: (id: string, body: object) => tenant().call("PATCH", `/clients/${id}`, { body }),
		read: async (id: string, as?: string) =>
			(await tenant().call("GET", `/clients/${id}`, as ? { as } : {})).json as Client,
	};
}
