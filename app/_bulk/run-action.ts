import "server-only";
import { renewPages } from "@/app/_forms/after-write";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { resources } from "@/lib/dashboard/resources/resources";
import type { Permission } from "@/lib/dashboard/session/permissions";
import {
	emergencyOfRequest,
	reasonOfRequest,
	requireEmergencyReason,
	requireReason,
	statedReason,
} from "@/lib/dashboard/session/reason";
import { permittedForm, SessionError } from "@/lib/dashboard/session/session";
import type { BulkEditHead, writtenResource } from "@/lib/dashboard/store/bulk-edit";
import {
	beginBulkRun,
	findBulkEditHead,
	leavePlannedItems,
	PREVIEWS_MAX,
	setBulkRun,
} from "@/lib/dashboard/store/bulk-edits";
import type { BulkWork } from "./item-work";
import { type RunPause, runBulkEdit } from "./run-bulk-edit";

/**
 * `pause`: when the page should request to continue; absent or null: it should not. `isEmergency`: the form without scripts had
 * that ticked.
 */
export type BulkRunState = { pause?: RunPause; problem?: Problem; isEmergency?: true };

/**
 * A page with scripts requests the next step at once, and can be stopped in between; without scripts the user presses a
 * button for each step, and the last item needs some of the request's time.
 */
const STEP_MS = 1000;
const PATIENT_STEP_MS = 5_000;

export const noEdit: Problem = {
	title: "No bulk edit with this ID",
	message: `Bulk edits are kept for a day, for the admin who created them; of previews only the newest ${PREVIEWS_MAX}. Nothing was changed.`,
};

/** Of a page from before that, or before another tab began it. */
export const isProposed: Problem = {
	title: "These changes are proposed, or being applied, already",
	message: "Reload this page to see what has become of them. Nothing was changed.",
};

const noIncident: Problem = {
	title: "No incident with this ID",
	message: "Incidents are kept for a day, for the admin who began them. Nothing was changed.",
};

const restNeeds: Pick<Problem, "message"> = {
	message: "The rest is saved once another editor has accepted it. Propose it instead.",
};

type RunOptions = {
	/** The one that is needed, where it is not that for the resource. */
	permission?: Permission;
	/** Called before it is begun or resumed. @throws what keeps it from that: nothing is written */
	beforeRun?: (edit: BulkEditHead) => Promise<unknown>;
};

/**
 * Applies a bulk edit for one step, continues it, stops it, or leaves the rest. The session and the role are checked each
 * time. All that a run writes has the reason that it was begun with; where one is required, a step without one writes nothing.
 * @param resource what it writes: the permission for that is needed
 * @param sent the form
 * @param workOf the operation on each item; null for a bulk edit of another page
 */
export async function runAction(
	resource: ReturnType<typeof writtenResource>,
	sent: unknown,
	workOf: (edit: BulkEditHead) => BulkWork | null,
	{ permission = resources[resource].permission, beforeRun }: RunOptions = {},
): Promise<BulkRunState> {
	let id: string | null = null;
	try {
		const { session, form } = await permittedForm(permission, sent);
		const edit = await findBulkEditHead(session.subject, String(form.get("edit")));
		const work = edit && workOf(edit);
		if (!work) return { problem: resource === "user" ? noIncident : noEdit };
		if (edit.run === "proposed") return { problem: isProposed };
		// A run that was not begun stays a preview.
		if (edit.run === "running") id = edit.id;
		applyReasonOf(edit, form.get("intent"));
		if (form.get("intent") === "apply") await beforeRun?.(edit);
		id = edit.id;
		const pause = await carryOut(id, work, form);
		await renewPages();
		return { pause };
	} catch (error) {
		if (id !== null && !(error instanceof SessionError)) {
			// Where the store itself failed, the run has ended all the same: the page does not request to continue.
			await setBulkRun(id, "stopped").catch(() => {});
			await renewPages();
		}
		const isEmergency = emergencyOfRequest.get() || undefined;
		const problem = problemOf(error, resource);
		const isOfRest = id !== null && problem.about === "second-editor";
		return { problem: isOfRest ? { ...problem, ...restNeeds } : problem, ...(isEmergency && { isEmergency }) };
	}
}

/**
 * Sets the reason for all that this step writes, and whether that is an emergency.
 * @throws ReasonRefused where one is required and none was stated
 */
function applyReasonOf({ acts, reason, isEmergency = false }: BulkEditHead, intent: unknown): void {
	if (intent === "stop" || intent === "leave") return;
	const isSoNow = isEmergency || (intent === "apply" && emergencyOfRequest.get());
	emergencyOfRequest.set(isSoNow);
	reasonOfRequest.set(reason ?? statedReason());
	requireReason(acts);
	if (isSoNow) requireEmergencyReason();
}

async function carryOut(id: string, work: BulkWork, form: FormData): Promise<RunPause> {
	const intent = form.get("intent");
	if (intent === "stop" || intent === "leave") {
		await setBulkRun(id, "stopped");
		if (intent === "leave") await leavePlannedItems(id);
		return null;
	}
	// Another tab may have begun it.
	if (intent === "apply") {
		const begun = await beginBulkRun(id, statedReason(), emergencyOfRequest.get());
		reasonOfRequest.set(begun.reason);
		emergencyOfRequest.set(begun.isEmergency);
	}
	return runBulkEdit(id, work, Date.now() + (form.get("patient") === "yes" ? PATIENT_STEP_MS : STEP_MS));
}
