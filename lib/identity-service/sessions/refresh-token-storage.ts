import Provider, { type AdapterPayload, errors, type KoaContextWithOIDC } from "oidc-provider";
import { inTransaction } from "@/lib/database/in-transaction";
import { type RefreshTokenLifetimes, refreshTokenLifetimes } from "../clients/lifetimes";
import { findServiceClient } from "../clients/service-client";
import type { IdentityService } from "../context/identity-service";
import { findArtifact, type NewArtifact, saveArtifact } from "../store/oidc-artifacts";
import type { OidcArtifactTable } from "../store/schema";
import { type Caller, createFamily, findLiveFamily, recordExchange } from "./refresh-token-family";

/** The family whose token the request presented: found once, then needed for rotation and the record of the exchange. */
type PresentedFamily = { id: string; rotating: boolean; lifetimes: RefreshTokenLifetimes };

/** The family of the refresh token that this request presented, if it presented a live one. */
export function presentedFamily(ctx: KoaContextWithOIDC): PresentedFamily | undefined {
	return ctx.state.presentedFamily;
}

export function callerOf(ctx: KoaContextWithOIDC): Caller {
	return { ip: ctx.ip || null, userAgent: ctx.get("user-agent") || null };
}

/** A stored token value counts only while its row is there and has not expired. */
export async function exchangeableToken(service: IdentityService, artifact: OidcArtifactTable): Promise<boolean> {
	const family = artifact.refresh_token_id && (await findLiveFamily(service, artifact.refresh_token_id));
	if (!family) return false;
	const { id, rotating, client_id } = family;
	const lifetimes = refreshTokenLifetimes(await findServiceClient(service, client_id));
	if (Provider.ctx)
		Provider.ctx.state.presentedFamily = { id, rotating: rotating === 1, lifetimes } satisfies PresentedFamily;
	return true;
}

/**
 * Stores a token value for the first time: a rotated value in the presented token's family, any other together with a
 * family of its own, of which nothing is left where it can't be stored.
 * @throws errors.InvalidGrant when the grant was revoked while the request was under way
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
	const family = {
		userId: accountId,
		clientId,
		sessionId: payload.sessionUid ?? null,
		grantId,
		rotating: client?.rotating === 1,
		lifetimes: refreshTokenLifetimes(client),
		resourceServers: audiences.map((audience) => ({ audience, scopes: payload.scope ?? "" })),
		caller: callerOf(ctx),
	};
	await inTransaction(service.database, async (transaction) => {
		if (!(await findArtifact(transaction, "Grant", grantId))) throw new errors.InvalidGrant();
		const refreshTokenId = await createFamily({ ...service, database: transaction }, family);
		await saveArtifact(transaction, { ...artifact, refreshTokenId });
	});
}

/** After a successful refresh-token exchange, notes its time and device on the token's row, before the answer leaves. */
export function recordExchanges(service: IdentityService) {
	return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
		await next();
		const family = ctx.status === 200 && ctx.oidc?.params?.grant_type === "refresh_token" && presentedFamily(ctx);
		if (family) await recordExchange(service, family.id, callerOf(ctx), family.lifetimes.idleSeconds);
	};
}
