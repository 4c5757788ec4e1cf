import type { ItemOutcome } from "@/app/_bulk/item-work";
import { countItems, type PlanCounts } from "@/app/_bulk/plan-counts";
import type { MdlElements } from "@/lib/contract/template/mdl-elements";
import { someOf } from "@/lib/dashboard/in-short";
import { resources } from "@/lib/dashboard/resources/resources";
import type { BulkEditOf, BulkItem, TemplateOperation } from "@/lib/dashboard/store/bulk-edit";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { LABELS_MAX } from "@/lib/dashboard/templates/attribute-facts";
import { requestsSomething } from "../_edit/template-elements";

/** Where every bulk edit of templates leads back to. */
export const backToTemplates = { href: resources.template.path, text: "Back to the templates" };

/** What ends, and what can be restored, where a run deletes templates. */
export const DELETED_IN_RUN =
	"Applications that start verifications with the ID of a deleted template stop working. For 30 days you can restore it, with a new ID.";

/** The elements that an item had at its preview; null where its request has a shape that is not known here. */
export function elementsAtPreview({ baseline }: BulkItem): MdlElements | null {
	const entries = baseline?.map(([name, json]) => [name, JSON.parse(String(json))]);
	return entries ? (Object.fromEntries(entries) as MdlElements) : null;
}

/** What removing an attribute writes to a template's elements, or why it writes nothing. */
type TemplateChange = { after: MdlElements } | ItemOutcome;

/** @param elements null where the presentation request has a shape that is not known here */
export function takeOut(elements: MdlElements | null, attribute: string): TemplateChange {
	if (!elements) return { state: "not-readable" };
	if ((jsonOf(elements, attribute) ?? "false") === "false") return { state: "unchanged" };
	const after = Object.fromEntries(Object.entries(elements).filter(([name]) => name !== attribute)) as MdlElements;
	return requestsSomething(after) ? { after } : { state: "nothing-left" };
}

/** What restoring an attribute that was taken out writes; `conflict`: it is there again, in another way. @param former as JSON */
function putBack(elements: MdlElements | null, attribute: string, former: string | null): TemplateChange {
	if (!elements || former === null) return { state: "not-readable" };
	const now = jsonOf(elements, attribute);
	if (now !== null) return now === former ? { state: "unchanged" } : { state: "conflict", note: { now } };
	return { after: Object.fromEntries([...Object.entries(elements), [attribute, JSON.parse(former)]]) as MdlElements };
}

/**
 * What puts back what a bulk edit took out, with the value that each template had, as JSON; of one that puts back, the same for
 * what is left. Null where there is nothing to put back.
 */
export function putBackOf(edit: Pick<BulkEditOf<"template">, "items" | "operation" | "run">) {
	const { items, operation } = edit;
	if (operation.kind === "delete") return null;
	const isTakeOut = operation.kind === "take-out";
	const some = isTakeOut
		? items.filter(({ state }) => state === "done" || state === "differs")
		: templateCounts(edit).left;
	const formers = some.flatMap((item) => {
		const former = isTakeOut ? jsonOf(elementsAtPreview(item) ?? {}, operation.attribute) : textOf(item.former);
		return former === null ? [] : [[item.id, former] as const];
	});
	const putBack: TemplateOperation = { kind: "put-back", attribute: operation.attribute };
	return formers.length > 0 ? { operation: putBack, formers: new Map(formers) } : null;
}

/** The effect of an operation other than a deletion on a template, as it was at the preview or is now. */
export function templateChange(
	elements: MdlElements | null,
	{ kind, attribute }: Exclude<TemplateOperation, { kind: "delete" }>,
	{ former }: Pick<BulkItem, "former">,
): TemplateChange {
	return kind === "take-out" ? takeOut(elements, attribute) : putBack(elements, attribute, textOf(former));
}

function textOf(former: BulkItem["former"]): string | null {
	return typeof former === "string" ? former : null;
}

/**
 * Removes an attribute of a template that was read again before the write. Other elements that have changed since the preview
 * stay as they are now. `conflict`: the attribute's own value differs from the preview.
 */
export function takeOutNow(baseline: MdlElements, current: MdlElements | null, attribute: string): TemplateChange {
	const change = takeOut(current, attribute);
	const now = jsonOf(current ?? {}, attribute);
	if (!("after" in change) || now === jsonOf(baseline, attribute)) return change;
	return { state: "conflict", note: { now } };
}

/** As JSON; null where it is not listed. */
function jsonOf(elements: MdlElements, attribute: string): string | null {
	return Object.hasOwn(elements, attribute) ? JSON.stringify(elements[attribute]) : null;
}

/** "Photo, City": what a template requests, in the order of its elements. */
export function requestedLabels(elements: MdlElements): string {
	const requested = Object.keys(elements).filter((name) => elements[name] !== false);
	return someOf(requested.map(attributeLabel), { max: LABELS_MAX });
}

/** "Remove City from templates", "Delete 3 templates". @param count absent: some */
export function templateActInWords(operation: TemplateOperation, count?: number): string {
	const templates = count === undefined ? "templates" : `${count} ${count === 1 ? "template" : "templates"}`;
	switch (operation.kind) {
		case "delete":
			return `Delete ${templates}`;
		case "take-out":
			return `Remove ${attributeLabel(operation.attribute)} from ${templates}`;
		case "put-back":
			return `Restore ${attributeLabel(operation.attribute)} in ${templates}`;
	}
}

/** The progress of a bulk edit of templates. */
export function templateCounts(edit: Pick<BulkEditOf<"template">, "items" | "operation" | "run">): PlanCounts {
	const { operation } = edit;
	const isIncluded = (item: BulkItem) =>
		operation.kind === "delete"
			? item.whole !== undefined
			: "after" in templateChange(elementsAtPreview(item), operation, item);
	return countItems(edit, isIncluded, operation.kind === "delete" ? "deleted" : "changed");
}
