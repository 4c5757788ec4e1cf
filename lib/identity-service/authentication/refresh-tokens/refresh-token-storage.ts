import Provider, { type AdapterPayload, errors, type KoaContextWithOIDC } from "oidc-provider";
import type { IdentityService } from "../../identity-service";
import { findArtifact } from "../../store/oidc-artifacts";
import type { OidcArtifactTable } from "../../store/schema";
import { findServiceClient } from "../clients/service-client";
import { type Caller, createFamily, findLiveFamily } from "./refresh-token-family";
import { type RefreshTokenLifetimes, refreshTokenLifetimes } from "./refresh-token-lifetimes";

/** The family whose token the request presented: found once, then needed for rotation and the record of the exchange. */
type PresentedFamily = { id: string; rotating: boolean; lifetimes: RefreshTokenLifetimes };
const presentedFamilies = new WeakMap<KoaContextWithOIDC, PresentedFamily>();

/** The family of the refresh token that this request presented, if it presented a live one. */
export function presentedFamily(ctx: KoaContextWithOIDC): PresentedFamily | undefined {
	return presentedFamilies.get(ctx);
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
	if (Provider.ctx) presentedFamilies.set(Provider.ctx, { id, rotating: rotating === 1, lifetimes });
	return true;
}

/**
 * The family that a token value belongs to when it is first stored: a rotated value stays in the presented token's
 * family, any other begins one.
 * @throws errors.InvalidGrant when the grant was revoked while the request was under way
 */
export async function familyOfNewToken(service: IdentityService, payload: AdapterPayload): Promise<string> {
	const ctx = Provider.ctx;
	if (!ctx || !payload.accountId || !payload.clientId || !payload.grantId) {
		throw new Error("A refresh token is stored within a token request only.");
	}
	const presented = ctx.oidc.entities.RotatedRefreshToken && presentedFamily(ctx);
	if (presented) return presented.id;
	if (!(await findArtifact(service.database, "Grant", payload.grantId))) throw new errors.InvalidGrant();
	const client = await findServiceClient(service, payload.clientId);
	const resource = payload.resource ?? new URL("userinfo", service.config.issuer).href;
	const audiences: string[] = Array.isArray(resource) ? resource : [resource];
	return createFamily(service, {
		userId: payload.accountId,
		clientId: payload.clientId,
		sessionId: payload.sessionUid ?? null,
		grantId: payload.grantId,
		rotating: client?.rotating === 1,
		lifetimes: refreshTokenLifetimes(client),
		resourceServers: audiences.map((audience) => ({ audience, scopes: payload.scope ?? "" })),
		caller: callerOf(ctx),
	});
}
