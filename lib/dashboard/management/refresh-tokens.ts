import "server-only";
import { z } from "zod";
import { refreshToken, refreshTokenPage, userRefreshTokenPage } from "@/lib/contract/refresh-token";
import type { CommandLine } from "../session/command-line";
import { callManagement } from "./call/client";
import { learnOwner } from "./call/user-guard";
import { countOf, ofUsers } from "./held-by-users";
import { readCheckpointPage } from "./list-pages";
import { endOrLookUp } from "./safe-writes";

export const tokensOfUsers = ofUsers("refresh token", refreshToken, userRefreshTokenPage);
/** One token, by its identifier; the change of its metadata; one checkpoint page of a user's. */
export const {
	read: getRefreshToken,
	update: updateRefreshTokenMetadata,
	listOfUser: listUserRefreshTokens,
} = tokensOfUsers;

/** How many refresh tokens a user has, as far as the tenant says. @throws SessionError, ManagementError */
export async function countUserTokens(userId: string, actor?: CommandLine, withinMs?: number) {
	return countOf(await listUserRefreshTokens(userId, undefined, true, { actor, withinMs }));
}

/** The number of a user's refresh tokens. @throws SessionError, ManagementError; `not-understood` where the tenant sends none */
export async function countUserRefreshTokens(userId: string): Promise<number> {
	const query = { include_totals: true, take: 1 };
	const schema = z.looseObject({ total: z.number() });
	return (await callManagement("get_user_refresh-tokens", { path: { user_id: userId }, query, schema })).total;
}

/** One checkpoint page of a user's refresh tokens with one application. Not every tenant offers it. */
export function listApplicationRefreshTokens(userId: string, clientId: string, from?: string) {
	return readCheckpointPage("refresh token", { from, take: undefined }, async (checkpoint) => {
		const query = { user_id: userId, client_id: clientId, ...checkpoint };
		const page = await callManagement("get_refresh_tokens", { query, schema: refreshTokenPage });
		return { ...page, items: page.refresh_tokens };
	});
}

/** Requests the deletion of all refresh tokens of a user, which takes effect later. @throws ManagementError */
export async function revokeUserRefreshTokens(userId: string, actor?: CommandLine): Promise<void> {
	await callManagement("delete_user_refresh-tokens", { path: { user_id: userId }, actor });
}

/** Requests the token's deletion. @throws ManagementError */
export async function revokeRefreshToken(id: string): Promise<void> {
	await learnOwner(id, (withinMs) => getRefreshToken(id, withinMs));
	await endOrLookUp(
		() => callManagement("delete_refresh-tokens_by_id", { path: { id } }),
		(withinMs) => getRefreshToken(id, withinMs),
	);
}

/**
 * Requests the deletion of several tokens in one request.
 * @param ids at most `REVOKED_TOKENS_MAX`, at least one
 * @throws ManagementError
 */
export async function revokeRefreshTokens([first = "", ...others]: readonly string[]): Promise<void> {
	await callManagement("post_refresh_tokens_revoke", {
		body: { ids: [first, ...others] },
		audit: { target: first, otherTargets: others },
	});
}
