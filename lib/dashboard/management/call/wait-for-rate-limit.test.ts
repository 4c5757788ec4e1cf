import { afterEach, beforeEach, expect, test } from "vitest";
import { clearDashboardState, pointAtService, signInAs } from "../../testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "../../testing/fault-server";
import { getTemplate } from "../templates";
import { waitForRateLimit } from "./rate-pause";

let service: FaultServer;
beforeEach(async () => {
	service = await startFaultServer();
	await pointAtService(service.address);
	signInAs("editor");
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

/** A read whose response has the limit of a tenant with two requests a second: how many remain until the next second. */
async function readWith(remaining: number, seconds: number): Promise<number> {
	const now = Date.now();
	const headers = {
		"x-ratelimit-limit": "2",
		"x-ratelimit-remaining": String(remaining),
		"x-ratelimit-reset": String(Math.ceil(now / 1000) + seconds),
		date: new Date(now).toUTCString(),
	};
	service.handle = (_, response) => json(response, 200, { id: "vct_1" }, headers);
	await getTemplate("vct_1");
	const start = performance.now();
	await waitForRateLimit();
	return performance.now() - start;
}

test("a write after reads that used up the limit waits for the reset", async () => {
	expect(await readWith(0, 1)).toBeGreaterThan(300);
});

test("it does not wait within the limit, where the reset is distant, and before a limit is known", async () => {
	const start = performance.now();
	await waitForRateLimit();
	expect(performance.now() - start).toBeLessThan(3000);
	expect(await readWith(1, 4)).toBeLessThan(3000);
	expect(await readWith(0, 30)).toBeLessThan(3000);
});
