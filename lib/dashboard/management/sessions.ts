import "server-only";
import { type Session, session, sessionPage } from "@/lib/contract/session";
import type { CommandLine } from "../session/command-line";
import { eitherOperation } from "./call/access-token";
import { callManagement } from "./call/client";
import { ManagementError } from "./call/errors";
import { pacedWrite, WRITES_WITHIN_MS } from "./call/rate-pause";
import { guardReads, learnOwner } from "./call/user-guard";
import { countOf, ofUsers } from "./held-by-users";
import { revokeUserRefreshTokens } from "./refresh-tokens";
import { endOrLookUp } from "./safe-writes";

export const sessionsOfUsers = ofUsers("session", session, sessionPage);
/** One session, by its identifier; one checkpoint page of a user's. */
export const { read: getUserSession, listOfUser: listUserSessions } = sessionsOfUsers;

/** How many sessions a user has. @throws SessionError, ManagementError */
export async function countUserSessions(userId: string, actor?: CommandLine, withinMs?: number) {
	return countOf(await listUserSessions(userId, undefined, true, { actor, withinMs }));
}

/** Whether one of a session's applications has no usable ID; undefined: the tenant does not report them. */
export function hasUnnamedClient({ clients }: Pick<Session, "clients">): boolean | undefined {
	return clients?.some(({ client_id }) => !client_id);
}

/**
 * Requests the end of a session and of all refresh tokens that were issued in it.
 * @param userId null where it is not known
 * @param until milliseconds since the epoch: the end of waiting for the rate limit
 * @throws ManagementError
 */
export async function endUserSession(
	id: string,
	userId: string | null,
	until = Date.now() + WRITES_WITHIN_MS,
): Promise<void> {
	const end = () => callManagement("post_session_revoke", { path: { id } });
	const ofUser = (user_id: string) =>
		callManagement("post_user_revoke_access", {
			path: { user_id },
			body: { session_id: id },
			writeName: "post_user_revoke_access session_id",
			audit: { target: id },
		});
	await learnOwner(id, (withinMs) => getUserSession(id, withinMs));
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
 * @param options `apart` is called before the sessions are ended in a request of their own; the tokens are left to the caller then
 * @returns the error of the second request, where the first was accepted
 * @throws ManagementError where the end of the sessions was not requested, or is not known to be
 */
export async function endUserSessions(
	userId: string,
	{ keepsTokens, actor, apart }: { keepsTokens: boolean; actor?: CommandLine | undefined; apart?: () => Promise<void> },
): Promise<{ tokensError?: ManagementError }> {
	const until = Date.now() + WRITES_WITHIN_MS;
	const path = { user_id: userId };
	const together = async () => {
		await callManagement("post_user_revoke_access", {
			path,
			actor,
			...(keepsTokens
				? { body: { preserve_refresh_tokens: true }, writeName: "post_user_revoke_access preserve_refresh_tokens" }
				: { body: {} }),
		});
		return {};
	};
	return eitherOperation("post_user_revoke_access", together, async () => {
		await apart?.();
		await pacedWrite(() => callManagement("delete_user_sessions", { path, actor }), until);
		if (keepsTokens || apart) return {};
		try {
			await pacedWrite(() => revokeUserRefreshTokens(userId, actor), until);
			return {};
		} catch (error) {
			if (error instanceof ManagementError) return { tokensError: error };
			throw error;
		}
	});
}
