import { describe, expect, it } from "vitest";
import { findBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { undoBulkEditAction } from "./bulk-actions";
import { planCounts } from "./bulk-operation";
import {
	again,
	formOf,
	preview,
	remove,
	run,
	service,
	set,
	startBulkService,
	statesOf,
	tokensOf,
	undo,
} from "./bulk-run.test-data";

startBulkService();

describe("undoing a bulk edit", () => {
	it.each(["refresh token", "session"])(
		"of a %s restores the former value of each, previewed before it is written",
		async (resource) => {
			const edit = await preview(["a", "b", "c"], { ...set, resource });
			await run(edit);
			service.writes.length = 0;
			const undone = await undo(edit);
			expect([service.writes, await statesOf(undone)]).toEqual([[], { a: "planned", b: "planned", c: "planned" }]);
			await run(undone);
			expect(await statesOf(undone)).toEqual({ a: "done", b: "done", c: "done" });
			expect(service.tokens.get("a")).toEqual({ other: "kept", note: "1" });
			expect([service.tokens.get("b"), service.tokens.get("c")]).toEqual([{}, { note: "3" }]);
		},
	);

	it("restores a removed key, and leaves out what the edit did not change", async () => {
		const edit = await preview(["a", "b", "c"], remove);
		await run(edit);
		const undone = await undo(edit);
		expect(Object.keys(await statesOf(undone))).toEqual(["a", "c"]);
		await run(undone);
		expect(service.tokens.get("a")).toEqual({ other: "kept", note: "1" });
	});

	it("overwrites no later change, of before its preview or after it, and keeps other keys", async () => {
		const edit = await preview(["a", "b", "c"]);
		await run(edit);
		service.hold({ a: { note: "theirs" }, b: { note: "new", more: "theirs" } });
		const undone = await undo(edit);
		expect(await tokensOf(undone)).toMatchObject({
			a: { state: "conflict", note: { now: "theirs" } },
			b: { state: "planned" },
		});
		const stored = await findBulkEdit("editor", undone);
		expect(stored && "user" in stored && planCounts(stored).summary).toBe(
			"2 to be changed, 1 left out because of a later change",
		);
		service.hold({ c: { note: "later" } });
		await run(undone);
		expect(await statesOf(undone)).toEqual({ a: "conflict", b: "done", c: "conflict" });
		expect([service.tokens.get("a"), service.tokens.get("b")]).toEqual([{ note: "theirs" }, { more: "theirs" }]);
		service.hold({ c: { note: "new" } });
		const rest = await again(undone);
		await run(rest);
		expect(service.tokens.get("c")).toEqual({ note: "3" });
	});

	it("is for the admin who made the edit, once it has changed something", async () => {
		const edit = await preview(["a"]);
		expect((await undoBulkEditAction({}, formOf({ edit }))).problem?.title).toBe("Nothing to undo");
		await run(edit);
		signInAs("support");
		expect((await undoBulkEditAction({}, formOf({ edit }))).problem?.title).toBe("Nothing to undo");
		signInAs("viewer");
		expect((await undoBulkEditAction({}, formOf({ edit }))).problem?.title).toBe("Not allowed");
		signInAs("editor");
		const undone = await undo(edit);
		await run(undone);
		expect((await undoBulkEditAction({}, formOf({ edit: undone }))).problem?.title).toBe("Nothing to undo");
	});
});
