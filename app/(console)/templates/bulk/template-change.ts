import type { ItemOutcome } from "@/app/_bulk/item-work";
import { countItems, type PlanCounts } from "@/app/_bulk/plan-counts";
import { someOf } from "@/lib/dashboard/in-short";
import { resources } from "@/lib/dashboard/resources/resources";
import type { BulkEditOf, BulkItem, TemplateOperation } from "@/lib/dashboard/store/bulk-edit";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { LABELS_MAX } from "@/lib/dashboard/templates/attribute-facts";
import { isTicked, type RequestedElement } from "../_edit/template-elements";

/** Where every bulk edit of templates leads back to. */
export const backToTemplates = { href: resources.template.path, text: "Back to the templates" };

/** The elements that an item had at its preview; null where its request has a shape that is not known here. */
export function elementsAtPreview({ baseline }: BulkItem): RequestedElement[] | null {
	const elements = baseline?.map(([name, json]): RequestedElement[] =>
		typeof json === "string" ? [[name, json]] : [],
	);
	return elements?.flat() ?? null;
}

/** What removing an attribute writes to a template's elements, or why it writes nothing. */
type TemplateChange = { after: RequestedElement[] } | ItemOutcome;

/** @param elements null where the presentation request has a shape that is not known here */
export function takeOut(elements: readonly RequestedElement[] | null, attribute: string): TemplateChange {
	if (!elements) return { state: "not-readable" };
	const isOut = (element: RequestedElement) => element[0] === attribute;
	if (!elements.some((element) => isOut(element) && isTicked(element))) return { state: "unchanged" };
	const after = elements.filter((element) => !isOut(element));
	return after.some(isTicked) ? { after } : { state: "nothing-left" };
}

/**
 * Removes an attribute of a template that was read again before the write. Other elements that have changed since the preview
 * stay as they are now. `conflict`: the attribute's own value differs from the preview.
 */
export function takeOutNow(
	baseline: readonly RequestedElement[],
	current: readonly RequestedElement[] | null,
	attribute: string,
): TemplateChange {
	const change = takeOut(current, attribute);
	const now = jsonOf(current ?? [], attribute);
	if (!("after" in change) || now === jsonOf(baseline, attribute)) return change;
	return { state: "conflict", note: { now } };
}

function jsonOf(elements: readonly RequestedElement[], attribute: string): string | null {
	return elements.find(([name]) => name === attribute)?.[1] ?? null;
}

/** "Photo, City": what a template requests, in the order of its elements. */
export function requestedLabels(elements: readonly RequestedElement[]): string {
	const labels = elements.filter(isTicked).map(([name]) => attributeLabel(name));
	return someOf(labels, { max: LABELS_MAX });
}

/** "Take City out of templates", "Delete 3 templates". @param count absent: some */
export function templateActInWords(operation: TemplateOperation, count?: number): string {
	const templates = count === undefined ? "templates" : `${count} ${count === 1 ? "template" : "templates"}`;
	return operation.kind === "delete"
		? `Delete ${templates}`
		: `Take ${attributeLabel(operation.attribute)} out of ${templates}`;
}

/** The progress of a bulk edit of templates. */
export function templateCounts(edit: Pick<BulkEditOf<"template">, "items" | "operation" | "run">): PlanCounts {
	const { operation } = edit;
	const isIncluded = (item: BulkItem) =>
		operation.kind === "delete"
			? item.whole !== undefined
			: "after" in takeOut(elementsAtPreview(item), operation.attribute);
	return countItems(edit, isIncluded, operation.kind === "delete" ? "deleted" : "changed");
}
