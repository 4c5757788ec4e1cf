import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "@/lib/contract/scopes";
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
			grant_type: "client_credentials",
			audience,
			...(scope ? { scope } : {}),
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

	const setGrants = (clientId: string, grants: object[]) =>
		tenant.service.database
			.updateTable("clients")
			.set({ api_grants: JSON.stringify(grants) })
			.where("client_id", "=", clientId)
			.execute();
	const setScopes = (scopes: string[]) =>
		tenant.service.database
			.updateTable("resource_servers")
			.set({ scopes: JSON.stringify(scopes) })
			.execute();
	const usersToken = async () => {
		const scope = "openid read:orders create:orders";
		return decodeJwt((await signInForTokens(tenant.service, "web-with-api", { audience: ORDERS, scope })).access_token);
	};

	it("of all scopes give those that the API has at that time, to the application and to its users", async () => {
		await setGrants("machine-with-orders", [{ audience: ORDERS, scopes: null }]);
		await setGrants("web-with-api", [{ audience: ORDERS, scopes: null }]);
		expect((await request("machine-with-orders", ORDERS)).body.scope).toBe("read:orders");
		expect(await usersToken()).toMatchObject({ sub: USER_ID, scope: "openid read:orders" });
		await setScopes(["read:orders", "create:orders"]);
		expect((await request("machine-with-orders", ORDERS)).body.scope).toBe("read:orders create:orders");
		expect((await request("machine-with-orders", ORDERS, "create:orders")).body.scope).toBe("create:orders");
		expect(await usersToken()).toMatchObject({ scope: "openid read:orders create:orders" });
		await setGrants("machine-with-orders", [{ audience: "/api/v2/", scopes: null }]);
		expect((await request("machine-with-orders", AUDIENCE)).body.scope).toBe(SCOPES.join(" "));
		expect((await request("machine-with-orders", ORDERS)).status).toBe(403);
	});

	it("for users give the application no token of its own, and decide alone what its users' tokens may hold", async () => {
		await setScopes(["read:orders", "create:orders"]);
		const forUsers = { audience: ORDERS, scopes: ["read:orders"], subject: "user" };
		await setGrants("machine-with-orders", [forUsers]);
		expect(await request("machine-with-orders", ORDERS)).toMatchObject({
			status: 403,
			body: { error: "access_denied" },
		});
		const forItself = { audience: ORDERS, scopes: ["read:orders", "create:orders"] };
		await setGrants("machine-with-orders", [
			{ ...forUsers, scopes: null },
			{ ...forItself, scopes: ["create:orders"] },
		]);
		expect((await request("machine-with-orders", ORDERS)).body.scope).toBe("create:orders");
		await setGrants("web-with-api", [forItself, forUsers]);
		expect(await usersToken()).toMatchObject({ scope: "openid read:orders" });
		await setGrants("web-with-api", [forItself, { ...forUsers, scopes: [] }]);
		const refused = await new TestBrowser(tenant.service).authorize({ client_id: "web-with-api", audience: ORDERS });
		expect(refused.searchParams.get("error")).toBe("access_denied");
		await setGrants("web-with-api", [{ ...forUsers, scopes: null }]);
		expect(await usersToken()).toMatchObject({ scope: "openid read:orders create:orders" });
	});

	it("apply to users' tokens too", async () => {
		const tokens = await signInForTokens(tenant.service, "web-with-api", { audience: ORDERS });
		expect(decodeJwt(tokens.access_token).sub).toBe(USER_ID);
		const refused = await new TestBrowser(tenant.service).authorize({ client_id: "web", audience: ORDERS });
		expect(refused.searchParams.get("error")).toBe("access_denied");
	});
});
