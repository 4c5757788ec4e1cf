import "server-only";
import { type BulkWork, CUT_OFF_NOTE, type ItemOutcome, readItem, writeItem } from "@/app/_bulk/item-work";
import { elementsOf, type MdlElements, presentationOf } from "@/lib/contract/template/mdl-elements";
import type { Template } from "@/lib/contract/template/template";
import { oneSaveAtATime } from "@/lib/dashboard/management/one-save-at-a-time";
import { deleteTemplate, getTemplate, holds, updateTemplate } from "@/lib/dashboard/management/templates";
import { omits } from "@/lib/dashboard/omitted";
import type { BulkItem, BulkItemPlan, TemplateOperation } from "@/lib/dashboard/store/bulk-edit";
import { type RequestedElement, requestedOf } from "../_edit/template-elements";
import type { ChosenTemplate } from "./chosen-templates";
import { elementsAtPreview, takeOut, takeOutNow } from "./template-change";

/** The effect of an operation on a template that was read for the preview. */
export function planTemplate({ id, template }: ChosenTemplate, operation: TemplateOperation): BulkItemPlan {
	if (typeof template === "string") {
		return { id, name: id, detail: null, baseline: null, state: template, note: {} };
	}
	const elements = elementsIn(template);
	const kind = operation.kind === "delete" ? "write" : takeOut(elements, operation.attribute).kind;
	return {
		...{ id, name: template.name || id, detail: null, whole: JSON.stringify(wholeOf(template)) },
		baseline: elements?.map(([name, json]) => [name, json]) ?? null,
		state: kind === "write" ? "planned" : kind,
		note: {},
	};
}

/** How an operation writes one template, and looks up an interrupted write. */
export function templateWork(operation: TemplateOperation): BulkWork {
	return {
		write: (item) => oneSaveAtATime(item.id, () => readAndWrite(item, operation)),
		lookUp: (item) => lookUp(item, operation),
	};
}

async function readAndWrite(item: BulkItem, operation: TemplateOperation): Promise<ItemOutcome> {
	const read = await readItem(() => getTemplate(item.id));
	if (read.outcome) return read.outcome;
	const current = read.value;
	if (operation.kind === "delete") {
		if (!isAsPreviewed(item, current)) return { state: "conflict" };
		return writeItem(
			() => deleteTemplate(item.id),
			() => ({ state: "done" }),
		);
	}
	const change = takeOutNow(elementsAtPreview(item) ?? [], elementsIn(current), operation.attribute);
	if (change.kind === "conflict") return { state: "conflict", note: { now: change.now } };
	if (change.kind !== "write") return { state: change.kind };
	const elements = Object.fromEntries(change.after.map(([name, json]) => [name, JSON.parse(json)])) as MdlElements;
	const request = { presentation: presentationOf(elements) };
	return writeItem(
		() => updateTemplate(item.id, request, current),
		(stored) => ({ state: holds(stored, request) ? (omits(stored, request) ? "unconfirmed" : "done") : "differs" }),
	);
}

async function lookUp(item: BulkItem, operation: TemplateOperation): Promise<ItemOutcome> {
	const read = await readItem(() => getTemplate(item.id));
	if (operation.kind === "delete") {
		if (read.outcome?.state === "gone") return { state: "done", note: { message: CUT_OFF_NOTE } };
		if (read.outcome) return read.outcome;
		return { state: isAsPreviewed(item, read.value) ? "planned" : "conflict" };
	}
	if (read.outcome) return read.outcome;
	const change = takeOutNow(elementsAtPreview(item) ?? [], elementsIn(read.value), operation.attribute);
	if (change.kind === "conflict") return { state: "conflict", note: { now: change.now } };
	return change.kind === "unchanged" ? { state: "done", note: { message: CUT_OFF_NOTE } } : { state: "planned" };
}

/** A template's elements, with those listed as false; null where its request has a shape that is not known here. */
export function elementsIn({ presentation }: Template): RequestedElement[] | null {
	return presentation ? requestedOf(elementsOf(presentation)) : null;
}

/** All properties of a template that a response contains. */
function wholeOf(template: Template) {
	const { name, type, dialect, presentation, custom_certificate_authority, well_known_trusted_issuers } = template;
	return { name, type, dialect, presentation, custom_certificate_authority, well_known_trusted_issuers };
}

/** Whether a template still equals the preview; properties that either response omitted don't count. */
function isAsPreviewed({ whole = "{}" }: BulkItem, current: Template): boolean {
	return holds(current, JSON.parse(whole));
}
