import "server-only";
import { getApplication } from "@/lib/dashboard/management/applications/read-applications";
import { updateApplication } from "@/lib/dashboard/management/applications/write-applications";
import { oneSaveAtATime } from "@/lib/dashboard/management/one-save-at-a-time";
import { contentChanges, fieldLabel } from "../../_edit/application-changes";
import type { ApplicationContent } from "../../_edit/application-content";
import { updateRequestOf } from "../../_edit/application-request";
import { contentOf, storedSettings } from "./content-of";

export type SaveOutcome =
	| { kind: "saved"; before: ApplicationContent; after: ApplicationContent; differing: string[] }
	| { kind: "conflict"; theirs: ApplicationContent };

/**
 * Saves what makes `wanted` of `opened`, unless the service no longer holds what was opened. Only what changed is sent,
 * and the answer is compared with what was meant.
 * @throws SessionError, ProtectedError, ManagementError
 */
export function saveApplication(
	id: string,
	opened: ApplicationContent,
	wanted: ApplicationContent,
): Promise<SaveOutcome> {
	return oneSaveAtATime(id, () => save(id, opened, wanted));
}

async function save(id: string, opened: ApplicationContent, wanted: ApplicationContent): Promise<SaveOutcome> {
	const current = await getApplication(id);
	const theirs = contentOf(current);
	if (contentChanges(opened, theirs).length > 0) return { kind: "conflict", theirs };
	const request = updateRequestOf(theirs, wanted, storedSettings(current));
	if (!request) return { kind: "saved", before: theirs, after: theirs, differing: [] };
	const answer = await updateApplication(current, request);
	// A tenant may leave out of its answer what it likes: what was sent is taken for stored then.
	const after = contentOf({ ...current, ...request, ...answer });
	return {
		kind: "saved",
		before: theirs,
		after,
		differing: contentChanges(wanted, after).map(({ field }) => fieldLabel(field)),
	};
}
