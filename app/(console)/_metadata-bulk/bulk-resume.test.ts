import { describe, expect, it } from "vitest";
import { claimPlannedItem, setBulkRun } from "@/lib/dashboard/store/bulk-edits";
import { json } from "@/lib/dashboard/testing/fault-server";
import { act, preview, run, service, startBulkService, statesOf } from "./bulk-run.test-data";

startBulkService();

describe("an interrupted write", () => {
	/** A token that a process claimed long ago and never completed. */
	async function interrupted(token: string): Promise<string> {
		const edit = await preview([token]);
		await setBulkRun(edit, "running");
		await claimPlannedItem(edit, new Date(0));
		return edit;
	}

	it("is looked up, and not repeated where it had succeeded", async () => {
		const edit = await interrupted("a");
		service.hold({ a: { note: "new", other: "kept" } });
		await run(edit);
		expect(await statesOf(edit)).toEqual({ a: "done" });
		expect(service.writes).toEqual([]);
	});

	it("is planned again and repeated where the token is unchanged", async () => {
		const edit = await interrupted("a");
		await run(edit);
		expect(await statesOf(edit)).toEqual({ a: "done" });
		expect(service.writes).toEqual(["a"]);
	});

	it("is a conflict where the token has neither value", async () => {
		const edit = await interrupted("a");
		service.hold({ a: { note: "theirs" } });
		await run(edit);
		expect(await statesOf(edit)).toEqual({ a: "conflict" });
		expect(service.writes).toEqual([]);
	});

	it("stays open while it can't be looked up, and is looked up by the next run", async () => {
		const edit = await interrupted("a");
		service.misbehave = (_, response) => {
			json(response, 403, { statusCode: 403, error: "Forbidden", message: "no" });
			return true;
		};
		expect((await run(edit)).problem).toBeTruthy();
		expect(await statesOf(edit)).toEqual({ a: "writing" });
		service.misbehave = () => false;
		await run(edit);
		expect(await statesOf(edit)).toEqual({ a: "done" });
	});

	it("is not touched while its writer may still be running", async () => {
		const edit = await preview(["a"]);
		await setBulkRun(edit, "running");
		await claimPlannedItem(edit);
		expect((await run(edit)).pause?.for).toBe("other-writer");
		expect(service.reads).toEqual([]);
	});
});

it("writes each token exactly once, with several concurrent runs of the same edit", async () => {
	const ids = Array.from({ length: 20 }, (_, index) => `t${index}`);
	service.hold(Object.fromEntries(ids.map((id) => [id, {}])));
	const edit = await preview(ids);
	await Promise.all(Array.from({ length: 4 }, () => run(edit)));
	while ((await run(edit, "continue")).pause);
	expect([...service.writes].sort()).toEqual([...ids].sort());
	expect(Object.values(await statesOf(edit))).toEqual(ids.map(() => "done"));
});

it("stops after the token that is being written, resumes with the next one, or leaves the rest unchanged", async () => {
	const edit = await preview(["a", "b", "c"]);
	let stopping: Promise<unknown> | null = null;
	service.misbehave = (request, response, id) => {
		if (request.method !== "PATCH" || id !== "a" || stopping !== null) return false;
		stopping = act(edit, "stop").then(() => {
			service.hold({ a: JSON.parse(request.body).refresh_token_metadata });
			json(response, 200, { id, refresh_token_metadata: service.tokens.get("a") });
		});
		return true;
	};
	expect(await run(edit)).toEqual({ pause: null });
	expect(await statesOf(edit)).toEqual({ a: "done", b: "planned", c: "planned" });
	expect(await run(edit, "continue")).toEqual({ pause: null });
	expect(service.writes).toEqual(["a"]);

	service.misbehave = (request, response, id) => {
		if (request.method !== "GET" || id !== "b") return false;
		void setBulkRun(edit, "stopped").then(() => json(response, 200, { id, refresh_token_metadata: {} }));
		return true;
	};
	await run(edit);
	expect(await statesOf(edit)).toEqual({ a: "done", b: "done", c: "planned" });
	await act(edit, "leave");
	expect(await statesOf(edit)).toEqual({ a: "done", b: "done", c: "left" });
	await run(edit);
	expect(service.writes).toEqual(["a", "b"]);
});

it("responds to a bulk edit of another admin as to one that does not exist", async () => {
	const edit = await preview(["a"]);
	const { dashboardDatabase } = await import("@/lib/dashboard/store/dashboard-database");
	await (await dashboardDatabase()).updateTable("bulk_edits").set({ subject: "another" }).execute();
	for (const id of [edit, "never"]) {
		expect((await act(id, "apply")).problem?.title).toBe("No bulk edit with this ID");
	}
	expect(service.reads).toEqual([]);
});
