import { describe, expect, it, vi } from "vitest";
import { runBulkEdit } from "@/app/_bulk/run-bulk-edit";
import { roleOfEmbeddedUser } from "@/lib/dashboard/config";
import { findBulkEditHead, setBulkRun } from "@/lib/dashboard/store/bulk-edits";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { json } from "@/lib/dashboard/testing/fault-server";
import { act, inSeconds, preview, run, server, service, startBulkService, statesOf } from "./bulk-run.test-data";
import { metadataWork } from "./bulk-work";

startBulkService();

it("writes a token even where the time limit has passed before it begins", async () => {
	const edit = await preview(["a", "b"]);
	await setBulkRun(edit, "running");
	const head = await findBulkEditHead("editor", edit);
	if (head?.resource !== "refresh token") throw new Error("no bulk edit");
	const work = metadataWork(head.resource, head.operation);
	expect(await runBulkEdit(head.id, work, Date.now() - 1)).toEqual({ seconds: 0, for: null });
	expect(service.writes).toEqual(["a"]);
	expect(await runBulkEdit(head.id, work, Date.now() - 1)).toBeNull();
	expect(service.writes).toEqual(["a", "b"]);
});

describe("the rate limit", () => {
	it("pauses the run before the service refuses: both requests of a token have to fit", async () => {
		const edit = await preview(["a", "b"]);
		service.headers = { "x-ratelimit-limit": "10", "x-ratelimit-remaining": "1", "x-ratelimit-reset": inSeconds(40) };
		const state = await run(edit);
		expect(state.pause?.for).toBe("rate-limit");
		expect(state.pause?.seconds).toBeGreaterThanOrEqual(15);
		expect(state.pause?.seconds).toBeLessThanOrEqual(42);
		expect(service.writes).toEqual(["a"]);
		const calls = server.seen.length;
		expect((await act(edit, "continue")).pause?.for).toBe("rate-limit");
		expect(server.seen).toHaveLength(calls);
		expect(await statesOf(edit)).toEqual({ a: "done", b: "planned" });
	});

	it.each([
		["an editor", "editor", 2],
		["support, whose guard reads of whom an item is", "support", 3],
	] as const)("is kept for %s", async (_, role, calls) => {
		signInAs(role);
		roleOfEmbeddedUser.set(async (id) => (id === role ? role : null));
		const edit = await preview(["a", "b"]);
		const reads = service.reads.length;
		const remaining = String(calls - 1);
		service.headers = {
			"x-ratelimit-limit": "10",
			"x-ratelimit-remaining": remaining,
			"x-ratelimit-reset": inSeconds(40),
		};
		expect((await run(edit)).pause?.for).toBe("rate-limit");
		expect([...service.reads.slice(reads), ...service.writes]).toEqual(Array(calls).fill("a"));
	});

	it("resumes with the same token after a 429 for a read, and sends no request until then", async () => {
		const edit = await preview(["a"]);
		service.misbehave = (_, response) => {
			json(response, 429, { statusCode: 429, error: "Too Many Requests", message: "slow" }, { "retry-after": "30" });
			return true;
		};
		expect((await run(edit)).pause).toEqual({ seconds: 30, for: "rate-limit" });
		expect(await statesOf(edit)).toEqual({ a: "planned" });
		const calls = server.seen.length;
		expect((await act(edit, "continue")).pause?.for).toBe("rate-limit");
		expect(server.seen).toHaveLength(calls);
	});

	it("releases a token whose write was rate-limited, and after the wait reads it again before it is written", async () => {
		const edit = await preview(["a"]);
		let isLimited = true;
		service.misbehave = (request, response) => {
			if (request.method !== "PATCH" || !isLimited) return false;
			isLimited = false;
			json(response, 429, { statusCode: 429, error: "Too Many Requests", message: "slow" }, { "retry-after": "1" });
			return true;
		};
		const { pause } = await run(edit);
		expect(pause).toEqual({ seconds: 1, for: "rate-limit" });
		expect(await statesOf(edit)).toEqual({ a: "planned" });
		await vi.waitFor(async () => expect((await act(edit, "continue")).pause).toBeNull(), 30_000);
		expect(await statesOf(edit)).toEqual({ a: "done" });
		expect([service.reads, service.writes]).toEqual([
			["a", "a"],
			["a", "a"],
		]);
	});
});
