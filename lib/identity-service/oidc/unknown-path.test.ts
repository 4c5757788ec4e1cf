import { afterAll, beforeAll, expect, it } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { ISSUER, startTestService } from "../testing/test-service";

let tenant: Awaited<ReturnType<typeof startTestService>>;
beforeAll(async () => {
	tenant = await startTestService("SQLite", { RATE_LIMIT: "" });
});
afterAll(() => tenant.stop());

it("responds 404 in the interface's shape, and counts", async () => {
	const response = await handleServiceRequest(tenant.service, new Request(`${ISSUER}login/callback`));
	expect(response.status).toBe(404);
	expect(await response.json()).toEqual({ error: "not_found", error_description: expect.any(String) });
	for (const header of ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]) {
		expect(response.headers.get(header)).toMatch(/^\d+$/);
	}
});

it("an unknown path is limited like any other", async () => {
	const limits = { RATE_LIMIT: "", RATE_LIMIT_BURST: "2", RATE_LIMIT_PER_SECOND: "0.001" };
	const limited = await startTestService("SQLite", limits);
	const request = new Request(`${ISSUER}oauth/nothing`, { method: "POST" });
	expect((await handleServiceRequest(limited.service, request)).status).toBe(404);
	expect((await handleServiceRequest(limited.service, request)).status).toBe(404);
	const refused = await handleServiceRequest(limited.service, request);
	expect([refused.status, (await refused.json()).error]).toEqual([429, "too_many_requests"]);
	expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
	await limited.stop();
});
