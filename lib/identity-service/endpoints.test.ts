import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
			...{ RATE_LIMIT: "", RATE_LIMIT_BURST: "1", RATE_LIMIT_PER_SECOND: "0.001" },
		});
	});
	afterAll(() => tenant.stop());

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
});
