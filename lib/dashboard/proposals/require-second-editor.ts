import "server-only";
import { requestWide } from "@/lib/process/request-context";
import type { NamedValues } from "../audit/changes";
import { dashboardConfig } from "../config";
import { WriteRefused } from "../management/call/errors";
import { currentApproval, type ProposalRef } from "./approval";
import { needsSecondEditor, type SavedChange } from "./second-editor";

/** The save needs a second editor here: nothing was sent. It can be proposed. */
export class SecondEditorNeeded extends WriteRefused {
	override name = "SecondEditorNeeded";

	constructor() {
		super(
			"A second editor is needed",
			"This change is saved once another editor has accepted it. Propose it instead. Nothing was changed.",
		);
	}
}

/** How a write came about that is not an editor's own save: accepted as a proposal, or as an emergency. */
export type Decided = { proposal?: ProposalRef; isEmergency?: true };

/** Whether the form of this request asks to save without the second editor that the rule wants. */
export const emergencyOfRequest = requestWide("emergency-save", () => false);

type TemplateWrite = { id: string; body: unknown; before?: NamedValues | undefined; after?: NamedValues | undefined };

/**
 * The one place that decides whether a write of a template may be made: under an approval what was approved alone, each write
 * once; else what needs no second editor by the rule, or is an emergency where the operator allows that. Called before anything
 * is sent.
 * @param operation as the audit trail names it; those of other resources need none
 * @returns what the audit trail notes of it
 * @throws SecondEditorNeeded, WriteRefused where it is not what was approved
 */
export function requireSecondEditor(operation: string, write: TemplateWrite): Decided {
	const change = changeOf(operation, write);
	if (!change) return {};
	const approval = currentApproval();
	if (approval) {
		if (approval.take({ operation, id: write.id, body: write.body })) return { proposal: approval.proposal };
		throw new WriteRefused("This is not what was accepted", "Nothing was sent. Look at the proposal again.");
	}
	const { secondEditor, allowsEmergencySave } = dashboardConfig();
	if (!needsSecondEditor(secondEditor, change)) return {};
	if (allowsEmergencySave && emergencyOfRequest.get()) return { isEmergency: true };
	throw new SecondEditorNeeded();
}

function changeOf(operation: string, { before, after = {} }: TemplateWrite): SavedChange | null {
	switch (operation) {
		case "post_vc_templates":
			return { before: null, after };
		case "patch_vc_templates_by_id":
			return { before, after };
		case "delete_vc_templates_by_id":
			return { before, after: null };
		case "set_template_purpose":
			// A purpose requests nothing.
			return { before: {}, after: {} };
		default:
			return null;
	}
}
