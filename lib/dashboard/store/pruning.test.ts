import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { logger } from "../logger";
import { leaveFlashMessage } from "../request/flash";
import { stopDashboard } from "../start";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { dashboardDatabase } from "./dashboard-database";
import { pruning } from "./prune-store";

const MINUTE_MS = 60_000;
/** Only against a test that hangs. */
const WITHIN_MS = 20_000;

beforeEach(async () => {
	await pointAtService("http://127.0.0.1:9");
	vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
	await leaveFlashMessage("/templates", "Done.", 1);
});
afterEach(async () => {
	// In this order: the spy is on the fake timer.
	vi.restoreAllMocks();
	vi.useRealTimers();
	await clearDashboardState();
});

const rows = async () => (await (await dashboardDatabase()).selectFrom("flash_messages").selectAll().execute()).length;

test("old rows are removed soon after the start and every hour, and the timer keeps no process running", async () => {
	const timer = vi.spyOn(globalThis, "setTimeout");
	pruning.start();
	expect(timer.mock.results[0]?.value.hasRef()).toBe(false);
	expect(await rows()).toBe(1);
	await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
	await vi.waitUntil(async () => (await rows()) === 0, WITHIN_MS);
	await vi.waitUntil(() => timer.mock.calls.some(([, milliseconds]) => milliseconds === 60 * MINUTE_MS), WITHIN_MS);
	await leaveFlashMessage("/templates", "Done.", 1);
	await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
	await vi.waitUntil(async () => (await rows()) === 0, WITHIN_MS);
});

test("a failed pruning is logged, outside of any request, and repeated", async () => {
	const request = new AsyncLocalStorage<string>();
	const warn = vi.spyOn(logger, "warn").mockImplementation(() => expect(request.getStore()).toBeUndefined());
	const database = await dashboardDatabase();
	await database.schema.alterTable("exchanges").renameTo("elsewhere").execute();
	request.run("request", pruning.start);
	await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
	await vi.waitUntil(() => warn.mock.calls.length === 1, WITHIN_MS);
	await database.schema.alterTable("elsewhere").renameTo("exchanges").execute();
	await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
	await vi.waitUntil(async () => (await rows()) === 0, WITHIN_MS);
});

test("nothing follows a stop", async () => {
	pruning.start();
	await stopDashboard();
	await vi.advanceTimersByTimeAsync(61 * MINUTE_MS);
	expect([vi.getTimerCount(), await rows()]).toEqual([0, 1]);
});
