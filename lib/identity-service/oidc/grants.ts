import type { Grant, KoaContextWithOIDC } from "oidc-provider";
import { isFirstParty } from "../clients/service-client";
import { sessionGrantId } from "../sessions/session-grant";
import { isOpenidBorrowed } from "./implicit";

/**
 * The grant of a sign-in: for the tenant's own applications one with all that they request, for those of other companies
 * one with what the user consented to, in this login or before in the same session.
 *
 * Refresh tokens get a grant of their own, so that the replay of one family's token never ends another family. All else in
 * a session has one grant of the session and the application, which the session names: the library refuses codes and
 * access tokens of any other.
 */
export async function loadGrant(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
	const { account, client, session, provider, result } = ctx.oidc;
	if (!account || !client || !session) return undefined;
	const { accountId } = account;
	const { clientId } = client;
	const ownId = session.grantIdFor(clientId) ?? sessionGrantId(session.uid, accountId, clientId);
	const wantsRefreshToken = ctx.oidc.requestParamScopes.has("offline_access");
	if (!isFirstParty(client)) {
		const agreed = await provider.Grant.find(result?.consent?.grantId ?? ownId);
		if (agreed?.accountId !== accountId || agreed.clientId !== clientId) return undefined;
		if (!wantsRefreshToken || !coversRequest(ctx, agreed)) return agreed;
	}
	const grant = new provider.Grant({ accountId, clientId });
	// What the session's grant contains already is added when it is stored: this request gets no more than it requests.
	if (!wantsRefreshToken) grant.jti = ownId;
	addRequestedScopes(ctx, grant);
	await grant.save();
	return grant;
}

/** Passes the original scope of a pushed authorization request to the request that uses it. */
export const PUSHED_SCOPE_PARAMETER = "pushed_scope";

/**
 * Keeps `offline_access`, which the library drops from requests without `prompt=consent` (OpenID Connect Core 1.0
 * section 11): the consent of a first-party application is given by its registration. A pushed request (RFC 9126)
 * passes the library's check twice, so its original scope is stored with it.
 */
export function keepOfflineAccess(ctx: KoaContextWithOIDC, pushed: unknown): void {
	const { params, client } = ctx.oidc;
	if (!params) return;
	const isPush = ctx.oidc.route === "pushed_authorization_request";
	const sent = isPush ? ctx.oidc.body?.scope : (pushed ?? ctx.query.scope);
	params[PUSHED_SCOPE_PARAMETER] = isPush && typeof sent === "string" ? sent : undefined;
	const isRequested = typeof sent === "string" && sent.split(" ").includes("offline_access");
	if (!isRequested || params.response_type !== "code" || !client?.grantTypeAllowed("refresh_token")) return;
	const scopes = new Set([...ctx.oidc.requestParamScopes, "offline_access"]);
	params.scope = [...scopes].filter(Boolean).join(" ");
}

/** Whether another company's application requests more than its user has consented to. */
export function needsConsent(ctx: KoaContextWithOIDC): boolean {
	const { client, grant } = ctx.oidc;
	return client !== undefined && !isFirstParty(client) && (grant === undefined || !coversRequest(ctx, grant));
}

/** Adds the requested scopes: those of OpenID Connect but a borrowed one, of each API those that the client was granted. */
function addRequestedScopes(ctx: KoaContextWithOIDC, grant: Grant): void {
	const isBorrowed = isOpenidBorrowed(ctx);
	const identity = [...ctx.oidc.requestParamOIDCScopes].filter((scope) => scope !== "openid" || !isBorrowed);
	if (identity.length > 0) grant.addOIDCScope(identity.join(" "));
	for (const [audience, scopes] of requestedApiScopes(ctx)) {
		if (scopes.length > 0) grant.addResourceScope(audience, scopes.join(" "));
	}
}

function coversRequest(ctx: KoaContextWithOIDC, grant: Grant): boolean {
	const identity = grant.getOIDCScope().split(" ");
	return (
		[...ctx.oidc.requestParamOIDCScopes].every((scope) => identity.includes(scope)) &&
		requestedApiScopes(ctx).every(([audience, scopes]) => {
			const granted = grant.getResourceScope(audience).split(" ");
			return scopes.every((scope) => granted.includes(scope));
		})
	);
}

function requestedApiScopes(ctx: KoaContextWithOIDC): [string, string[]][] {
	return Object.entries(ctx.oidc.resourceServers ?? {}).map(([audience, { scopes }]) => [
		audience,
		[...ctx.oidc.requestParamScopes].filter((scope) => scopes.has(scope)),
	]);
}

/** The scopes of an authorization request, each once. */
export function requestedScopes(params: Record<string, unknown>): string[] {
	return [...new Set(String(params.scope ?? "").split(" "))].filter(Boolean);
}
