import type { Client, TokenEndpointGrantContext } from "oidc-provider";
import { ID_TOKEN_LIFETIME_METADATA } from "../clients/lifetimes";
import { findServiceClient, isFirstParty, SECURITY_PROFILE_METADATA } from "../clients/service-client";
import { maySignIn } from "../connections/saml-connection";
import type { Grant, IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import { countRequest, rateHeaders } from "../http/rate-limiter";
import { missingParameter, Refusal, tooManyRequests, unsupportedGrant } from "../http/refusal";
import { CLAIMS_BY_SCOPE } from "../oidc/account";
import { requiredParameter } from "../oidc/extension";
import { requestedScopes } from "../oidc/grants";
import { issueIdToken } from "../oidc/user-tokens";
import { clientSettings } from "../store/clients";
import { findUser, isBlocked } from "../store/users";
import { type PresentedUser, userOfIdToken, userOfRefreshToken } from "./presented-token";

/** The grant type of a request at the delegation endpoint (RFC 7523 section 2.1). */
const JWT_BEARER_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
/** Its grant type for the library. Never announced. */
const DELEGATION = "urn:identity-service:delegation";
/** Requests an ID token for another client. All other types are for services at which this one has no account. */
const OWN_API_TYPE = "app";
/** Ten a minute. */
const DELEGATIONS = { burst: 10, perSecond: 10 / 60 };

type DelegationContext = TokenEndpointGrantContext<{
	id_token?: string;
	refresh_token?: string;
	target?: string;
	scope?: string;
}>;

/**
 * Legacy delegation: a client exchanges a user's token for an ID token of another client. It is passed through the token
 * endpoint, because the library authenticates clients there.
 */
export const delegationGrant: Grant = {
	name: DELEGATION,
	parameters: ["id_token", "refresh_token", "target", "scope"],
	isInner: true,
	announcedAs: JWT_BEARER_GRANT,
	handle: (service, ctx) => delegate(service, ctx as DelegationContext),
};

/** The token request behind `POST /delegation`. */
export function delegationRequest(parameters: URLSearchParams): URLSearchParams {
	const grantType = parameters.get("grant_type");
	if (!grantType) throw missingParameter("grant_type");
	if (grantType !== JWT_BEARER_GRANT) throw unsupportedGrant(grantType);
	const apiType = parameters.get("api_type") || OWN_API_TYPE;
	if (apiType !== OWN_API_TYPE) {
		throw new Refusal(400, "invalid_request", `The api_type "${apiType}" is not available on this service`);
	}
	const form = new URLSearchParams(parameters);
	form.set("grant_type", DELEGATION);
	return form;
}

async function delegate(service: IdentityService, ctx: DelegationContext): Promise<void> {
	const targetId = requiredParameter(ctx, "target");
	const presented = await presentedUser(service, ctx);
	const user = presented && (await findUser(service.database, presented.userId));
	await countDelegation(service, ctx, user?.user_id ?? null);
	if (!user || isBlocked(user)) {
		const parameter = ctx.oidc.params.id_token ? "id_token" : "refresh_token";
		throw new Refusal(400, "invalid_grant", `The ${parameter} is not a good one of this client.`);
	}
	const target = await requireTarget(service, ctx, targetId);
	if (!(await maySignIn(service, user, targetId))) {
		throw unauthorizedClient("The target does not take people of the user's connection.");
	}
	const requested = requestedScopes(ctx.oidc.params).filter((scope) => Object.hasOwn(CLAIMS_BY_SCOPE, scope));
	const scope = [...new Set(["openid", ...requested])].join(" ");
	ctx.body = {
		// Signed like the target's own, with the same lifetime.
		id_token: await issueIdToken(service, ctx, user.user_id, scope, presented.signedIn, target),
		token_type: "Bearer",
		expires_in: Number(target[ID_TOKEN_LIFETIME_METADATA]),
	};
}

async function presentedUser(service: IdentityService, ctx: DelegationContext): Promise<PresentedUser | null> {
	const { client, params } = ctx.oidc;
	const { id_token: idToken, refresh_token: refreshToken } = params;
	if (idToken && refreshToken) {
		throw new Refusal(400, "invalid_request", "Send either id_token or refresh_token, not both.");
	}
	if (idToken) return userOfIdToken(service, idToken, client.clientId);
	if (refreshToken) return userOfRefreshToken(ctx, refreshToken, client.clientId);
	throw new Refusal(400, "invalid_request", "Missing required parameter: id_token or refresh_token");
}

/**
 * Counts a request by the user of its verified token and the network address; those without a known user are counted
 * together.
 * @throws 429 too_many_requests
 */
async function countDelegation(service: IdentityService, ctx: DelegationContext, userId: string | null): Promise<void> {
	const caller = JSON.stringify([requestOf(ctx).address, userId]);
	const rate = await countRequest(service.rateLimiter, `delegation:${caller}`, DELEGATIONS);
	ctx.set(rateHeaders(rate));
	if (rate && !rate.allowed) throw tooManyRequests();
}

/**
 * The client that a token is requested for, which must list the caller in `allowed_clients`. Off by default, since the
 * list is empty then.
 * @throws 400 unauthorized_client, with the same message for an unknown client and for one that lists others
 */
async function requireTarget(service: IdentityService, ctx: DelegationContext, targetId: string): Promise<Client> {
	const { client: caller, provider } = ctx.oidc;
	requireDelegable(caller);
	const row = await findServiceClient(service, targetId);
	const target = row && (await provider.Client.find(targetId));
	if (!target || !clientSettings(row).allowed_clients.includes(caller.clientId)) {
		throw unauthorizedClient("The target does not exist, or does not list this client in allowed_clients.");
	}
	requireDelegable(target);
	return target;
}

/**
 * The user gives no consent here, so neither client may belong to another company; and since delegated tokens are not
 * bound to their sender, neither client may require that.
 */
function requireDelegable(client: Client): void {
	const { clientId } = client;
	if (!isFirstParty(client))
		throw unauthorizedClient(`${clientId} belongs to another company: its users would be asked.`);
	const isBound = client.dpopBoundAccessTokens || client.tlsClientCertificateBoundAccessTokens;
	if (isBound || client[SECURITY_PROFILE_METADATA] !== undefined) {
		throw unauthorizedClient(`The tokens of ${clientId} are bound to their sender, which delegated ones are not.`);
	}
}

function unauthorizedClient(message: string): Refusal {
	return new Refusal(400, "unauthorized_client", message);
}
