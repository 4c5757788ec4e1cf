import { expect, it } from "vitest";
import type { BulkEdit, BulkItem, BulkItemState } from "@/lib/dashboard/store/bulk-edit";
import { planCounts } from "./bulk-operation";

const operation = { kind: "set", key: "k", value: "v" } as const;
const ofStates = (states: BulkItemState[], run: BulkEdit["run"] = "running") =>
	planCounts({ operation, run, items: states.map((state, position) => token(state, position)) });

function token(state: BulkItemState, position: number): BulkItem {
	const baseline: BulkItem["baseline"] = state === "unread" ? null : [["k", state === "unchanged" ? "v" : "old"]];
	return { position, id: `t${position}`, name: "App", detail: null, baseline, state, note: {} };
}

it("counts the progress of the tokens to be changed, and states it in words", () => {
	expect(ofStates(["done", "done", "conflict", "planned", "writing", "unchanged", "unread"])).toMatchObject({
		total: 5,
		ended: 3,
		open: 2,
		summary: "2 changed, 2 not tried yet, 1 changed since the preview, 1 could not be read, 1 unchanged",
	});
	expect(ofStates(["planned", "unchanged", "too-many"], "preview").summary).toBe(
		"1 to be changed, 1 left out because of too many keys, 1 unchanged",
	);
});

it("does not count tokens left unchanged as done, and offers them for another preview with all failed ones", () => {
	const counts = ofStates(["done", "left", "refused", "not-written", "unconfirmed", "gone", "differs"], "stopped");
	expect(counts).toMatchObject({ total: 7, ended: 6, open: 0 });
	expect(counts.left.map(({ state }) => state)).toEqual(["left", "refused", "not-written", "unconfirmed"]);
});
