import type Provider from "oidc-provider";
import type { KoaContextWithOIDC } from "oidc-provider";
import type { IdentityService } from "../../../identity-service";
import { findArtifactBy } from "../../../store/oidc-artifacts";
import { beginAtProvider } from "../../connections/logout/begin-at-provider";
import { takeProviderSession } from "../../connections/provider-session";
import { beginRound } from "./logout-round";

const LOGOUT_PATHS = ["/v2/logout", "/oidc/logout", "/oidc/logout/confirm"];

/**
 * Others hear of the service's own logouts, before the browser is led where those lead: applications of SAML and, where
 * that is asked for (`federated`), the outside provider that the person has come from, last.
 */
export function tellApplications(service: IdentityService, provider: Provider) {
	return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
		if (!LOGOUT_PATHS.includes(ctx.path)) return next();
		const { uid, accountId } = await provider.Session.get(ctx);
		await next();
		const target = ctx.response.get("location");
		if (!accountId || target === "") return;
		if (await findArtifactBy(service.database, "Session", "uid_hash", uid)) return;
		const returnTo = new URL(target, service.config.issuer).href;
		const there = await takeProviderSession(service, uid);
		const further = there && asksForProvider(ctx) ? await beginAtProvider(service, there, returnTo) : null;
		const round = await beginRound(service, [uid], { returnTo: further?.location ?? returnTo });
		const first = round ?? further;
		if (!first) return;
		for (const step of [round, further]) if (step) ctx.append("set-cookie", step.cookie);
		ctx.status = 303;
		ctx.redirect(first.location);
	};
}

/** Whatever its value is. Where the person was asked first, it stands in the form. */
function asksForProvider({ query, oidc }: KoaContextWithOIDC): boolean {
	return query.federated !== undefined || oidc?.body?.federated !== undefined;
}
