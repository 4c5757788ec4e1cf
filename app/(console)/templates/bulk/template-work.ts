import { nameOrId } from "@/lib/contract/name-or-id";
import "server-only";
import { type BulkWork, changeWork, resultAtPreview, writeItem } from "@/app/_bulk/item-work";
import type { MetadataEntry } from "@/lib/contract/metadata";
import { elementsOf, type MdlElements, presentationOf } from "@/lib/contract/template/mdl-elements";
import type { Template } from "@/lib/contract/template/template";
import { deleteTemplate, getTemplate, holds, updateTemplate } from "@/lib/dashboard/management/templates";
import { omits } from "@/lib/dashboard/omitted";
import type { BulkItemPlan, TemplateOperation } from "@/lib/dashboard/store/bulk-edit";
import { propertiesIn } from "@/lib/dashboard/templates/history/snapshot";
import type { Purpose } from "@/lib/dashboard/templates/purpose";
import { isSameTemplate, wholeTemplate } from "@/lib/dashboard/templates/whole-template";
import type { ChosenTemplate } from "./chosen-templates";
import { changed, changesOf, differingNames, elementsAtPreview, type KeptOfItem, openChanges } from "./template-change";

type Kept = KeptOfItem & { purpose?: Purpose | undefined };

/** The effect of an operation on a template that was read for the preview. */
export function planTemplate(
	{ id, template }: ChosenTemplate,
	operation: TemplateOperation,
	{ purpose, ...kept }: Kept = {},
): BulkItemPlan {
	if (typeof template === "string") {
		return { id, name: id, detail: null, baseline: null, state: template, note: {}, ...kept };
	}
	const name = nameOrId(template.name, id);
	if (operation.kind === "delete" && typeof kept.former === "string") {
		const now = wholeTemplate(template, purpose);
		if (!now || !isSameTemplate(now, JSON.parse(kept.former)))
			return { id, name, detail: null, baseline: null, state: "conflict", note: {} };
	}
	const elements = elementsIn(template);
	const baseline =
		elements && Object.entries(elements).map(([name, value]): MetadataEntry => [name, JSON.stringify(value)]);
	// What others have done already is no change of this one, and nothing that its undo takes back.
	const own = kept.changes && elements ? { ...kept, changes: openChanges(elements, kept.changes) } : kept;
	const change =
		operation.kind === "delete" ? { after: null } : changed(elements, changesOf(operation, { baseline, ...own }));
	return {
		id,
		name,
		detail: null,
		whole: JSON.stringify(propertiesIn(template)),
		baseline,
		...own,
		...resultAtPreview(change),
	};
}

/** How an operation writes one template, and looks up an interrupted write. */
export function templateWork(operation: TemplateOperation): BulkWork {
	if (operation.kind === "delete") return deleteWork;
	return changeWork<Template, MdlElements>({
		read: getTemplate,
		change: (item, current) => changed(elementsIn(current), changesOf(operation, item)),
		write(id, after, current, item) {
			const request = { presentation: presentationOf(after) };
			const written = differingNames(elementsIn(current) ?? {}, after);
			const previewed = changed(elementsAtPreview(item), changesOf(operation, item));
			const isAsPreviewed = "after" in previewed && differingNames(previewed.after, after).length === 0;
			return writeItem(
				() => updateTemplate(id, request, current),
				(stored) => ({
					state: holds(stored, request) ? (omits(stored, request) ? "unconfirmed" : "done") : "differs",
					note: isAsPreviewed ? { written } : { written, now: JSON.stringify(after) },
				}),
			);
		},
	});
}

/** It is deleted only while it equals the preview; properties that either response omitted don't count. */
const deleteWork = changeWork<Template, null>({
	deletes: true,
	read: getTemplate,
	change: ({ whole = "{}" }, current) => (holds(current, JSON.parse(whole)) ? { after: null } : { state: "conflict" }),
	write: (id) =>
		writeItem(
			() => deleteTemplate(id),
			() => ({ state: "done" }),
		),
});

/** A template's elements, with those listed as false; null where its request has a shape that is not known here. */
export function elementsIn({ presentation }: Template): MdlElements | null {
	return presentation ? elementsOf(presentation) : null;
}
