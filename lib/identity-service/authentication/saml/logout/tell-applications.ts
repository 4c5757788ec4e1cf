import type Provider from "oidc-provider";
import type { KoaContextWithOIDC } from "oidc-provider";
import type { IdentityService } from "../../../identity-service";
import { findArtifactBy } from "../../../store/oidc-artifacts";
import { beginRound } from "./logout-round";

const LOGOUT_PATHS = ["/v2/logout", "/oidc/logout", "/oidc/logout/confirm"];

/** Applications of SAML hear of the service's other logouts, too, before the browser is led where those lead. */
export function tellApplications(service: IdentityService, provider: Provider) {
	return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
		if (!LOGOUT_PATHS.includes(ctx.path)) return next();
		const { uid, accountId } = await provider.Session.get(ctx);
		await next();
		const target = ctx.response.get("location");
		if (!accountId || target === "") return;
		if (await findArtifactBy(service.database, "Session", "uid_hash", uid)) return;
		const round = await beginRound(service, uid, new URL(target, service.config.issuer).href);
		if (!round) return;
		ctx.append("set-cookie", round.cookie);
		ctx.status = 303;
		ctx.redirect(round.location);
	};
}
