import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestBrowser } from "../testing/test-browser";
import { AUDIENCE, ORDERS, startTestService, USER_ID } from "../testing/test-service";
import { credentials, requestToken, signInForTokens } from "../testing/token-request";

describe("a client's grants for APIs", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());

	const request = (clientId: string, audience: string, scope?: string) =>
		requestToken(tenant.service, {
			...{ grant_type: "client_credentials", audience, ...(scope ? { scope } : {}) },
			...credentials(tenant.service, clientId),
		});

	it("give a token for each API with that API's scopes only", async () => {
		const orders = await request("machine-with-orders", ORDERS);
		expect(decodeJwt(orders.body.access_token)).toMatchObject({ aud: ORDERS, scope: "read:orders" });
		const management = await request("machine-with-orders", AUDIENCE);
		expect(decodeJwt(management.body.access_token)).toMatchObject({ aud: AUDIENCE });
		expect(management.body.scope).not.toContain("orders");
		expect((await request("machine-with-orders", ORDERS, "read:refresh_tokens")).status).toBe(403);
	});

	it("are required for an API of the tenant, while any other API is refused as unknown", async () => {
		const ungranted = await request("machine", ORDERS);
		expect(ungranted).toMatchObject({ status: 403, body: { error: "access_denied" } });
		expect(ungranted.body.error_description).toContain(`Client is not authorized to access "${ORDERS}"`);
		const unknown = await request("machine", "https://api.example.com/nowhere");
		expect(unknown.body.error_description).toContain("Service not enabled within domain");
	});

	it("apply to users' tokens too", async () => {
		const tokens = await signInForTokens(tenant.service, "web-with-api", { audience: ORDERS });
		expect(decodeJwt(tokens.access_token).sub).toBe(USER_ID);
		const refused = await new TestBrowser(tenant.service).authorize({ client_id: "web", audience: ORDERS });
		expect(refused.searchParams.get("error")).toBe("access_denied");
	});
});
