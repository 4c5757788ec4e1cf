import Provider, { type AdapterPayload, errors, type KoaContextWithOIDC } from "oidc-provider";
import { inTransaction } from "@/lib/database/in-transaction";
import { ENDLESS_SECONDS, type RefreshTokenLifetimes, refreshTokenLifetimes } from "../clients/lifetimes";
import { findServiceClient } from "../clients/service-client";
import type { IdentityService } from "../context/identity-service";
import { newIdentifier } from "../keys/derived";
import { clientsThatStay } from "../store/clients";
import {
	deleteArtifact,
	deleteArtifactsOfGrant,
	findArtifact,
	type NewArtifact,
	saveArtifact,
} from "../store/oidc-artifacts";
import type { OidcArtifactTable, RefreshTokenRow } from "../store/schema";
import { newDevice, usedDevice } from "./device";
import { isSessionOpen } from "./session-record";

const ID_LENGTH = 16;

/** The family of the token in the request: read once, then needed for the rotation and the record of the exchange. */
type PresentedFamily = Pick<RefreshTokenRow, "id" | "device" | "expires_at"> & {
	rotating: boolean;
	lifetimes: RefreshTokenLifetimes;
};

export function presentedFamily(ctx: KoaContextWithOIDC): PresentedFamily | undefined {
	return ctx.state.presentedFamily;
}

/** A stored token value is valid only while its row exists and has not expired. */
export async function exchangeableToken(service: IdentityService, artifact: OidcArtifactTable): Promise<boolean> {
	const { refresh_token_id: id } = artifact;
	if (id === null) return false;
	const row = await service.database.selectFrom("refresh_tokens").selectAll().where("id", "=", id).executeTakeFirst();
	const now = service.now().toISOString();
	if (!row || [row.idle_expires_at, row.expires_at].some((end) => end !== null && end <= now)) return false;
	const { device, expires_at } = row;
	const lifetimes = refreshTokenLifetimes(await findServiceClient(service, row.client_id));
	const family: PresentedFamily = { id, device, expires_at, rotating: row.rotating === 1, lifetimes };
	if (Provider.ctx) Provider.ctx.state.presentedFamily = family;
	return true;
}

/**
 * Stores a new token value: a rotated one in the presented token's family, any other together with a new family, in one
 * transaction.
 * @throws errors.InvalidGrant when the client was deleted, the grant revoked, or the session ended, during the request or before
 */
export async function saveRefreshToken(
	service: IdentityService,
	payload: AdapterPayload,
	artifact: Omit<NewArtifact, "refreshTokenId">,
): Promise<void> {
	const ctx = Provider.ctx;
	if (!ctx || !payload.accountId || !payload.clientId || !payload.grantId) {
		throw new Error("A refresh token is stored within a token request only.");
	}
	const presented = ctx.oidc.entities.RotatedRefreshToken && presentedFamily(ctx);
	if (presented) return saveArtifact(service.database, { ...artifact, refreshTokenId: presented.id });
	const { accountId, clientId, grantId } = payload;
	const client = await findServiceClient(service, clientId);
	const resource = payload.resource ?? new URL("userinfo", service.config.issuer).href;
	const audiences: string[] = Array.isArray(resource) ? resource : [resource];
	const resourceServers = audiences.map((audience) => ({ audience, scopes: payload.scope ?? "" }));
	const { sessionUid } = payload;
	const family = {
		...{ user_id: accountId, client_id: clientId, session_id: sessionUid ?? null, grant_id: grantId },
		...{ rotating: client?.rotating ?? 0, resource_servers: JSON.stringify(resourceServers) },
	};
	await inTransaction(service.database, async (transaction) => {
		if ((await clientsThatStay(transaction, [clientId])).length === 0) throw new errors.InvalidGrant();
		if (sessionUid !== undefined && !(await isSessionOpen(transaction, sessionUid))) throw new errors.InvalidGrant();
		if (!(await findArtifact(transaction, "Grant", grantId))) throw new errors.InvalidGrant();
		const refreshTokenId = await createFamily(
			{ ...service, database: transaction },
			family,
			refreshTokenLifetimes(client),
			newDevice(ctx),
		);
		await saveArtifact(transaction, { ...artifact, refreshTokenId });
	});
}

/**
 * Writes the row that the management interface shows for a newly issued refresh token.
 * @returns its identifier, `dcr_` and 16 alphanumerics, which is stable while the token's value rotates
 */
export async function createFamily(
	service: IdentityService,
	family: Pick<RefreshTokenRow, "user_id" | "client_id" | "session_id" | "grant_id" | "rotating" | "resource_servers">,
	{ absoluteSeconds, idleSeconds }: RefreshTokenLifetimes,
	device: string,
): Promise<string> {
	const id = `dcr_${newIdentifier(ID_LENGTH)}`;
	const now = service.now();
	await service.database
		.insertInto("refresh_tokens")
		.values({
			id,
			...family,
			device,
			metadata: null,
			created_at: now.toISOString(),
			idle_expires_at: secondsAfter(now, Math.min(idleSeconds, absoluteSeconds)),
			expires_at: secondsAfter(now, absoluteSeconds),
			last_exchanged_at: null,
		})
		.execute();
	return id;
}

/**
 * After a successful refresh-token exchange, before the response is sent, records its time, its device and the new idle
 * expiry in the token's row. Metadata is not changed.
 */
export function recordExchanges(service: IdentityService) {
	return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
		await next();
		const family = ctx.status === 200 && ctx.oidc?.params?.grant_type === "refresh_token" && presentedFamily(ctx);
		if (!family) return;
		const { id, expires_at, lifetimes } = family;
		const now = service.now();
		const idle = secondsAfter(now, lifetimes.idleSeconds);
		await service.database
			.updateTable("refresh_tokens")
			.set({
				device: usedDevice(family.device, ctx),
				last_exchanged_at: now.toISOString(),
				idle_expires_at: expires_at !== null && (idle === null || expires_at < idle) ? expires_at : idle,
			})
			.where("id", "=", id)
			.execute();
	};
}

/** Ends a grant and all that was issued under it: codes, opaque access tokens, refresh tokens and their rows. */
export async function revokeGrant(service: IdentityService, grantId: string): Promise<void> {
	await deleteFamiliesOfGrant(service, grantId);
	await deleteArtifactsOfGrant(service.database, grantId);
	await deleteArtifact(service.database, "Grant", grantId);
}

export async function deleteFamiliesOfGrant(service: IdentityService, grantId: string): Promise<void> {
	await service.database.deleteFrom("refresh_tokens").where("grant_id", "=", grantId).execute();
}

/** Null for no expiry. */
function secondsAfter(time: Date, seconds: number): string | null {
	if (seconds >= ENDLESS_SECONDS) return null;
	return new Date(time.getTime() + seconds * 1000).toISOString();
}
