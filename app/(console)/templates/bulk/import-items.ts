import type {
	BulkEditOf,
	BulkItem,
	BulkItemPlan,
	BulkItemState,
	TemplateOperation,
} from "@/lib/dashboard/store/bulk-edit";
import { FolderRefusal, UNPACKED_MEGABYTES_MAX } from "@/lib/dashboard/template-folder/folder-entries";
import { inApplyOrder } from "@/lib/dashboard/templates/plan-order";
import {
	actsOfPlan,
	needsResolution,
	PLAN_ACTIONS,
	type PlanAction,
	type PlanItem,
	type TemplatePlan,
} from "@/lib/dashboard/templates/template-plan";

/**
 * A plan as items of a bulk edit: first what can't be applied, then what is written, in an order in which each name is free
 * when it is needed, then what stays without a file. Items with nothing to do are only counted. Unlike the command, where
 * nobody may be looking, what has no error is written beside what has one; but nothing is deleted then, since a file that can't
 * be read may be that of any template.
 * @throws FolderRefusal where it would be too large to be stored
 */
export function importItems(plan: Pick<TemplatePlan, "items">) {
	const isFaulty = plan.items.some(({ action }) => action === "error");
	const items = plan.items.map((item) =>
		isFaulty && item.action === "remove" ? { ...item, action: "left" as const, notes: [...item.notes, KEPT] } : item,
	);
	const listed = [
		...items.filter(needsResolution).map((item) => bulkItem(item, "not-readable")),
		...inApplyOrder(items).ordered.map((item) => bulkItem(item, "planned")),
		...items.filter(({ action }) => action === "left").map((item) => bulkItem(item, "unchanged")),
	];
	const length = listed.reduce((sum, { whole = "" }) => sum + whole.length, 0);
	if (length > PREVIEW_MEGABYTES_MAX * 1024 * 1024) {
		throw new FolderRefusal(
			`The preview would have more than ${PREVIEW_MEGABYTES_MAX} MB, because of what the tenant has now. Import fewer files at a time.`,
		);
	}
	const unchanged = items.filter(({ action }) => action === "unchanged").length;
	return { items: listed, unchanged, acts: actsOfPlan(items) };
}

const KEPT = "Nothing is deleted while a file has an error: it may be the file of this template.";

/** Twice what a folder holds at most: a template before and after. The rest of an item is small. */
const PREVIEW_MEGABYTES_MAX = 2 * UNPACKED_MEGABYTES_MAX + 8;

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

/** Templates that an import has created, where it has: their number is that of an undo. */
export function createdIn(items: readonly BulkItem[]): (BulkItem & { createdId: string })[] {
	return items.flatMap((item) => {
		const { id: createdId } = item.note;
		return createdId !== undefined && item.state === "done" && actionOf(item) === "create"
			? [{ ...item, createdId }]
			: [];
	});
}

/** What undoes an import's creations: a deletion of each template, by its ID, that is as it was created, as JSON. */
export function deletionOf({ items }: Pick<BulkEditOf<"template import">, "items">) {
	const kept = createdIn(items).map((item) => {
		return [item.createdId, { former: JSON.stringify(planItemOf(item).after) }] as const;
	});
	const operation: TemplateOperation = { kind: "delete" };
	return kept.length > 0 ? { operation, kept: new Map(kept) } : null;
}

/** What it does with the template: read apart, since an import has thousands of items. */
export function actionOf({ detail }: Pick<BulkItem, "detail">): PlanAction {
	return PLAN_ACTIONS.find((action) => action === detail) ?? "error";
}
