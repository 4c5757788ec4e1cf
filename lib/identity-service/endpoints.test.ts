import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { TOO_MANY_REQUESTS_MESSAGE } from "@/lib/contract/error";
import { isServicePath } from "@/lib/contract/service-paths";
import { endpoints } from "./endpoints";
import { handleServiceRequest } from "./handle-request";
import { ISSUER, startTestService } from "./testing/test-service";

const CALLS = endpoints.flatMap(({ name, methods }) =>
	[methods].flat().map((method) => [method, name.slice(1).replaceAll(/:\w+/g, "abc")] as const),
);

describe("every endpoint of the table", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService("SQLite", {
			RATE_LIMIT: "",
			RATE_LIMIT_BURST: "1",
			RATE_LIMIT_PER_SECOND: "0.001",
		});
	});
	afterAll(() => tenant.stop());
	afterEach(() => vi.restoreAllMocks());

	let host = 0;
	/** One per request, since GET and POST of a path count in the same bucket. */
	const newAddress = () => {
		host += 1;
		return `192.0.${Math.floor(host / 250)}.${host % 250}`;
	};

	it("is passed on by the server", () => {
		expect(CALLS.filter(([, path]) => !isServicePath(new URL(path, ISSUER).pathname))).toEqual([]);
	});

	it.each(CALLS)("%s %s counts by address, states it in three headers, and responds 429", async (method, path) => {
		const call = (address: string) =>
			handleServiceRequest(
				tenant.service,
				new Request(`${ISSUER}${path}`, { method, headers: { "x-forwarded-for": address } }),
			);
		const address = newAddress();
		const first = await call(address);
		expect(first.status).not.toBe(429);
		const second = await call(address);
		expect(second.status).toBe(429);
		expect(await second.text()).toContain(TOO_MANY_REQUESTS_MESSAGE);
		for (const response of [first, second]) {
			expect(response.headers.get("x-ratelimit-limit")).toBe("1");
			expect(response.headers.get("x-ratelimit-remaining")).toBe("0");
			expect(Number(response.headers.get("x-ratelimit-reset"))).toBeGreaterThan(Date.now() / 1000);
		}
		expect((await call(newAddress())).status).not.toBe(429);
	});

	it("finds the caller of an operation, counts, reads, authenticates and runs, in this order", async () => {
		const { rateLimiter } = tenant.service;
		if (!rateLimiter) throw new Error("Requests are not counted.");
		const order: string[] = [];
		vi.spyOn(rateLimiter, "take").mockImplementation(async () => {
			order.push("count");
			return { allowed: true, limit: 1, remaining: 1, reset: 1 };
		});
		const expected = ["identify", "count", "read", "authenticate", "handle"];
		for (const endpoint of endpoints) {
			order.length = 0;
			for (const step of ["identify", "read", "authenticate"] as const) {
				vi.spyOn(endpoint, step).mockImplementation(() => void order.push(step));
			}
			vi.spyOn(endpoint, "handle").mockImplementation(() => {
				order.push("handle");
				return new Response();
			});
			const url = `${ISSUER}${endpoint.name.slice(1).replaceAll(/:\w+/g, "abc")}`;
			await handleServiceRequest(tenant.service, new Request(url, { method: endpoint.methods[0] ?? "GET" }));
			expect(order, endpoint.name).toEqual(expected);
		}
	});

	it("refuses unreadable content before the credentials, and a caller over its limit before both", async () => {
		const call = (address: string, body: string) =>
			handleServiceRequest(
				tenant.service,
				new Request(`${ISSUER}oauth/token`, {
					method: "POST",
					headers: { "x-forwarded-for": address, "content-type": "application/json" },
					body,
				}),
			);
		const address = newAddress();
		expect((await call(address, "{")).status).toBe(400);
		expect((await call(address, "{")).status).toBe(429);
		const wrong = JSON.stringify({ grant_type: "password", client_id: "unknown", client_secret: "wrong" });
		expect((await call(newAddress(), wrong)).status).toBe(401);
	});
});
