import type { Grant, KoaContextWithOIDC } from "oidc-provider";
import { isFirstParty } from "../clients/service-client";

/**
 * The grant that a user gave to another company's application, in this login or before in the same session. Refresh
 * tokens get a copy of their own, so that the replay of one family's token never ends another family.
 */
export async function agreedGrant(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
	const { account, client, session, provider, result } = ctx.oidc;
	if (!account || !client || !session) return undefined;
	const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
	const known = grantId ? await provider.Grant.find(grantId) : undefined;
	if (known?.accountId !== account.accountId || known.clientId !== client.clientId) return undefined;
	if (!ctx.oidc.requestParamScopes.has("offline_access") || !coversRequest(ctx, known)) return known;
	const copy = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
	addRequestedScopes(ctx, copy);
	await copy.save();
	return copy;
}

/** Whether another company's application asks for more than its user has agreed to. */
export function mustAsk(ctx: KoaContextWithOIDC): boolean {
	const { client, grant } = ctx.oidc;
	return client !== undefined && !isFirstParty(client) && (grant === undefined || !coversRequest(ctx, grant));
}

/** Adds what the request asks for: scopes of OpenID Connect, and of each API those that the client was granted. */
export function addRequestedScopes(ctx: KoaContextWithOIDC, grant: Grant, without: readonly string[] = []): void {
	const identity = [...ctx.oidc.requestParamOIDCScopes].filter((scope) => !without.includes(scope));
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
