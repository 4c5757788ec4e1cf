import "server-only";
import type { ResourceMetadata } from "@/lib/contract/metadata";
import { type Session, session, sessionPage } from "@/lib/contract/session";
import { metadataChangeOf } from "../audit/changes";
import { dashboardConfig } from "../config";
import { callManagement } from "./call/client";
import { endOrLookUp } from "./look-up";
import { readCheckpointPage } from "./smaller-pages";

/** @param withinMs total time, where less than usual is left */
export function getUserSession(id: string, withinMs?: number): Promise<Session> {
	return callManagement("get_sessions_by_id", { path: { id }, schema: session, withinMs });
}

/** The applications that a session serves, each once. */
export function clientIdsOf({ clients }: Pick<Session, "clients">): string[] {
	return [...new Set((clients ?? []).flatMap(({ client_id }) => client_id ?? []))];
}

/** One checkpoint page of a user's sessions. */
export async function listUserSessions(userId: string, from?: string) {
	const { items, next } = await readCheckpointPage("session", { from, take: undefined }, async (query) => {
		const call = { path: { user_id: userId }, query, schema: sessionPage };
		const { sessions, next } = await callManagement("get_user_sessions", call);
		return { items: sessions, next };
	});
	return { sessions: items, next };
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
	return callManagement("patch_sessions_by_id", {
		path: { id },
		body: { session_metadata: metadata },
		schema: session,
		audit: metadataChangeOf(current, metadata, dashboardConfig().keepsMetadataValues),
	});
}

/** Requests the end of a session and of all refresh tokens that it gave rise to. @throws ManagementError */
export async function endUserSession(id: string): Promise<void> {
	await endOrLookUp(
		() => callManagement("post_session_revoke", { path: { id } }),
		(withinMs) => getUserSession(id, withinMs),
	);
}

/** Requests the end of all sessions of a user, which takes effect later. @throws ManagementError */
export async function endUserSessions(userId: string): Promise<void> {
	await callManagement("delete_user_sessions", { path: { user_id: userId } });
}
