import type Provider from "oidc-provider";
import type { KoaContextWithOIDC } from "oidc-provider";
import type { IdentityService } from "../../../identity-service";
import { findArtifactBy } from "../../../store/oidc-artifacts";
import { beginLogout, logoutCookie } from "./logout-flow";
import { forgetParticipants, participantsOf } from "./participants";
import { reachableBy } from "./reachable";

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
		const told = await participantsOf(service, uid);
		await forgetParticipants(service, uid);
		const reached = await Promise.all(told.map(({ clientId }) => reachableBy(service, clientId)));
		const [first] = reached.filter((application) => application !== null);
		if (!first) return;
		const token = await beginLogout(service, {
			origin: { kind: "address", returnTo: new URL(target, service.config.issuer).href },
			...{ sessions: [], asked: null, isPartial: false },
			waiting: told.map(({ clientId, nameId, nameIdFormat, sessionIndex }) => {
				return { clientId, nameId, nameIdFormat, sessionIndexes: [sessionIndex] };
			}),
		});
		ctx.append("set-cookie", logoutCookie(service, token));
		ctx.status = 303;
		ctx.redirect(new URL(`samlp/${encodeURIComponent(first.client.client_id)}/logout`, service.config.issuer).href);
	};
}
