import "server-only";
import { elementsOf } from "@/lib/contract/template/mdl-elements";
import type { Template } from "@/lib/contract/template/template";
import { TEMPLATE_TYPE_DEFAULT } from "@/lib/contract/template/template-defaults";
import { oneSaveAtATime } from "@/lib/dashboard/management/one-save-at-a-time";
import { getTemplate, updateTemplate } from "@/lib/dashboard/management/templates";
import { contentChanges, fieldLabel } from "../../_edit/template-changes";
import type { TemplateContent } from "../../_edit/template-form-values";
import { updateRequestOf } from "../../_edit/template-request";

/** What of a template can be changed; null where its presentation request has a shape that this console does not know. */
export function contentOf({ name, type, presentation }: Template): TemplateContent | null {
	return presentation
		? { name: name ?? "", type: type ?? TEMPLATE_TYPE_DEFAULT, elements: elementsOf(presentation) }
		: null;
}

export type SaveOutcome =
	| { kind: "saved"; before: TemplateContent; after: TemplateContent; differing: string[] }
	| { kind: "conflict"; theirs: TemplateContent }
	| { kind: "unreadable" };

/**
 * Saves what makes `wanted` of `opened`, unless the service no longer holds what was opened. Only what changed is sent,
 * and the answer is compared with what was meant.
 * @throws SessionError, ManagementError
 */
export function saveTemplate(id: string, opened: TemplateContent, wanted: TemplateContent): Promise<SaveOutcome> {
	return oneSaveAtATime(id, () => save(id, opened, wanted));
}

async function save(id: string, opened: TemplateContent, wanted: TemplateContent): Promise<SaveOutcome> {
	const current = await getTemplate(id);
	const theirs = contentOf(current);
	if (!theirs) return { kind: "unreadable" };
	if (contentChanges(opened, theirs).length > 0) return { kind: "conflict", theirs };
	const request = updateRequestOf(opened, wanted);
	if (!request) return { kind: "saved", before: opened, after: opened, differing: [] };
	const answer = await updateTemplate(id, request, current);
	// A tenant may leave out of its answer what it likes.
	const { name = wanted.name, type = wanted.type } = answer;
	const after = contentOf({ ...answer, name, type }) ?? wanted;
	return {
		kind: "saved",
		before: opened,
		after,
		differing: contentChanges(wanted, after).map(({ field }) => fieldLabel(field)),
	};
}
