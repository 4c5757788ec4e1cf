import { generateKeyPairSync } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOO_MANY_REQUESTS_MESSAGE } from "@/lib/contract/error";
import { partScopes } from "@/lib/contract/operations";
import { managementOperations } from "../endpoints";
import { describeOnAnyEngine, openTestTenant, type TestTenant } from "../testing/test-tenant";

const TEMPLATES = "/verifiable-credentials/verification/templates";

/** Each operation with a path of no resource: no step before the operation itself reads its parameters. */
const calls = managementOperations.map(
	(operation) => [operation.name, operation.method, operation.path.replace(/\{\w+\}/g, "x"), operation] as const,
);

describeOnAnyEngine("every operation", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	afterAll(() => tenant.close());

	const foreignKey = generateKeyPairSync("rsa", { modulusLength: 2048 });

	describe.each(calls)("%s", (_, method, path, operation) => {
		it("requires a token", async () => {
			for (const as of [null, ""]) {
				const response = await tenant.call(method, path, { as });
				expect(response.json).toEqual({ statusCode: 401, error: "Unauthorized", message: "Missing authentication" });
				expect(response.headers.get("www-authenticate")).toBe("Bearer");
			}
		});

		it.each(["Bearer", "Bearer abc", "Bearer a.b", "Basic YTpi", "abc", "Bearer a.b.c d", "Bearer a.b.c.d"])(
			"refuses the header %j",
			async (as) => {
				expect((await tenant.call(method, path, { as })).json).toEqual({
					statusCode: 400,
					error: "Bad Request",
					message: "Bad HTTP authentication header format",
					errorCode: "Bearer",
				});
			},
		);

		it("refuses each invalid token with the reason, and without an error code", async () => {
			const nowSeconds = Math.floor(tenant.service.now().getTime() / 1000);
			const [header, payload] = (await tenant.token("management")).split(".");
			const foreign = await new SignJWT({}).setProtectedHeader({ alg: "RS256" }).sign(foreignKey.privateKey);
			const cases = {
				"Bearer a.b.c": "Invalid token",
				[`${header}.${payload}.AAAA`]: "Invalid signature received for JSON Web Token validation",
				[`Bearer ${foreign}`]: "Invalid signature received for JSON Web Token validation",
				[await tenant.token("management", { exp: nowSeconds - 60 })]:
					"Expired token received for JSON Web Token validation",
				[await tenant.token("management", { aud: "https://elsewhere.test/" })]: "Bad audience: https://elsewhere.test/",
				[await tenant.token("management", { iss: "https://elsewhere.test/" })]: "Invalid token",
				[await tenant.token("management", { client_id: "unknown" })]: "Invalid token",
				[await tenant.token("management", {}, { typ: "JWT" })]: "Invalid token",
			};
			for (const [as, message] of Object.entries(cases)) {
				const response = await tenant.call(method, path, { as });
				expect(response.json).toEqual({
					statusCode: 401,
					error: "Unauthorized",
					message,
					attributes: { error: message },
				});
				expect(response.headers.get("www-authenticate")).toBe(`Bearer error="${message}"`);
			}
		});

		it("refuses a token without its scope before any other check", async () => {
			const response = await tenant.call(method, `${path}?unknown=1`, {
				as: await tenant.token("management", { scope: "read:roles create:users" }),
				body: method === "GET" ? undefined : "{",
				contentType: "text/plain",
			});
			const quantity = "needsEveryScope" in operation ? "all" : "any";
			const named = operation.name === "post_vc_templates" ? "update:vdcs_templates" : operation.scopes.join(",");
			expect(response.json).toEqual({
				statusCode: 403,
				error: "Forbidden",
				message: `Insufficient scope, expected ${quantity} of: ${named}`,
				errorCode: "insufficient_scope",
			});
		});

		it("requires no other scope than its own", async () => {
			const sufficient = "needsEveryScope" in operation ? [operation.scopes.join(" ")] : operation.scopes;
			const { part } = operation.declared;
			const parts = part ? partScopes[part] : [""];
			for (const scope of sufficient.flatMap((each) => parts.map((other) => `${each} ${other}`.trim()))) {
				const as = await tenant.token("management", { scope });
				expect((await tenant.call(method, path, { as })).status).not.toBe(403);
			}
		});

		it("refuses an unknown query parameter, in a response that no cache stores", async () => {
			const response = await tenant.call(method, `${path}?unknown=1`);
			expect(response.status).toBe(400);
			expect(response.json).toMatchObject({
				message: expect.stringContaining("Query validation error: 'Additional properties not allowed: unknown'."),
				errorCode: "invalid_query_string",
			});
			expect(response.headers.get("cache-control")).toBe("no-store");
			expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
		});

		it("refuses broken percent-encoding", async () => {
			expect((await tenant.call(method, `${path}?a=%ff`)).json).toMatchObject({ errorCode: "invalid_query_string" });
			const broken = operation.path.replace(/\{\w+\}/, "%ff");
			if (broken === operation.path) return;
			expect((await tenant.call(method, broken)).json).toMatchObject({ statusCode: 400, errorCode: "invalid_uri" });
		});
	});

	it("requires a global client for template creation alone, before the scope is checked", async () => {
		const as = await tenant.token("management_not_global", { scope: "" });
		for (const [name, method, path] of calls) {
			const response = await tenant.call(method, path, { as });
			if (name === "post_vc_templates") {
				expect(response.json).toMatchObject({ statusCode: 401, message: "Client is not global." });
			} else expect(response.status).toBe(403);
		}
	});

	it.each([
		["GET", ""],
		["GET", "/"],
		["GET", "/nowhere"],
		["GET", `${TEMPLATES}/`],
		["GET", `${TEMPLATES}/a/b`],
		["GET", "//clients"],
		["GET", "/__proto__"],
		["PUT", "/clients"],
		["OPTIONS", "/clients"],
		["DELETE", "/users/x"],
		["POST", "/refresh-tokens/x"],
	])("responds 404 to %s %s, with or without a token", async (method, path) => {
		for (const as of ["management", null]) {
			const response = await tenant.call(method, path, { as });
			expect(response.json).toEqual({ statusCode: 404, error: "Not Found", message: "Not Found" });
		}
	});

	it("responds to HEAD like GET", async () => {
		expect((await tenant.call("HEAD", "/clients")).status).toBe(200);
		expect((await tenant.call("HEAD", "/clients", { as: null })).status).toBe(401);
	});
});

describe("the rate limit", () => {
	async function withTenant(environment: Record<string, string>, run: (tenant: TestTenant) => Promise<void>) {
		const tenant = await openTestTenant({ RATE_LIMIT: "on", ...environment });
		await run(tenant).finally(() => tenant.close());
	}
	const rateOf = ({ headers }: { headers: Headers }) =>
		["limit", "remaining", "reset"].map((name) => Number(headers.get(`x-ratelimit-${name}`)));

	it("is in every response, is the verified client's, and ends at the second it names", async () => {
		await withTenant({ RATE_LIMIT_BURST: "3", RATE_LIMIT_PER_SECOND: "0.5" }, async ({ call, passMilliseconds }) => {
			expect(rateOf(await call("GET", "/clients")).slice(0, 2)).toEqual([3, 2]);
			expect(rateOf(await call("GET", "/users/unknown")).slice(0, 2)).toEqual([3, 1]);
			expect(rateOf(await call("DELETE", `${TEMPLATES}/vct_1`)).slice(0, 2)).toEqual([3, 0]);
			const refused = await call("GET", "/clients");
			expect(refused.json).toEqual({
				statusCode: 429,
				error: "Too Many Requests",
				message: TOO_MANY_REQUESTS_MESSAGE,
				errorCode: "too_many_requests",
			});
			const [limit, remaining, reset = 0] = rateOf(refused);
			expect([limit, remaining]).toEqual([3, 0]);
			// Another client, and callers without a token, have buckets of their own.
			expect((await call("GET", "/clients", { as: "management_read_only" })).status).toBe(200);
			expect((await call("GET", "/clients", { as: null })).status).toBe(401);
			passMilliseconds(reset * 1000 - Date.parse("2026-11-21T10:00:00.000Z"));
			expect((await call("GET", "/clients")).status).toBe(200);
		});
	});

	it("limits requests without a valid token by address: mapped IPv4 for itself, IPv6 by its /64", async () => {
		const from = (address: string, as: string | null = null) => ({ as, headers: { "x-forwarded-for": address } });
		await withTenant({ RATE_LIMIT_BURST: "1", RATE_LIMIT_PER_SECOND: "0.1" }, async ({ call }) => {
			expect((await call("GET", "/clients", from("::ffff:1.2.3.4"))).status).toBe(401);
			expect((await call("GET", "/clients", from("::ffff:1.2.3.5"))).status).toBe(401);
			expect((await call("GET", "/clients", from("1.2.3.4", "Bearer a.b.c"))).status).toBe(429);
			expect((await call("GET", "/nowhere", from("1.2.3.5", "abc"))).status).toBe(429);
			expect((await call("GET", "/clients", from("2001:db8:0:1::1"))).status).toBe(401);
			expect((await call("GET", "/clients", from("2001:db8:0:1:ffff::2"))).status).toBe(429);
			expect((await call("GET", "/clients", from("2001:db8:0:2::1"))).status).toBe(401);
		});
	});

	it("is applied before the scope and the route are checked, and can be switched off", async () => {
		await withTenant({ RATE_LIMIT_BURST: "1", RATE_LIMIT_PER_SECOND: "0.1" }, async ({ call, token }) => {
			expect((await call("GET", "/nowhere")).status).toBe(404);
			expect((await call("GET", "/clients", { as: await token("management", { scope: "" }) })).status).toBe(429);
		});
		await withTenant({ RATE_LIMIT: "off" }, async ({ call }) => {
			expect((await call("GET", "/clients")).headers.has("x-ratelimit-limit")).toBe(false);
		});
	});
});
