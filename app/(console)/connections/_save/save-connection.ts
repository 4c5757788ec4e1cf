import "server-only";
import { getConnection } from "@/lib/dashboard/management/connections/read-connections";
import { updateConnection } from "@/lib/dashboard/management/connections/write-connections";
import { oneSaveAtATime } from "@/lib/dashboard/management/one-save-at-a-time";
import { contentChanges } from "../_edit/connection-changes";
import type { ConnectionContent } from "../_edit/connection-content";
import { updateRequestOf } from "../_edit/connection-request";
import { contentOf } from "./content-of";

export type SaveOutcome =
	| { kind: "saved"; before: ConnectionContent; after: ConnectionContent; differing: string[] }
	| { kind: "conflict"; theirs: ConnectionContent };

/**
 * Saves what makes `wanted` of `opened`, unless the service no longer holds what was opened. Options are sent as they are
 * at this moment, with what changes.
 * @throws SessionError, ProtectedError, ManagementError
 */
export function saveConnection(id: string, opened: ConnectionContent, wanted: ConnectionContent): Promise<SaveOutcome> {
	return oneSaveAtATime(id, () => save(id, opened, wanted));
}

async function save(id: string, opened: ConnectionContent, wanted: ConnectionContent): Promise<SaveOutcome> {
	const current = await getConnection(id);
	const theirs = contentOf(current);
	if (contentChanges(opened, theirs).length > 0) return { kind: "conflict", theirs };
	const request = updateRequestOf(theirs, wanted, current.options ?? {});
	if (!request) return { kind: "saved", before: theirs, after: theirs, differing: [] };
	const answer = await updateConnection(current, request);
	// A tenant may leave out of its answer what it likes: what was sent is taken for stored then.
	const after = contentOf({ ...current, ...(request as Partial<typeof current>), ...answer });
	return {
		kind: "saved",
		before: theirs,
		after,
		differing: contentChanges(wanted, after).map(({ field }) => field),
	};
}
