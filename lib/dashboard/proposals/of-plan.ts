import type { PlanItem } from "../templates/template-plan";
import type { ProposedItem } from "./proposal";
import { needsSecondEditor, type SavedChange, type SecondEditorRule } from "./second-editor";

/** The writes of a plan as the templates of a proposal. */
export function proposedItemsOf(items: readonly PlanItem[]): ProposedItem[] {
	return items.flatMap(({ action, name, id, before, after }) => {
		if (action !== "create" && action !== "change" && action !== "recreate" && action !== "remove") return [];
		return [{ action, name, id, baseline: before, after }];
	});
}

/** Whether one of the writes of a plan needs a second editor. */
export function planNeedsSecondEditor(rule: SecondEditorRule, items: readonly PlanItem[]): boolean {
	return items.flatMap(savedChangesOf).some((change) => needsSecondEditor(rule, change));
}

/** The saves that one item of a plan is. */
function savedChangesOf({ action, before, after }: PlanItem): SavedChange[] {
	const removal: SavedChange = { before: before?.elements, after: null };
	const result = after?.elements ?? {};
	if (action === "create") return [{ before: null, after: result }];
	if (action === "change") return [{ before: before?.elements, after: result }];
	if (action === "remove") return [removal];
	return action === "recreate" ? [removal, { before: null, after: result }] : [];
}
