import { countItems, type PlanCounts } from "@/app/_bulk/plan-counts";
import type { BulkEditOf } from "@/lib/dashboard/store/bulk-edit";
import { actionWords } from "@/lib/dashboard/templates/plan-words";
import { isWrite, needsResolution, PLAN_ACTIONS } from "@/lib/dashboard/templates/template-plan";
import { actionOf } from "../bulk/import-items";

type Import = BulkEditOf<"template import">;

/** The progress of an import: before its run in the words of the plan. */
export function importCounts({ items, run, unchanged }: Pick<Import, "items" | "run" | "unchanged">): PlanCounts {
	const isPreview = run === "preview";
	const planned = items.map((item) => ({ item, action: actionOf(item) }));
	const written = planned.filter(isWrite).map(({ item }) => item);
	const counts = countItems({ items: written, run }, () => true, "applied");
	const ofActions = PLAN_ACTIONS.flatMap((action) => {
		const count = action === "unchanged" ? unchanged : planned.filter((one) => one.action === action).length;
		if (count === 0 || !(isPreview || needsResolution({ action }))) return [];
		return [`${count.toLocaleString("en")} ${actionWords[action].counted}`];
	});
	const summary = [...(isPreview || !counts.summary ? [] : [counts.summary]), ...ofActions].join(", ");
	return { ...counts, left: isPreview ? [] : counts.left, summary };
}

/** The button that starts it; `isFinal`: it deletes something. */
export function applyText({ items }: Pick<Import, "items">): { text: string; isFinal: boolean } {
	const writes = items.map((item) => ({ action: actionOf(item) })).filter(isWrite);
	const count = writes.length.toLocaleString("en");
	const isFinal = writes.some(({ action }) => action === "remove" || action === "recreate");
	return { text: `Apply ${count} ${writes.length === 1 ? "change" : "changes"}`, isFinal };
}
