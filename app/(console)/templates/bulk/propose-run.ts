import "server-only";
import { type BulkRunState, isProposed, noEdit } from "@/app/_bulk/run-action";
import { continueOnProposal } from "@/app/_forms/propose";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import { dashboardConfig } from "@/lib/dashboard/config";
import { WriteRefused } from "@/lib/dashboard/management/call/errors";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { type JudgedWrite, planNeedsSecondEditor, proposedItemsOf } from "@/lib/dashboard/proposals/of-plan";
import { PROPOSE_INTENT, type ProposedItem } from "@/lib/dashboard/proposals/proposal";
import { proposeTemplates } from "@/lib/dashboard/proposals/propose";
import { requireSecondEditorOfRun } from "@/lib/dashboard/proposals/require-second-editor";
import { requireEditing } from "@/lib/dashboard/proposals/rights";
import { hasRule } from "@/lib/dashboard/proposals/second-editor";
import { reasonOfRequest } from "@/lib/dashboard/session/reason";
import { permittedForm } from "@/lib/dashboard/session/session";
import type { BulkEditHead, BulkItem, TemplateOperation } from "@/lib/dashboard/store/bulk-edit";
import { endWithProposal, findBulkEditHead, readOpenItems } from "@/lib/dashboard/store/bulk-edits";
import { readPurposes } from "@/lib/dashboard/store/template-purposes";
import type { Purpose } from "@/lib/dashboard/templates/purpose";
import { wholeTemplate } from "@/lib/dashboard/templates/whole-template";
import { planItemOf } from "./import-items";
import { effectOf, elementsAtPreview } from "./template-change";

// What is left of a bulk edit or an import, for the rule that wants a second editor and as a proposal. A template whose write was
// cut off is part of it: where that was carried out, the proposal finds it so.

/** Of templates. */
type Edit = Extract<BulkEditHead, { resource: "template" | "template import" }>;

export function isOfTemplates(edit: BulkEditHead): edit is Edit {
	return edit.resource === "template" || edit.resource === "template import";
}

/** How many templates of what is left of it need a second editor: none once it was begun as an emergency. */
export async function countNeedingSecondEditor(edit: Edit): Promise<number> {
	const { secondEditor, allowsEmergencySave } = dashboardConfig();
	if (!hasRule(secondEditor) || (edit.isEmergency && allowsEmergencySave)) return 0;
	const items = await readOpenItems(edit.id);
	return items.filter((item) => planNeedsSecondEditor(secondEditor, [writeOf(edit, item)])).length;
}

/** Before a run is begun, or resumed. @throws SecondEditorNeeded where a template of it needs a second editor */
export async function requireNoneNeedsSecondEditor(edit: Edit): Promise<void> {
	requireSecondEditorOfRun(await countNeedingSecondEditor(edit));
}

/** What is done to an item that is as at its preview. */
function writeOf(edit: Edit, item: BulkItem): JudgedWrite {
	if (edit.resource === "template import") return planItemOf(item);
	const elements = elementsAtPreview(item);
	const before = elements && { elements };
	if (edit.operation.kind === "delete") return { action: "remove", before, after: null };
	return { action: "change", before, after: { elements: effectOf(edit.operation, item)?.after ?? {} } };
}

/**
 * Proposes what is left of a bulk edit or an import, where its form asks for that, and continues on the proposal's page. It is
 * ended with that: pressed twice, it is proposed once.
 * @returns why it was not proposed; null: the form asks for something else
 */
export async function proposeRun(sent: unknown): Promise<BulkRunState | null> {
	let proposal: string | null;
	try {
		await requireEditing();
		const { session, form } = await permittedForm("propose", sent);
		if (form.get("intent") !== PROPOSE_INTENT) return null;
		const edit = await findBulkEditHead(session.subject, String(form.get("edit")));
		if (!edit || !isOfTemplates(edit)) return { problem: noEdit };
		// What was begun with a reason is proposed with it.
		if (edit.reason !== null) reasonOfRequest.set(edit.reason);
		proposal =
			edit.run === "proposed"
				? edit.proposal
				: await endWithProposal(edit, async () => proposeTemplates(await itemsToPropose(edit)));
		if (proposal === null) return { problem: isProposed };
	} catch (error) {
		return { problem: problemOf(error, "template") };
	}
	return continueOnProposal(proposal);
}

/** @throws WriteRefused where one of them can't be proposed */
async function itemsToPropose(edit: Edit): Promise<ProposedItem[]> {
	const items = await readOpenItems(edit.id);
	if (edit.resource === "template import") return proposedItemsOf(items.map(planItemOf));
	const purposes = await readPurposes(items.map(({ id }) => id));
	return items.map((item) => itemOfEdit(edit, item, purposes.get(item.id)));
}

function itemOfEdit({ operation }: { operation: TemplateOperation }, item: BulkItem, purpose?: Purpose): ProposedItem {
	const { id, name, whole = "{}" } = item;
	const stored = { id, ...JSON.parse(whole) };
	const baseline = wholeTemplate(stored, purpose);
	if (operation.kind === "delete") return { action: "remove", name, id, baseline, after: null };
	const elements = effectOf(operation, item)?.after;
	const after = elements ? wholeTemplate({ ...stored, presentation: presentationOf(elements) }, purpose) : null;
	if (baseline && after) return { action: "change", name, id, baseline, after };
	throw new WriteRefused(
		"Nothing was proposed",
		`What “${name}” has now is not known here as a whole. Choose the templates again, without it.`,
	);
}
