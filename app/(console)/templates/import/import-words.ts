import type { PlanCounts } from "@/app/_bulk/plan-counts";
import type { BulkEditOf, BulkItemState } from "@/lib/dashboard/store/bulk-edit";
import { actionWords } from "@/lib/dashboard/templates/plan-words";
import { isWrite, needsResolution, PLAN_ACTIONS } from "@/lib/dashboard/templates/template-plan";
import { actionOf } from "../bulk/import-items";

type Import = BulkEditOf<"template import">;

/** Of a run. */
const ENDED: readonly [readonly BulkItemState[], string][] = [
	[["done"], "applied"],
	[["planned", "writing"], "not tried yet"],
	[["conflict"], "changed since the preview"],
	[["refused"], "not applied"],
	[["unread"], "could not be read"],
	[["left"], "left as they are"],
];

/** The progress of an import: before its run in the words of the plan. */
export function importCounts({ items, run, unchanged }: Pick<Import, "items" | "run" | "unchanged">): PlanCounts {
	const isPreview = run === "preview";
	const planned = items.map((item) => ({ item, action: actionOf(item) }));
	const written = planned.filter(isWrite).map(({ item }) => item);
	const ofActions = PLAN_ACTIONS.flatMap((action) => {
		const count = action === "unchanged" ? unchanged : planned.filter((one) => one.action === action).length;
		return isPreview || needsResolution({ action }) ? inWords(count, actionWords[action].counted) : [];
	});
	const ofStates = ENDED.flatMap(([states, words]) =>
		inWords(written.filter(({ state }) => states.includes(state)).length, words),
	);
	const isOpen = ({ state }: Import["items"][number]) => state === "planned" || state === "writing";
	return {
		total: written.length,
		ended: written.filter((item) => !isOpen(item) && item.state !== "left").length,
		open: written.filter(isOpen).length,
		left: isPreview ? [] : written.filter((item) => !isOpen(item) && item.state !== "done"),
		summary: (isPreview ? ofActions : [...ofStates, ...ofActions]).join(", "),
	};
}

function inWords(count: number, words: string): string[] {
	return count === 0 ? [] : [`${count.toLocaleString("en")} ${words}`];
}

/** The button that starts it; `isFinal`: it deletes something. */
export function applyText({ items }: Pick<Import, "items">): { text: string; isFinal: boolean } {
	const writes = items.map((item) => ({ action: actionOf(item) })).filter(isWrite);
	const count = writes.length.toLocaleString("en");
	const isFinal = writes.some(({ action }) => action === "remove" || action === "recreate");
	return { text: `Apply ${count} ${writes.length === 1 ? "change" : "changes"}`, isFinal };
}
