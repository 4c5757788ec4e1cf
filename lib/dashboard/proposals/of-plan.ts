import type { PlanItem } from "../templates/template-plan";
import type { WholeTemplate } from "../templates/whole-template";
import type { ProposedItem } from "./proposal";
import { needsSecondEditor, requestedOf, type SavedChange, type SecondEditorRule } from "./second-editor";

/** The writes of a plan as the templates of a proposal. */
export function proposedItemsOf(items: readonly PlanItem[]): ProposedItem[] {
	return items.flatMap(({ action, name, id, before, after }) => {
		if (action !== "create" && action !== "change" && action !== "recreate" && action !== "remove") return [];
		return [{ action, name, id, baseline: before, after }];
	});
}

/** A write as far as a rule judges it. `before`: null where what the template requests is not known. */
export type JudgedWrite = Pick<PlanItem, "action"> & { before: Requesting | null; after: Requesting | null };
type Requesting = Pick<WholeTemplate, "elements">;

/** Whether one of the writes of a plan needs a second editor. */
export function planNeedsSecondEditor(rule: SecondEditorRule, items: readonly JudgedWrite[]): boolean {
	return items.flatMap(savedChangesOf).some((change) => needsSecondEditor(rule, change));
}

/** The saves that one item of a plan is. */
function savedChangesOf({ action, before, after }: JudgedWrite): SavedChange[] {
	const creation: SavedChange = { before: null, after: requested(after, null) };
	const removal: SavedChange = { before: before?.elements, after: null };
	if (action === "create") return [creation];
	if (action === "change") return [{ before: before?.elements, after: requested(after, before) }];
	if (action === "remove") return [removal];
	return action === "recreate" ? [removal, creation] : [];
}

function requested(after: Requesting | null, before: Requesting | null): Record<string, true> {
	return requestedOf(after?.elements ?? {}, before?.elements);
}
