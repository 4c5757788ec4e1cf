import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runRequest } from "@/lib/process/request-context";
import { problemOf } from "../../problem/problem-of";
import { clearDashboardState, pointAtService, signInAs } from "../../testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "../../testing/fault-server";
import { runWithin } from "../../testing/run-within";
import { updateRefreshTokenMetadata } from "../refresh-tokens";
import { getTemplate, updateTemplate } from "../templates";
import type { ManagementError } from "./errors";
import { deadlineIn, deadlineOfCall, waitWithin } from "./send";

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

const failure = (call: Promise<unknown>): Promise<ManagementError> =>
	call.then(
		() => Promise.reject(new Error("the call succeeded")),
		(error) => error,
	);
const hangAtWrites: FaultServer["handle"] = ({ method }, response) => {
	if (method === "GET") json(response, 200, { id: "vct_1", name: "old" });
};
const writes = () => service.seen.filter(({ method }) => method !== "GET").length;

test("a request has ten seconds for all its calls, from the first one on, and the next request has its own", async () => {
	const left = ({ at }: { at: number }) => at - performance.now();
	const first = runRequest(() => [deadlineOfCall(), deadlineOfCall(60_000), deadlineOfCall(60_000, 1000)]);
	expect(first.map((deadline) => Math.ceil(left(deadline) / 1000))).toEqual([10, 10, 9]);
	vi.spyOn(performance, "now").mockReturnValue(performance.now() + 20_000);
	expect(runRequest(() => left(deadlineOfCall()))).toBeGreaterThan(9000);
	vi.restoreAllMocks();
});

test("a shared promise may fail once no caller waits for it", async () => {
	const unheard = vi.fn();
	process.once("unhandledRejection", unheard);
	const shared = Promise.withResolvers<void>();
	await expect(waitWithin(shared.promise, deadlineIn(0))).rejects.toMatchObject({ kind: "unavailable" });
	shared.reject(new Error("too late"));
	await new Promise(setImmediate);
	process.off("unhandledRejection", unheard);
	expect(unheard).not.toHaveBeenCalled();
});

describe("a tenant that hangs", () => {
	test("is waited for by an action and the page after it no longer than the request has time", async () => {
		service.handle = () => {};
		const start = performance.now();
		const errors = await runWithin(500, async () => [
			await failure(getTemplate("vct_1")),
			await failure(getTemplate("vct_1")),
		]);
		for (const error of errors) expect(error).toMatchObject({ kind: "unavailable" });
		expect(service.seen).toHaveLength(1);
		// Each alone would wait for ten seconds.
		expect(performance.now() - start).toBeLessThan(8000);
	});

	test("at a write leaves time to look it up and to show the page", async () => {
		service.handle = hangAtWrites;
		const shown = await runWithin(4000, async () => {
			const error = await failure(updateTemplate("vct_1", { name: "new" }));
			expect(error).toMatchObject({ lookedUp: true, outcomeUnknown: false });
			return getTemplate("vct_1");
		});
		expect(shown.name).toBe("old");
		expect(writes()).toBe(1);
	});

	test("before a write until no time is left to look it up is sent no write, and nothing is unknown", async () => {
		service.handle = hangAtWrites;
		const error = await runWithin(3000, () => failure(updateRefreshTokenMetadata("dcr_1", { a: "1" })));
		expect(error).toMatchObject({ kind: "unavailable", outcomeUnknown: false });
		expect(problemOf(error, "refresh token").message).toContain("Nothing was changed");
		expect([service.seen, service.tokensIssued()]).toEqual([[], 0]);
	});
});
