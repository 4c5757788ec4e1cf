import type { BulkItem, BulkItemPlan, BulkItemState } from "@/lib/dashboard/store/bulk-edit";
import { inApplyOrder } from "@/lib/dashboard/templates/plan-order";
import {
	needsResolution,
	PLAN_ACTIONS,
	type PlanAction,
	type PlanItem,
	type TemplatePlan,
} from "@/lib/dashboard/templates/template-plan";

/**
 * A plan as items of a bulk edit: first what can't be applied, then what is written, in an order in which each name is free
 * when it is needed, then what stays without a file. Items with nothing to do are only counted. Like the command, nothing is
 * written of a folder with an error.
 */
export function importItems(plan: Pick<TemplatePlan, "items">): { items: BulkItemPlan[]; unchanged: number } {
	const { items } = plan;
	const isFaulty = items.some(({ action }) => action === "error");
	const listed = [
		...items.filter(needsResolution).map((item) => bulkItem(item, "not-readable")),
		...inApplyOrder(items).ordered.map((item) => bulkItem(item, isFaulty ? "left" : "planned")),
		...items.filter(({ action }) => action === "left").map((item) => bulkItem(item, "unchanged")),
	];
	return { items: listed, unchanged: items.filter(({ action }) => action === "unchanged").length };
}

function bulkItem(item: PlanItem, state: BulkItemState): BulkItemPlan {
	// Contents are only needed for what is written.
	const kept: PlanItem =
		state === "planned" ? { ...item, ofFile: null } : { ...item, before: null, after: null, ofFile: null };
	const { id, name, action } = item;
	return { id: id ?? "", name, detail: action, baseline: null, whole: JSON.stringify(kept), state, note: {} };
}

/** The item of the plan that a stored item was made from. */
export function planItemOf({ whole = "{}" }: Pick<BulkItem, "whole">): PlanItem {
	return JSON.parse(whole);
}

/** What it does with the template: read apart, since an import has thousands of items. */
export function actionOf({ detail }: Pick<BulkItem, "detail">): PlanAction {
	return PLAN_ACTIONS.find((action) => action === detail) ?? "error";
}
