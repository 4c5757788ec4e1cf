import type { Grant, KoaContextWithOIDC } from "oidc-provider";
import { isFirstParty } from "../clients/service-client";
import { addRequestedScopes, agreedGrant } from "./consent";
import { isOpenidBorrowed } from "./implicit";

/**
 * The grant that a sign-in runs under: for applications of the tenant one with all that they ask for, for those of other
 * companies what the user agreed to.
 *
 * Refresh tokens get a grant of their own, so that the replay of one family's token never ends another family.
 */
export async function loadGrant(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
	const { account, client, session, provider } = ctx.oidc;
	if (!account || !client || !session) return undefined;
	if (!isFirstParty(client)) return agreedGrant(ctx);
	const wantsRefreshToken = ctx.oidc.requestParamScopes.has("offline_access");
	const known = session.authorizationFor(client.clientId);
	// A grant that was reused could hold a scope that this request only borrowed.
	const ofItsOwn = wantsRefreshToken || isOpenidBorrowed(ctx);
	const reusable = !ofItsOwn && !known?.persistsLogout && known?.grantId;
	const found = reusable ? await provider.Grant.find(reusable) : undefined;
	const grant =
		found?.accountId === account.accountId
			? found
			: new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
	addRequestedScopes(ctx, grant, isOpenidBorrowed(ctx) ? ["openid"] : []);
	await grant.save();
	return grant;
}

/** Carries the scope of a pushed authorization request as it was sent, to the request that uses it. */
export const PUSHED_SCOPE_PARAMETER = "pushed_scope";

/**
 * Keeps `offline_access`, which the library drops from requests without `prompt=consent` (OpenID Connect Core 1.0
 * section 11): the consent of a first-party application is given by its registration. A request that was pushed
 * (RFC 9126) passes the library's check twice, so what was sent is pushed along.
 */
export function keepOfflineAccess(ctx: KoaContextWithOIDC, pushed: unknown): void {
	const { params, client } = ctx.oidc;
	if (!params) return;
	const isPush = ctx.oidc.route === "pushed_authorization_request";
	const sent = isPush ? ctx.oidc.body?.scope : (pushed ?? ctx.query.scope);
	params[PUSHED_SCOPE_PARAMETER] = isPush && typeof sent === "string" ? sent : undefined;
	const asked = typeof sent === "string" && sent.split(" ").includes("offline_access");
	if (!asked || params.response_type !== "code" || !client?.grantTypeAllowed("refresh_token")) return;
	const scopes = new Set([...ctx.oidc.requestParamScopes, "offline_access"]);
	params.scope = [...scopes].filter(Boolean).join(" ");
}
