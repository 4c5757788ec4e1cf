import "server-only";
import {
	getFederatedApplication,
	updateFederatedApplication,
} from "@/lib/dashboard/management/applications/federated-applications";
import { oneSaveAtATime } from "@/lib/dashboard/management/one-save-at-a-time";
import { contentChanges, fieldLabel } from "../edit/single-sign-on-changes";
import type { SingleSignOnContent } from "../edit/single-sign-on-content";
import { updateRequestOf } from "../edit/single-sign-on-request";
import { contentOf } from "./content-of";

export type SaveOutcome =
	| { kind: "saved"; before: SingleSignOnContent; after: SingleSignOnContent; differing: string[] }
	| { kind: "conflict"; theirs: SingleSignOnContent };

/**
 * Saves what makes `wanted` of `opened`, unless the service no longer holds what was opened. Add-ons are sent as they are
 * at this moment, with what changes.
 * @throws SessionError, ProtectedError, ManagementError
 */
export function saveSingleSignOn(
	id: string,
	opened: SingleSignOnContent,
	wanted: SingleSignOnContent,
): Promise<SaveOutcome> {
	return oneSaveAtATime(id, () => save(id, opened, wanted));
}

async function save(id: string, opened: SingleSignOnContent, wanted: SingleSignOnContent): Promise<SaveOutcome> {
	const current = await getFederatedApplication(id);
	const theirs = contentOf(current);
	if (contentChanges(opened, theirs).length > 0) return { kind: "conflict", theirs };
	const request = updateRequestOf(theirs, wanted, current.addons ?? {});
	if (!request) return { kind: "saved", before: theirs, after: theirs, differing: [] };
	const answer = await updateFederatedApplication(current, request);
	// A tenant may leave out of its answer what it likes: what was sent is taken for stored then.
	const after = contentOf({ ...current, ...request, ...answer });
	return {
		kind: "saved",
		before: theirs,
		after,
		differing: contentChanges(wanted, after).map(({ field }) => fieldLabel(field)),
	};
}
