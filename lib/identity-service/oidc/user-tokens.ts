import type { Client, TokenEndpointGrantContext } from "oidc-provider";
import { REFRESH_GRANT } from "../clients/grant-types";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import { Refusal } from "../http/refusal";
import { clientInLog, connectionOfMethod, recordSignIn } from "../log/sign-ins";
import { findAccount, requireUnblocked } from "./account";
import { writeWithIssued } from "./request-writes";
import { resourceServer } from "./resource-servers";

/** For requests without a scope. */
const DEFAULT_SCOPES = "openid profile email";

export type GrantContext = TokenEndpointGrantContext<{ scope?: string; resource?: string }>;

/**
 * Responds to a token request of one of the service's own grants with tokens for a user: an access token, with
 * `offline_access` a refresh token, with `openid` an ID token (OpenID Connect Core 1.0 section 3.1.3.3).
 * @param authenticate returns the user, and the methods of the sign-in (RFC 8176); called once nothing else in the request
 * can be refused, since a code can be used once
 * @throws 403 unauthorized for a blocked user; 400 unauthorized_client to a client whose tokens must be bound to it
 */
export async function issueUserTokens(
	service: IdentityService,
	ctx: GrantContext,
	authenticate: () => Promise<{ userId: string; amr: string[] }>,
): Promise<void> {
	const { client, provider, params } = ctx.oidc;
	if (client.dpopBoundAccessTokens || client.tlsClientCertificateBoundAccessTokens) {
		throw new Refusal(400, "unauthorized_client", "This grant issues no tokens that are bound to their sender.");
	}
	const { resource } = params;
	const api = resource ? await resourceServer(service, ctx, resource, client.clientId) : undefined;
	const { userId, amr } = await authenticate();
	const attempt = { request: requestOf(ctx), client: clientInLog(client) };
	await requireUnblocked(service, userId, { ...attempt, connection: connectionOfMethod(amr[0]) });
	params.scope ||= api ? `${DEFAULT_SCOPES} ${api.scope}` : DEFAULT_SCOPES;
	const identityScopes = [...ctx.oidc.requestParamOIDCScopes].join(" ");
	const apiScopes = [...ctx.oidc.requestParamScopes].filter((scope) => api?.scope.split(" ").includes(scope)).join(" ");

	const grant = new provider.Grant({ accountId: userId, clientId: client.clientId });
	if (identityScopes) grant.addOIDCScope(identityScopes);
	if (resource && apiScopes) grant.addResourceScope(resource, apiScopes);
	const grantId = await grant.save();
	ctx.oidc.entity("Grant", grant);
	const source = { accountId: userId, client, grantId, gty: params.grant_type };

	const signIn = { ...attempt, audience: resource, userId, method: amr[0], at: service.now() };
	await writeWithIssued(service, (transaction) => recordSignIn(service, transaction, signIn));
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
			? { id_token: await issueIdToken(service, client, userId, identityScopes, { amr, auth_time: authTime }) }
			: {}),
		expires_in: token.expiration,
		scope: token.scope,
		token_type: token.tokenType,
	};
}

/**
 * Issues an ID token without a session.
 * @param more claims about the sign-in
 * @param authorizedParty `azp`: the client that it is issued to, where that is another than the one it is for
 */
export async function issueIdToken(
	service: IdentityService,
	client: Client,
	userId: string,
	scope: string,
	more: Record<string, unknown>,
	authorizedParty?: string,
): Promise<string> {
	const account = await findAccount(service, userId);
	const claims = await account?.claims("id_token", scope, {}, []);
	const token = new (service.oidc().provider.IdToken)({ ...claims, ...more }, { client });
	if (authorizedParty !== undefined) token.set("azp", authorizedParty);
	Object.assign(token, { scope, mask: {}, rejected: [] });
	return token.issue({ use: "idtoken" });
}
