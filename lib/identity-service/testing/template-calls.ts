import { expect } from "vitest";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import type { TestTenant } from "./test-tenant";

export const TEMPLATES = "/verifiable-credentials/verification/templates";
export const NEW_PRESENTATION = presentationOf({ family_name: true });

let names = 0;

/** A create request with a unique name. */
export function templateRequest(changes: Record<string, unknown> = {}) {
	names += 1;
	return {
		name: `Template ${names}`,
		type: "mdl",
		dialect: "simplified/1.0",
		presentation: NEW_PRESENTATION,
		well_known_trusted_issuers: "aamva",
		...changes,
	};
}

/** The calls of template tests, on the tenant at the time of the call. */
export function templateCalls(tenant: () => TestTenant) {
	const post = (body: unknown, contentType = "application/json") =>
		tenant().call("POST", TEMPLATES, { body, contentType });
	const patch = (id: string, body: unknown, contentType = "application/json") =>
		tenant().call("PATCH", `${TEMPLATES}/${id}`, { body, contentType });
	async function created(changes: Record<string, unknown> = {}): Promise<{ id: string } & Record<string, unknown>> {
		const response = await post(templateRequest(changes));
		expect(response.status).toBe(201);
		return response.json as { id: string };
	}
	return { post, patch, created };
}
