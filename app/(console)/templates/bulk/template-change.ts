import type { ItemOutcome } from "@/app/_bulk/item-work";
import { countItems, type PlanCounts } from "@/app/_bulk/plan-counts";
import type { MdlElements } from "@/lib/contract/template/mdl-elements";
import { someOf } from "@/lib/dashboard/in-short";
import { type ActKind, requestsMore } from "@/lib/dashboard/resources/act-kinds";
import { resources } from "@/lib/dashboard/resources/resources";
import type {
	BulkEditOf,
	BulkItem,
	BulkItemPlan,
	ElementChange,
	ElementOperation,
	TemplateOperation,
} from "@/lib/dashboard/store/bulk-edit";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { LABELS_MAX } from "@/lib/dashboard/templates/attribute-facts";
import { requestsSomething } from "../_edit/template-elements";

/** Where every bulk edit of templates leads back to. */
export const backToTemplates = { href: resources.template.path, text: "Back to the templates" };

/** What ends, and what can be restored, where a run deletes templates. */
export const DELETED_IN_RUN =
	"Applications that start verifications with the ID of a deleted template stop working. For 30 days you can restore it, with a new ID.";

/** The elements that an item had at its preview; null where its request has a shape that is not known here. */
export function elementsAtPreview({ baseline }: Pick<BulkItemPlan, "baseline">): MdlElements | null {
	const entries = baseline?.map(([name, json]) => [name, JSON.parse(String(json))]);
	return entries ? (Object.fromEntries(entries) as MdlElements) : null;
}

/** What an operation writes to a template's elements, or why it writes nothing. */
type TemplateChange = { after: MdlElements } | ItemOutcome;

/** What an operation changes of a template, from the value at the preview. */
export function changesOf(
	operation: ElementOperation,
	item: Pick<BulkItemPlan, "baseline" | "former" | "changes">,
): readonly ElementChange[] {
	if (operation.kind === "change") return item.changes ?? [];
	const { kind, attribute: name } = operation;
	const { former } = item;
	if (kind === "put-back") return typeof former === "string" ? [{ name, before: null, after: former }] : [];
	const before = jsonOf(elementsAtPreview(item), name);
	return before === null || before === "false" ? [] : [{ name, before, after: null }];
}

/**
 * What changes write to a template's elements as they are now; other elements stay. `conflict`: one of them has another value
 * now than before the changes, and not the one that it would get. `unchanged`: each has the value that it would get.
 * @param elements null where the presentation request has a shape that is not known here
 */
export function changed(elements: MdlElements | null, changes: readonly ElementChange[]): TemplateChange {
	if (!elements) return { state: "not-readable" };
	const open = openChanges(elements, changes);
	const contested = open.filter(({ name, before }) => jsonOf(elements, name) !== before);
	if (contested.length > 0) {
		return { state: "conflict", note: { message: contested.map(({ name }) => attributeLabel(name)).join(", ") } };
	}
	if (open.length === 0) return { state: "unchanged" };
	const content = new Map(Object.entries(elements));
	for (const { name, after } of open) {
		if (after === null) content.delete(name);
		else content.set(name, JSON.parse(after));
	}
	const after = Object.fromEntries(content) as MdlElements;
	return requestsSomething(after) ? { after } : { state: "nothing-left" };
}

/** Those whose element has another value now than it would get. */
export function openChanges(elements: MdlElements | null, changes: readonly ElementChange[]): ElementChange[] {
	return changes.filter(({ name, after }) => jsonOf(elements, name) !== after);
}

/**
 * What a run has changed of an item, or would change: without what others had done before. All of it where that is not known:
 * an interrupted write that was looked up.
 */
export function ownChanges(operation: ElementOperation, item: BulkItemPlan): readonly ElementChange[] {
	const changes = openChanges(elementsAtPreview(item), changesOf(operation, item));
	const { written } = item.note;
	return written ? changes.filter(({ name }) => written.includes(name)) : changes;
}

/** What an operation needs of each template beside the template: an undo, or what else each item has of its own. */
export type KeptOfItem = Pick<BulkItemPlan, "former" | "changes">;
export type Continued = {
	operation: TemplateOperation;
	kept: ReadonlyMap<string, KeptOfItem>;
	/** Of the run that these items are the rest of. */
	reason?: string | undefined;
};

/**
 * What a template requests before and after an operation: as of the preview, or as it was written where others had changed it
 * meanwhile. `after` is absent where nothing is changed. Null: its request has a shape that is not known here.
 */
export function effectOf(
	operation: ElementOperation,
	item: BulkItemPlan,
): { before: MdlElements; after?: MdlElements } | null {
	const baseline = elementsAtPreview(item);
	if (!baseline) return null;
	const { now } = item.note;
	if (typeof now !== "string") {
		const change = changed(baseline, changesOf(operation, item));
		return "after" in change ? { before: baseline, after: change.after } : { before: baseline };
	}
	const after = JSON.parse(now) as MdlElements;
	const before = new Map(Object.entries(after));
	for (const { name, before: value } of ownChanges(operation, item)) {
		if (value === null) before.delete(name);
		else before.set(name, JSON.parse(value));
	}
	return { before: Object.fromEntries(before) as MdlElements, after };
}

/** What undoes a bulk edit where it was carried out. Null where there is nothing to undo, and for one that undoes another. */
export function undoOf({ items, operation }: Pick<BulkEditOf<"template">, "items" | "operation">): Continued | null {
	if (operation.kind === "delete" || isUndo(operation)) return null;
	const written = items.filter(({ state }) => state === "done" || state === "differs");
	const kept = written.flatMap((item): [string, KeptOfItem][] => {
		const changes = ownChanges(operation, item);
		if (operation.kind === "take-out") return changes[0] ? [[item.id, { former: changes[0].before }]] : [];
		const inverse = changes.map(({ name, before, after }) => ({ name, before: after, after: before }));
		return [[item.id, { changes: inverse }]];
	});
	if (kept.length === 0) return null;
	const { kind } = operation;
	const undo: TemplateOperation =
		kind === "take-out" ? { kind: "put-back", attribute: operation.attribute } : { kind: "change", isUndo: true };
	return { operation: undo, kept: new Map(kept) };
}

export function isUndo(operation: TemplateOperation): boolean {
	return operation.kind === "put-back" || (operation.kind === "change" && operation.isUndo === true);
}

/** The templates that are left of a bulk edit, to be previewed anew, with its reason. */
export function leftOf(edit: BulkEditOf<"template">): Continued {
	const left = templateCounts(edit).left.map(({ id, former, changes }): [string, KeptOfItem] => [
		id,
		{ ...(former !== undefined && { former }), ...(changes && { changes }) },
	]);
	return { operation: edit.operation, kept: new Map(left), reason: edit.reason ?? edit.restReason };
}

/** Changes to the same values, from those that the elements have now. */
export function fromNow(elements: MdlElements | null, changes: readonly ElementChange[]): ElementChange[] {
	return changes.map((change) => ({ ...change, before: jsonOf(elements, change.name) }));
}

/** The kinds of acts that carrying it out is. */
export function actsOf(operation: TemplateOperation, items: readonly BulkItemPlan[]): ActKind[] {
	const planned = items.filter(({ state }) => state === "planned");
	if (operation.kind === "delete") return planned.length > 0 ? ["delete"] : [];
	const isMore = planned.some((item) => {
		const effect = effectOf(operation, item);
		return effect?.after !== undefined && requestsMore(effect.before, effect.after);
	});
	return isMore ? ["request-more"] : [];
}

/** The elements whose values differ. */
export function differingNames(before: MdlElements, after: MdlElements): string[] {
	const names = new Set([...Object.keys(before), ...Object.keys(after)]);
	return [...names].filter((name) => jsonOf(before, name) !== jsonOf(after, name));
}

/** As JSON; null where it is not listed. */
function jsonOf(elements: MdlElements | null, attribute: string): string | null {
	return elements && Object.hasOwn(elements, attribute) ? JSON.stringify(elements[attribute]) : null;
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
		case "change":
			return operation.isUndo ? `Undo the changes of ${templates}` : `Change ${templates}`;
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
			: "after" in changed(elementsAtPreview(item), changesOf(operation, item));
	return countItems(edit, isIncluded, operation.kind === "delete" ? "deleted" : "changed");
}
