import type { Client, TokenEndpointGrantContext } from "oidc-provider";
import { DELEGATION, JWT_BEARER_GRANT } from "../clients/grant-types";
import { ID_TOKEN_LIFETIME_METADATA } from "../clients/lifetimes";
import { maySignIn } from "../connections/may-sign-in";
import type { IdentityService } from "../context/identity-service";
import { Refusal } from "../http/refusal";
import { CLAIMS_BY_SCOPE, findAccountOf } from "../oidc/account";
import { type Grant, requiredParameter } from "../oidc/grant";
import { requestedScopes } from "../oidc/requested-scopes";
import { findUser } from "../store/users";
import { requireTarget } from "./delegation-clients";
import { countDelegation } from "./delegation-limit";
import { type PresentedUser, userOfIdToken, userOfRefreshToken } from "./presented-token";

type DelegationParameters = { id_token?: string; refresh_token?: string; target?: string; scope?: string };
type DelegationContext = TokenEndpointGrantContext<DelegationParameters>;

/**
 * Legacy delegation: a client exchanges a token that it has of a user for an ID token of another client. It runs through
 * the token endpoint, because the library authenticates clients there.
 */
export const delegationGrant: Grant = {
	name: DELEGATION,
	parameters: ["id_token", "refresh_token", "target", "scope"],
	isInner: true,
	announcedAs: JWT_BEARER_GRANT,
	// Whether there is anything to delegate to is up to the other client.
	isAllowed: () => true,
	handle: (service, ctx) => delegate(service, ctx as DelegationContext),
};

async function delegate(service: IdentityService, ctx: DelegationContext): Promise<void> {
	const { client, params } = ctx.oidc;
	const targetId = requiredParameter(ctx, "target");
	const presented = await presentedUser(service, ctx);
	const user = presented && (await findUser(service.database, presented.userId));
	await countDelegation(service, ctx, user?.user_id ?? null);
	if (!user) throw new Refusal(400, "invalid_grant", `The ${presentedName(params)} is not a good one of this client.`);
	const target = await requireTarget(service, ctx, targetId, client);
	if (!(await maySignIn(service, user, targetId))) {
		throw new Refusal(400, "unauthorized_client", "The target does not take people of the user's connection.");
	}
	ctx.body = {
		id_token: await idTokenFor(service, ctx, target, presented),
		token_type: "Bearer",
		expires_in: Number(target[ID_TOKEN_LIFETIME_METADATA]),
	};
}

function presentedName({ id_token }: DelegationParameters): "id_token" | "refresh_token" {
	return id_token ? "id_token" : "refresh_token";
}

async function presentedUser(service: IdentityService, ctx: DelegationContext): Promise<PresentedUser | null> {
	const { client, params } = ctx.oidc;
	const { id_token: idToken, refresh_token: refreshToken } = params;
	if (idToken && refreshToken) {
		throw new Refusal(400, "invalid_request", "Send either id_token or refresh_token, not both.");
	}
	if (idToken) return userOfIdToken(service, idToken, client.clientId);
	if (refreshToken) return userOfRefreshToken(service, ctx, refreshToken, client.clientId);
	throw new Refusal(400, "invalid_request", "Missing required parameter: id_token or refresh_token");
}

/** Signed as the target's own, for as long as those live; `azp` says who asked for it. It has no session. */
async function idTokenFor(
	service: IdentityService,
	ctx: DelegationContext,
	target: Client,
	{ userId, signedIn }: PresentedUser,
): Promise<string> {
	const asked = requestedScopes(ctx.oidc.params).filter((scope) => Object.hasOwn(CLAIMS_BY_SCOPE, scope));
	const scope = [...new Set(["openid", ...asked])].join(" ");
	const account = await findAccountOf(service)(ctx, userId);
	const claims = await account?.claims("id_token", scope, {}, []);
	const token = new ctx.oidc.provider.IdToken({ ...claims, ...signedIn }, { ctx, client: target });
	token.set("azp", ctx.oidc.client.clientId);
	Object.assign(token, { scope, mask: {}, rejected: [] });
	return token.issue({ use: "idtoken" });
}
