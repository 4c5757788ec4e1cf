import type { Client, TokenEndpointGrantContext } from "oidc-provider";
import { REFRESH_GRANT } from "../clients/grant-types";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { Refusal } from "../http/refusal";
import { recordLogin } from "../store/users";
import { findAccountOf, requireUnblocked } from "./account";
import { resourceServer } from "./resource-servers";

/** For requests without a scope. */
const DEFAULT_SCOPES = "openid profile email";

export type GrantContext = TokenEndpointGrantContext<{ scope?: string; resource?: string }>;

/**
 * Responds to a token request of one of the service's own grants with tokens for a user: an access token, with
 * `offline_access` a refresh token, with `openid` an ID token (OpenID Connect Core 1.0 section 3.1.3.3).
 * @param amr the methods by which the user has authenticated (RFC 8176)
 * @throws 403 unauthorized for a blocked user; 400 unauthorized_client to a client whose tokens must be bound to it
 */
export async function issueUserTokens(
	service: IdentityService,
	ctx: GrantContext,
	userId: string,
	amr: string[],
): Promise<void> {
	const { client, provider, params } = ctx.oidc;
	await requireUnblocked(service, userId);
	if (client.dpopBoundAccessTokens || client.tlsClientCertificateBoundAccessTokens) {
		throw new Refusal(400, "unauthorized_client", "This grant issues no tokens that are bound to their sender.");
	}
	const { resource } = params;
	const api = resource ? await resourceServer(service, ctx, resource, client.clientId) : undefined;
	params.scope ||= api ? `${DEFAULT_SCOPES} ${api.scope}` : DEFAULT_SCOPES;
	const identityScopes = [...ctx.oidc.requestParamOIDCScopes].join(" ");
	const apiScopes = [...ctx.oidc.requestParamScopes].filter((scope) => api?.scope.split(" ").includes(scope)).join(" ");

	const grant = new provider.Grant({ accountId: userId, clientId: client.clientId });
	if (identityScopes) grant.addOIDCScope(identityScopes);
	if (resource && apiScopes) grant.addResourceScope(resource, apiScopes);
	const grantId = await grant.save();
	const source = { accountId: userId, client, grantId, gty: params.grant_type };

	const token = new provider.AccessToken(source);
	if (resource && api) token.resourceServer = new provider.ResourceServer(resource, api);
	token.scope = resource ? apiScopes : identityScopes;
	const accessToken = await token.save();
	const wantsRefreshToken = ctx.oidc.requestParamScopes.has("offline_access") && client.grantTypeAllowed(REFRESH_GRANT);
	const authTime = epochSeconds(service.now());
	const scope = [identityScopes, apiScopes].filter(Boolean).join(" ");
	const refreshable = { ...source, amr, authTime, scope, ...(resource ? { resource } : {}) };
	ctx.body = {
		access_token: accessToken,
		...(wantsRefreshToken ? { refresh_token: await new provider.RefreshToken(refreshable).save() } : {}),
		...(ctx.oidc.requestParamScopes.has("openid")
			? { id_token: await issueIdToken(service, ctx, userId, identityScopes, { amr, auth_time: authTime }) }
			: {}),
		expires_in: token.expiration,
		scope: token.scope,
		token_type: token.tokenType,
	};
	// Last: a sign-in that fails before does not count.
	await recordLogin(service.database, userId, { at: service.now(), ip: ctx.ip || null });
}

/**
 * Issues an ID token without a session.
 * @param more claims about the sign-in
 * @param target the client that it is for, where it is not the request's, which then becomes `azp`
 */
export async function issueIdToken(
	service: IdentityService,
	ctx: TokenEndpointGrantContext,
	userId: string,
	scope: string,
	more: Record<string, unknown>,
	target?: Client,
): Promise<string> {
	const account = await findAccountOf(service)(ctx, userId);
	const claims = await account?.claims("id_token", scope, {}, []);
	const token = new ctx.oidc.provider.IdToken({ ...claims, ...more }, { ctx, client: target ?? ctx.oidc.client });
	if (target) token.set("azp", ctx.oidc.client.clientId);
	Object.assign(token, { scope, mask: {}, rejected: [] });
	return token.issue({ use: "idtoken" });
}
