import { sql } from "kysely";
import type { AdapterPayload, KoaContextWithOIDC } from "oidc-provider";
import { ENDS } from "@/lib/contract/log-entry";
import { userInfoAudience } from "../clients/addresses";
import { REFRESH_GRANT } from "../clients/grant-types";
import { ENDLESS_SECONDS, type RefreshTokenLifetimes, refreshTokenLifetimes } from "../clients/lifetimes";
import { findServiceClient } from "../clients/service-client";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import { newIdentifier } from "../keys/derived";
import { recordRevocations } from "../log/endings";
import { clientInLog } from "../log/sign-ins";
import { deleteArtifactsOfGrant, deleteGrants } from "../store/oidc-artifacts";
import {
	consumeGeneration,
	deleteOldValues,
	isForgotten,
	isRepeatable,
	noteExchange,
	type TokenValue,
} from "../store/refresh-token-values";
import { type DeletedToken, deleteRefreshTokens, deleteTokensWhere } from "../store/refresh-tokens";
import type { IdentityServiceDatabase, OidcArtifactTable, RefreshTokenRow } from "../store/schema";
import { usedDevice } from "./device";

const ID_LENGTH = 16;

/** The value that a request presents, with its family: read once, then needed for the exchange. */
export type PresentedToken = Pick<RefreshTokenRow, "id" | "device" | "expires_at" | "user_id" | "session_id"> & {
	value: TokenValue;
	rotating: boolean;
	lifetimes: RefreshTokenLifetimes;
	/** Whether it was used before and is not accepted again, so that its family has to end (RFC 9700 section 4.14.2). */
	isReused: boolean;
	/** Why it is no longer found: its family has expired, or it was used too long ago. */
	ended: "expired" | "replaced" | null;
};

export function presentedToken(ctx: KoaContextWithOIDC): PresentedToken | undefined {
	return ctx.state.presentedToken;
}

/** Reads a stored value with its family. Null where that has ended. */
export async function readPresentedToken(
	service: IdentityService,
	{ id_hash, refresh_token_id: id, generation, consumed_at }: OidcArtifactTable,
): Promise<PresentedToken | null> {
	if (id === null) return null;
	const row = await service.database.selectFrom("refresh_tokens").selectAll().where("id", "=", id).executeTakeFirst();
	const time = service.now();
	const now = time.toISOString();
	if (!row) return null;
	const isExpired = [row.idle_expires_at, row.expires_at].some((end) => end !== null && end <= now);
	const { device, expires_at, user_id, session_id } = row;
	const lifetimes = refreshTokenLifetimes(await findServiceClient(service, row.client_id));
	const value = { id_hash, refresh_token_id: id, generation };
	const rotating = row.rotating === 1;
	const usedAt = rotating && consumed_at !== null ? Number(consumed_at) : null;
	const known = { id, device, expires_at, user_id, session_id, value, rotating, lifetimes, isReused: false };
	if (isExpired) return { ...known, ended: "expired" };
	if (usedAt !== null && (await isForgotten(service.database, value, usedAt, epochSeconds(time)))) {
		return { ...known, ended: "replaced" };
	}
	const isReused = usedAt !== null && !(await isAcceptedAgain(service, value, lifetimes));
	return { ...known, isReused, ended: null };
}

/**
 * Within the leeway of the first value of a generation its others are accepted, and one that was exchanged itself until one
 * of its successors is.
 */
async function isAcceptedAgain(
	{ database, now }: Pick<IdentityService, "database" | "now">,
	value: TokenValue,
	{ leewaySeconds }: RefreshTokenLifetimes,
): Promise<boolean> {
	return leewaySeconds > 0 && (await isRepeatable(database, value, epochSeconds(now()) - leewaySeconds));
}

/** What is stored of a new refresh token beside its value. */
export type NewFamily = {
	row: Pick<RefreshTokenRow, "user_id" | "client_id" | "session_id" | "rotating" | "resource_servers"> & {
		grant_id: string;
	};
	lifetimes: RefreshTokenLifetimes;
};

/** The family of a refresh token that is not the successor of another. @param payload of its value */
export async function newFamily(
	service: IdentityService,
	{ accountId, clientId, grantId, sessionUid, resource, scope }: AdapterPayload,
): Promise<NewFamily> {
	if (!accountId || !clientId || !grantId) throw new Error("A refresh token is of a user, a client and a grant.");
	const client = await findServiceClient(service, clientId);
	const audiences = [resource ?? userInfoAudience(service.config)].flat();
	const resourceServers = audiences.map((audience) => ({ audience, scopes: scope ?? "" }));
	return {
		row: {
			user_id: accountId,
			client_id: clientId,
			session_id: sessionUid ?? null,
			grant_id: grantId,
			rotating: client?.rotating ?? 0,
			resource_servers: JSON.stringify(resourceServers),
		},
		lifetimes: refreshTokenLifetimes(client),
	};
}

/**
 * Writes the row that the management interface shows for a newly issued refresh token. To be called in a transaction.
 * @returns its identifier, `dcr_` and 16 alphanumerics, which is stable while the token's value rotates
 */
export async function createFamily(
	{ database, now }: Pick<IdentityService, "database" | "now">,
	row: NewFamily["row"],
	{ absoluteSeconds, idleSeconds }: RefreshTokenLifetimes,
	device: string,
): Promise<string> {
	const id = `dcr_${newIdentifier(ID_LENGTH)}`;
	const time = now();
	await database
		.insertInto("refresh_tokens")
		.values({
			id,
			...row,
			device,
			metadata: null,
			created_at: time.toISOString(),
			idle_expires_at: secondsAfter(time, Math.min(idleSeconds, absoluteSeconds)),
			expires_at: secondsAfter(time, absoluteSeconds),
			last_exchanged_at: null,
		})
		.execute();
	return id;
}

/**
 * Exchanges a value: records the time, the device and the new idle expiry in the family's row, and marks a rotating one as
 * used. Metadata is not changed. To be called in a transaction.
 * @returns "gone" where the family has ended in between; "reused" where another request was first with the value, and the
 * family has ended now
 */
export async function exchangeValue(
	service: Pick<IdentityService, "database" | "now" | "log">,
	{ id, device, expires_at, value, rotating, lifetimes }: PresentedToken,
	ctx: KoaContextWithOIDC,
): Promise<"exchanged" | "gone" | "reused"> {
	const { database, now } = service;
	const time = now();
	const idle = secondsAfter(time, lifetimes.idleSeconds);
	// First: concurrent exchanges of the family's values wait for each other here.
	const { numUpdatedRows } = await database
		.updateTable("refresh_tokens")
		.set({
			device: usedDevice(device, ctx),
			last_exchanged_at: time.toISOString(),
			idle_expires_at: expires_at !== null && (idle === null || expires_at < idle) ? expires_at : idle,
		})
		.where("id", "=", id)
		.executeTakeFirst();
	if (numUpdatedRows === 0n) return "gone";
	if (!rotating) return "exchanged";
	const isFirst = await consumeGeneration(database, value, epochSeconds(time));
	if (!isFirst && !(await isAcceptedAgain({ database, now }, value, lifetimes))) {
		const deleted = await deleteRefreshTokens(database, "id", [id]);
		await recordReuse(service, database, deleted, ctx);
		return "reused";
	}
	await noteExchange(database, value);
	if (isFirst) await deleteOldValues(database, id, epochSeconds(time));
	return "exchanged";
}

/**
 * Ends a grant and all that was issued under it: codes, opaque access tokens, refresh tokens and their rows. To be called
 * in a transaction.
 */
export async function revokeGrant(
	service: Pick<IdentityService, "database" | "now" | "log">,
	grantId: string,
	ctx: KoaContextWithOIDC,
): Promise<void> {
	const { database } = service;
	const deleted = await deleteFamiliesOfGrant(database, grantId);
	await recordReuse(service, database, deleted, ctx);
	await deleteGrants(database, [grantId]);
}

/** Logs the refresh tokens that ended because a request presents one of their values, or their code, again. */
export async function recordReuse(
	service: Pick<IdentityService, "now" | "log">,
	transaction: IdentityServiceDatabase,
	tokens: readonly DeletedToken[],
	ctx: KoaContextWithOIDC,
): Promise<void> {
	const { client, params } = ctx.oidc;
	const description = params?.grant_type === REFRESH_GRANT ? ENDS.tokenReused : ENDS.codeReused;
	const requester = { request: requestOf(ctx), client: clientInLog(client) };
	await recordRevocations(service, transaction, tokens, { ...requester, description });
}

/** Deletes the refresh tokens that were issued under a grant, with their values. To be called in a transaction. */
export async function deleteFamiliesOfGrant(
	database: IdentityServiceDatabase,
	grantId: string,
): Promise<DeletedToken[]> {
	const deleted = await deleteTokensWhere(database, sql<boolean>`grant_id = ${grantId}`);
	await deleteArtifactsOfGrant(database, grantId, "RefreshToken");
	return deleted;
}

/** Null for no expiry. */
function secondsAfter(time: Date, seconds: number): string | null {
	if (seconds >= ENDLESS_SECONDS) return null;
	return new Date(time.getTime() + seconds * 1000).toISOString();
}
