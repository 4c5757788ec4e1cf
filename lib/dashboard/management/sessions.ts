import "server-only";
import type { ResourceMetadata } from "@/lib/contract/metadata";
import type { JsonObject } from "@/lib/contract/safe-object";
import { type Session, session, sessionPage } from "@/lib/contract/session";
import { metadataChangeOf } from "../audit/changes";
import { dashboardConfig } from "../config";
import { callManagement } from "./call/client";
import { eitherOperation } from "./call/either-operation";
import { ManagementError } from "./call/errors";
import { pacedWrite, WRITES_WITHIN_MS } from "./call/paced-write";
import { guardReads } from "./call/user-guard";
import { learnOwner } from "./learn-owner";
import { endOrLookUp } from "./look-up";
import { revokeUserRefreshTokens } from "./refresh-tokens";
import { readCheckpointPage } from "./smaller-pages";

/** @param withinMs total time, where less than usual is left */
export function getUserSession(id: string, withinMs?: number): Promise<Session> {
	return callManagement("get_sessions_by_id", { path: { id }, schema: session, withinMs });
}

/** The applications that a session serves, each once. */
export function clientIdsOf({ clients }: Pick<Session, "clients">): string[] {
	return [...new Set((clients ?? []).flatMap(({ client_id }) => client_id ?? []))];
}

/** Whether one of a session's applications has no usable ID; undefined: the tenant does not report them. */
export function hasUnnamedClient({ clients }: Pick<Session, "clients">): boolean | undefined {
	return clients?.some(({ client_id }) => !client_id);
}

/** One checkpoint page of a user's sessions. */
export async function listUserSessions(userId: string, from?: string) {
	const read = await readCheckpointPage("session", { from, take: undefined }, async (query) => {
		const call = { path: { user_id: userId }, query, schema: sessionPage };
		const page = await callManagement("get_user_sessions", call);
		return { ...page, items: page.sessions };
	});
	return { sessions: read.items, unreadable: read.unreadable, next: read.next };
}

/**
 * Replaces the whole metadata of a session; null removes all of it.
 * @param current the metadata as last read, for the audit trail
 */
export function updateSessionMetadata(
	id: string,
	metadata: ResourceMetadata | null,
	current?: JsonObject,
): Promise<Session> {
	return callManagement("patch_sessions_by_id", {
		path: { id },
		body: { session_metadata: metadata },
		schema: session,
		audit: metadataChangeOf(current, metadata, dashboardConfig().keepsMetadataValues),
	});
}

/**
 * Requests the end of a session and of all refresh tokens that were issued in it.
 * @param userId null where it is not known
 * @throws ManagementError
 */
export async function endUserSession(id: string, userId: string | null): Promise<void> {
	const end = () => callManagement("post_session_revoke", { path: { id } });
	const ofUser = (user_id: string) =>
		callManagement("post_user_revoke_access", {
			path: { user_id },
			body: { session_id: id },
			writeName: "post_user_revoke_access session_id",
			audit: { target: id },
		});
	await learnOwner(id, (withinMs) => getUserSession(id, withinMs));
	const until = Date.now() + WRITES_WITHIN_MS;
	await endOrLookUp(
		() =>
			userId === null
				? end()
				: eitherOperation(
						"post_user_revoke_access",
						() => ofUser(userId),
						async () => pacedWrite(end, until, await guardReads()),
					),
		(withinMs) => getUserSession(id, withinMs),
	);
}

/**
 * Requests the end of all sessions of a user and the revocation of all their refresh tokens, unless these are to stay. Where
 * the tenant does not offer that in one request, in one for each.
 * @returns the error of the second request, where the first was accepted
 * @throws ManagementError where the end of the sessions was not requested, or is not known to be
 */
export async function endUserSessions(
	userId: string,
	{ keepsTokens }: { keepsTokens: boolean },
): Promise<{ tokensError?: ManagementError }> {
	const until = Date.now() + WRITES_WITHIN_MS;
	const path = { user_id: userId };
	const together = async () => {
		await callManagement("post_user_revoke_access", {
			path,
			...(keepsTokens
				? { body: { preserve_refresh_tokens: true }, writeName: "post_user_revoke_access preserve_refresh_tokens" }
				: { body: {} }),
		});
		return {};
	};
	return eitherOperation("post_user_revoke_access", together, async () => {
		await pacedWrite(() => callManagement("delete_user_sessions", { path }), until);
		if (keepsTokens) return {};
		try {
			await pacedWrite(() => revokeUserRefreshTokens(userId), until);
			return {};
		} catch (error) {
			if (error instanceof ManagementError) return { tokensError: error };
			throw error;
		}
	});
}
