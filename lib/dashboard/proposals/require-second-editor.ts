import "server-only";
import { isJsonObject } from "@/lib/contract/safe-object";
import { MDL_ATTRIBUTE_NAMES, MDL_DOCUMENT_TYPE, MDL_NAMESPACE } from "@/lib/contract/template/mdl-elements";
import type { NamedValues } from "../audit/changes";
import { dashboardConfig } from "../config";
import { WriteRefused } from "../management/call/errors";
import { writeEntry } from "../resources/writes";
import { CommandLine } from "../session/command-line";
import { emergencyOfRequest, requireEmergencyReason } from "../session/reason";
import type { Session } from "../session/session";
import { templateProperties } from "../templates/template-fields";
import { currentApproval, type ProposalRef } from "./approval";
import { needsSecondEditor, requestedOf, type SavedChange } from "./second-editor";

/** The save needs a second editor here: nothing was sent. It can be proposed. */
export class SecondEditorNeeded extends WriteRefused {
	override name = "SecondEditorNeeded";

	constructor(
		message = "This change is saved once another editor has accepted it. Propose it instead. Nothing was changed.",
	) {
		super("A second editor is needed", message);
	}
}

/** How a write came about that is not an editor's own save: accepted as a proposal, or as an emergency. */
export type Decided = { proposal?: ProposalRef; isEmergency?: true };

/** `body`: what is sent. `before`: the template's properties and attributes by name, as it was last read. */
type TemplateWrite = { id: string; body: unknown; before?: NamedValues | undefined };

/**
 * The one place that decides whether a write of a template may be made: under an approval what was approved alone, each write
 * once; else what needs no second editor by the rule, or is an emergency where the operator allows that. Called before anything
 * is sent.
 * @param operation that is sent, or the write to the console's own store; those of other resources need none
 * @param actor who acts, where it is not the admin of this request
 * @returns what the audit trail notes of it
 * @throws SecondEditorNeeded, ReasonRefused of an emergency without a reason, WriteRefused where it is not what was approved
 */
export function requireSecondEditor(operation: string, write: TemplateWrite, actor?: Session): Decided {
	const change = changeOf(operation, write);
	if (!change) return {};
	const approval = currentApproval();
	if (approval) {
		if (approval.take({ operation, id: write.id, body: write.body })) return { proposal: approval.proposal };
		throw new WriteRefused("This is not what was accepted", "Nothing was sent. Look at the proposal again.");
	}
	const { secondEditor, allowsEmergencySave } = dashboardConfig();
	if (!needsSecondEditor(secondEditor, change)) return {};
	const { isEmergency, reason } = CommandLine.isOne(actor)
		? actor
		: { isEmergency: emergencyOfRequest.get(), reason: undefined };
	if (!allowsEmergencySave || !isEmergency) throw new SecondEditorNeeded();
	requireEmergencyReason(reason);
	return { isEmergency: true };
}

/** For a template that is deleted to be created again: without the second write, the first must not be made. */
export function requireSecondEditorToCreate(body: unknown, actor?: Session): void {
	if (!currentApproval()) requireSecondEditor("post_vc_templates", { id: "", body }, actor);
}

/**
 * For a run of several writes, before its first one: each of them is decided about by itself as well.
 * @param needing how many of them need a second editor
 * @throws SecondEditorNeeded
 */
export function requireSecondEditorOfRun(needing: number): void {
	if (needing === 0 || (dashboardConfig().allowsEmergencySave && emergencyOfRequest.get())) return;
	const changes = needing === 1 ? "One of these changes needs" : `${needing} of these changes need`;
	throw new SecondEditorNeeded(`${changes} a second editor. Propose them instead. Nothing was changed.`);
}

/** What a write does, by what is sent: nothing that its caller says of it counts but the state before. */
function changeOf(operation: string, { body, before }: TemplateWrite): SavedChange | null {
	if (writeEntry(operation)?.resource !== "template") return null;
	switch (operation) {
		case "post_vc_templates":
			return { before: null, after: requestedIn(body, undefined) ?? EVERYTHING };
		case "patch_vc_templates_by_id": {
			const requested = requestedIn(body, before);
			return requested ? { before: attributesIn(before), after: requested } : { before: undefined, after: EVERYTHING };
		}
		case "delete_vc_templates_by_id":
			return { before, after: null };
		case "set_template_purpose":
			// A purpose requests nothing.
			return { before: {}, after: {} };
		default:
			// What is not known here may do anything.
			return { before: undefined, after: EVERYTHING };
	}
}

const EVERYTHING = Object.fromEntries(MDL_ATTRIBUTE_NAMES.map((name) => [name, true]));

/** The attributes that a body requests, as `requestedOf`; null where its request has another form. */
function requestedIn(body: unknown, before: NamedValues | undefined): NamedValues | null {
	if (!isJsonObject(body)) return null;
	const { presentation } = body;
	if (presentation === undefined) return {};
	const [document, ...otherDocuments] = isJsonObject(presentation) ? Object.entries(presentation) : [];
	const [namespace, ...otherNamespaces] = isJsonObject(document?.[1]) ? Object.entries(document[1]) : [];
	const isKnown = document?.[0] === MDL_DOCUMENT_TYPE && namespace?.[0] === MDL_NAMESPACE;
	if (!isKnown || otherDocuments.length + otherNamespaces.length > 0 || !isJsonObject(namespace[1])) return null;
	return requestedOf(namespace[1], attributesIn(before));
}

const PROPERTIES: ReadonlySet<string> = new Set(Object.values(templateProperties).map(({ wire }) => wire));

/** The attributes among the parts of a template. One that is called as a property is can't be told from that, and is left out. */
function attributesIn(parts: NamedValues | undefined): NamedValues | undefined {
	return parts && Object.fromEntries(Object.entries(parts).filter(([name]) => !PROPERTIES.has(name)));
}
