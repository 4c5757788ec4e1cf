import type { KoaContextWithOIDC } from "oidc-provider";
import type { IdentityService } from "../context/identity-service";
import { recordExchange } from "./refresh-token-family";
import { callerOf, presentedFamily } from "./refresh-token-storage";

/** After a successful refresh-token exchange, notes its time and device on the token's row, before the answer leaves. */
export function recordExchanges(service: IdentityService) {
	return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
		await next();
		const family = ctx.status === 200 && ctx.oidc?.params?.grant_type === "refresh_token" && presentedFamily(ctx);
		if (family) await recordExchange(service, family.id, callerOf(ctx), family.lifetimes.idleSeconds);
	};
}
