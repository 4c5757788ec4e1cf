import { afterAll, beforeAll, expect, it } from "vitest";
import { ISSUER, startTestService } from "../testing/test-service";
import { answerNotCovered } from "./not-covered";

let tenant: Awaited<ReturnType<typeof startTestService>>;
beforeAll(async () => {
	tenant = await startTestService("SQLite", { RATE_LIMIT: "" });
});
afterAll(() => tenant.stop());

it.each(["samlp/x", "wsfed/x", "delegation"])("answers 404 in the interface's shape, and counts: %s", async (path) => {
	const response = await answerNotCovered(tenant.service, new Request(`${ISSUER}${path}`));
	expect(response.status).toBe(404);
	expect(await response.json()).toEqual({ error: "not_found", error_description: expect.any(String) });
	for (const header of ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]) {
		expect(response.headers.get(header)).toMatch(/^\d+$/);
	}
});
