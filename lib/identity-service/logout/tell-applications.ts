import type Provider from "oidc-provider";
import type { KoaContextWithOIDC } from "oidc-provider";
import { beginAtProvider } from "../connections/logout/begin-at-provider";
import type { IdentityService } from "../context/identity-service";
import { beginRound } from "../saml/logout-flow";
import { type EndedSession, endSession } from "../sessions/end-sessions";
import { findArtifactBy } from "../store/oidc-artifacts";

const CONFIRM_PATH = "/oidc/logout/confirm";

/**
 * Redirects the browser to where a logout leads, past those that depended on the sessions that have ended: applications of
 * SAML and, where the request asks for that (`federated`), the outside provider that the user has come from, last.
 */
export async function redirectPastOthers(
	service: IdentityService,
	ctx: KoaContextWithOIDC,
	ended: readonly EndedSession[],
	target: string,
): Promise<void> {
	const returnTo = new URL(target, service.config.issuer).href;
	const there = ended.map(({ providerSession }) => providerSession).find((session) => session !== null);
	const further = there && asksForProvider(ctx) ? await beginAtProvider(service, there, returnTo) : null;
	const participants = ended.flatMap((each) => each.participants);
	const round = await beginRound(service, participants, { returnTo: further?.location ?? returnTo });
	const first = round ?? further;
	if (first) ctx.status = 303;
	for (const step of [round, further]) if (step) ctx.append("set-cookie", step.cookie);
	ctx.redirect(first?.location ?? target);
}

/** The same after a logout that the user has confirmed, which the library carries out. */
export function tellApplications(service: IdentityService, provider: Provider) {
	return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
		if (ctx.path !== CONFIRM_PATH) return next();
		const { uid, accountId } = await provider.Session.get(ctx);
		await next();
		const target = ctx.response.get("location");
		if (!accountId || target === "") return;
		if (await findArtifactBy(service.database, "Session", "uid_hash", uid)) return;
		await redirectPastOthers(service, ctx, [await endSession(service, provider, uid)], target);
	};
}

/** Whatever its value is. Where the user was asked first, it stands in the form. */
function asksForProvider({ query, oidc }: KoaContextWithOIDC): boolean {
	return query.federated !== undefined || oidc?.body?.federated !== undefined;
}
