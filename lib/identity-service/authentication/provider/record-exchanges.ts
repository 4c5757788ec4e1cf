import type { KoaContextWithOIDC } from "oidc-provider";
import type { IdentityService } from "../../identity-service";
import { findServiceClient } from "../clients/service-client";
import { recordExchange } from "../refresh-tokens/refresh-token-family";
import { refreshTokenLifetimes } from "../refresh-tokens/refresh-token-lifetimes";
import { callerOf, presentedFamily } from "../refresh-tokens/refresh-token-storage";

/** After a successful refresh-token exchange, notes its time and device on the token's row, before the answer leaves. */
export function recordExchanges(service: IdentityService) {
	return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
		await next();
		const family = ctx.status === 200 && ctx.oidc?.params?.grant_type === "refresh_token" && presentedFamily(ctx);
		if (!family) return;
		const client = await findServiceClient(service, ctx.oidc.client?.clientId ?? "");
		await recordExchange(service, family.id, callerOf(ctx), refreshTokenLifetimes(client).idleSeconds);
	};
}
