import "server-only";
import type { ResourceMetadata } from "@/lib/contract/metadata";
import { type Session, type SessionPage, session, sessionPage } from "@/lib/contract/session";
import { isHarmlessKey } from "../audit/changes";
import { dashboardConfig } from "../config";
import { callManagement } from "./call/client";
import { lookUpDeleted, writeOrLookUp } from "./look-up";

/** @param withinMs total time, where less than usual is left */
export function getUserSession(id: string, withinMs?: number): Promise<Session> {
	return callManagement("get_sessions_by_id", { path: { id }, schema: session, withinMs });
}

/** One checkpoint page of a user's sessions; an empty page is the end, even with a `next`. */
export function listUserSessions(userId: string, from?: string): Promise<SessionPage> {
	return callManagement("get_user_sessions", { path: { user_id: userId }, query: { from }, schema: sessionPage });
}

/**
 * Replaces the whole metadata of a session; null removes all of it.
 * @param current the metadata as last read, for the audit trail
 */
export function updateSessionMetadata(
	id: string,
	metadata: ResourceMetadata | null,
	current?: ResourceMetadata,
): Promise<Session> {
	// Where the operator has enabled it, and the key is not named like a secret.
	const isKept = (key: string) => dashboardConfig().keepsMetadataValues && isHarmlessKey(key);
	return callManagement("patch_sessions_by_id", {
		path: { id },
		body: { session_metadata: metadata },
		schema: session,
		audit: { before: current, after: metadata ?? {}, isKept },
	});
}

/**
 * Requests the end of a session and of all refresh tokens that it gave rise to, which may take effect later. Where the
 * response got lost and the session no longer exists, it is done; while it still exists, the outcome is unknown.
 * @throws ManagementError
 */
export async function endUserSession(id: string): Promise<void> {
	await writeOrLookUp(
		() => callManagement("post_session_revoke", { path: { id } }),
		async () => {
			const found = await lookUpDeleted((withinMs) => getUserSession(id, withinMs));
			return found.outcome === "done" ? found : { outcome: "unknown" };
		},
	);
}

/** Requests the end of all sessions of a user, which takes effect later. @throws ManagementError */
export async function endUserSessions(userId: string): Promise<void> {
	await callManagement("delete_user_sessions", { path: { user_id: userId } });
}
