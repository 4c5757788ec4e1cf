import { describe, expect, it } from "vitest";
import { runBulkEdit } from "@/app/_bulk/run-bulk-edit";
import { findBulkEditHead, setBulkRun } from "@/lib/dashboard/store/bulk-edits";
import { json } from "@/lib/dashboard/testing/fault-server";
import { act, inSeconds, preview, run, server, service, startBulkService, statesOf } from "./bulk-run.test-data";
import { metadataWork } from "./write-metadata";

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

	it("retries a write that was rate-limited after a short wait, and releases the token before a long one", async () => {
		const edit = await preview(["a", "b"]);
		const waits = { a: "1", b: "40" } as Record<string, string>;
		service.misbehave = (request, response, id) => {
			const wait = waits[id];
			if (request.method !== "PATCH" || !wait) return false;
			delete waits[id];
			json(response, 429, { statusCode: 429, error: "Too Many Requests", message: "slow" }, { "retry-after": wait });
			return true;
		};
		expect((await run(edit)).pause).toEqual({ seconds: 40, for: "rate-limit" });
		expect(await statesOf(edit)).toEqual({ a: "done", b: "planned" });
		expect(service.writes).toEqual(["a", "a", "b"]);
		expect(service.tokens.get("b")).toEqual({});
	});
});
