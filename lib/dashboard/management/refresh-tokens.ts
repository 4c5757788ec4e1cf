import "server-only";
import { z } from "zod";
import type { ResourceMetadata } from "@/lib/contract/metadata";
import { type RefreshToken, refreshToken, refreshTokenPage, userRefreshTokenPage } from "@/lib/contract/refresh-token";
import type { JsonObject } from "@/lib/contract/safe-object";
import { metadataChangeOf } from "../audit/changes";
import { dashboardConfig } from "../config";
import { callManagement } from "./call/client";
import { learnOwner } from "./learn-owner";
import { endOrLookUp } from "./look-up";
import { readCheckpointPage } from "./smaller-pages";

/** @param withinMs total time, where less than usual is left */
export function getRefreshToken(id: string, withinMs?: number): Promise<RefreshToken> {
	return callManagement("get_refresh-tokens_by_id", { path: { id }, schema: refreshToken, withinMs });
}

/**
 * One checkpoint page of a user's refresh tokens.
 * @param withTotal also how many there are in all, where the tenant sends that
 */
export async function listUserRefreshTokens(userId: string, from?: string, withTotal = false) {
	const { items, unreadable, next, total } = await readCheckpointPage(
		"refresh token",
		{ from, take: undefined },
		async (checkpoint) => {
			const query = { ...checkpoint, include_totals: withTotal || undefined };
			const call = { path: { user_id: userId }, query, schema: userRefreshTokenPage };
			const page = await callManagement("get_user_refresh-tokens", call);
			return { ...page, items: page.tokens };
		},
	);
	return { tokens: items, unreadable, next, total };
}

/** The number of a user's refresh tokens. @throws SessionError, ManagementError; `not-understood` where the tenant sends none */
export async function countUserRefreshTokens(userId: string): Promise<number> {
	const query = { include_totals: true, take: 1 };
	const schema = z.looseObject({ total: z.number() });
	return (await callManagement("get_user_refresh-tokens", { path: { user_id: userId }, query, schema })).total;
}

/** One checkpoint page of a user's refresh tokens with one application. Not every tenant offers it. */
export async function listApplicationRefreshTokens(userId: string, clientId: string, from?: string) {
	const { items, unreadable, next } = await readCheckpointPage(
		"refresh token",
		{ from, take: undefined },
		async (checkpoint) => {
			const query = { user_id: userId, client_id: clientId, ...checkpoint };
			const page = await callManagement("get_refresh_tokens", { query, schema: refreshTokenPage });
			return { ...page, items: page.refresh_tokens };
		},
	);
	return { tokens: items, unreadable, next };
}

/**
 * Replaces the whole metadata of a token; null removes all of it.
 * @param current the metadata as last read, for the audit trail
 */
export function updateRefreshTokenMetadata(
	id: string,
	metadata: ResourceMetadata | null,
	current?: JsonObject,
): Promise<RefreshToken> {
	return callManagement("patch_refresh-tokens_by_id", {
		path: { id },
		body: { refresh_token_metadata: metadata },
		schema: refreshToken,
		audit: metadataChangeOf(current, metadata, dashboardConfig().keepsMetadataValues),
	});
}

/** Requests the deletion of all refresh tokens of a user, which takes effect later. @throws ManagementError */
export async function revokeUserRefreshTokens(userId: string): Promise<void> {
	await callManagement("delete_user_refresh-tokens", { path: { user_id: userId } });
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
