import type { Client } from "oidc-provider";
import { SIGN_IN_FAILURES } from "@/lib/contract/log-entry";
import { clientOf } from "../clients/client-authentication";
import { ID_TOKEN_LIFETIME_METADATA } from "../clients/lifetimes";
import { findServiceClient, isFirstParty, SECURITY_PROFILE_METADATA } from "../clients/service-client";
import { maySignIn } from "../connections/saml-connection";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { countRequest } from "../http/rate-limiter";
import { grantNotAllowed, missingParameter, Refusal, tooManyRequests, unsupportedGrant } from "../http/refusal";
import { formOf, parametersOf } from "../http/request-parameters";
import { respond } from "../http/respond";
import { clientInLog, nameInLog } from "../log/sign-ins";
import { CLAIMS_BY_SCOPE } from "../oidc/account";
import { requestedScopes } from "../oidc/grants";
import { issueIdToken } from "../oidc/user-tokens";
import { clientSettings } from "../store/clients";
import { findUser, isBlocked } from "../store/users";
import { type PresentedUser, userOfIdToken, userOfRefreshToken } from "./presented-token";

/** The grant type of a request (RFC 7523 section 2.1). */
const JWT_BEARER_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
/** Requests an ID token for another client. All other types are for services at which this one has no account. */
const OWN_API_TYPE = "app";
/** Ten a minute. */
const DELEGATIONS = { burst: 10, perSecond: 10 / 60 };

/** Checks what `POST /delegation` is requested for. @throws Refusal 400 */
export function delegationRequest(parameters: URLSearchParams): URLSearchParams {
	const grantType = parameters.get("grant_type");
	if (!grantType) throw missingParameter("grant_type");
	if (grantType !== JWT_BEARER_GRANT) throw unsupportedGrant(grantType);
	const apiType = parameters.get("api_type") || OWN_API_TYPE;
	if (apiType !== OWN_API_TYPE) {
		throw new Refusal(400, "invalid_request", `The api_type "${apiType}" is not available on this service`);
	}
	return parameters;
}

/** Legacy delegation: a client exchanges a user's token for an ID token of another client. */
export async function handleDelegation(service: IdentityService, request: ServiceRequest): Promise<Response> {
	const client = await clientOf(service, request);
	if (client[SECURITY_PROFILE_METADATA] !== undefined) throw grantNotAllowed(JWT_BEARER_GRANT);
	const sent = parametersOf(formOf(request), ["id_token", "refresh_token", "target", "scope"]);
	if (sent.target === undefined) throw missingParameter("target");
	const presented = await presentedUser(service, client, sent);
	const user = presented && (await findUser(service.database, presented.userId));
	await countDelegation(service, request, user?.user_id ?? null);
	if (user && isBlocked(user)) {
		const whose = { request, client: clientInLog(client), userId: user.user_id, userName: nameInLog(user) };
		service.log.add({ ...whose, type: "f", description: SIGN_IN_FAILURES.blocked });
	}
	if (!user || isBlocked(user)) {
		const parameter = sent.id_token ? "id_token" : "refresh_token";
		throw new Refusal(400, "invalid_grant", `The ${parameter} is not valid for this client.`);
	}
	const target = await requireTarget(service, client, sent.target);
	if (!(await maySignIn(service, user, target.clientId))) {
		throw unauthorizedClient("The target does not accept users of the user's connection.");
	}
	const requested = requestedScopes(sent).filter((scope) => Object.hasOwn(CLAIMS_BY_SCOPE, scope));
	const scope = [...new Set(["openid", ...requested])].join(" ");
	return respond(200, {
		// Signed like the target's own, with the same lifetime.
		id_token: await issueIdToken(service, target, user.user_id, scope, presented.signedIn, client.clientId),
		token_type: "Bearer",
		expires_in: Number(target[ID_TOKEN_LIFETIME_METADATA]),
	});
}

async function presentedUser(
	service: IdentityService,
	{ clientId }: Client,
	{ id_token: idToken, refresh_token: refreshToken }: { id_token?: string; refresh_token?: string },
): Promise<PresentedUser | null> {
	if (idToken && refreshToken) {
		throw new Refusal(400, "invalid_request", "Send either id_token or refresh_token, not both.");
	}
	if (idToken) return userOfIdToken(service, idToken, clientId);
	if (refreshToken) return userOfRefreshToken(service, refreshToken, clientId);
	throw new Refusal(400, "invalid_request", "Missing required parameter: id_token or refresh_token");
}

/**
 * Counts a request by the user of its verified token and the network address; those without a known user are counted
 * together.
 * @throws 429 too_many_requests
 */
async function countDelegation(
	service: IdentityService,
	request: ServiceRequest,
	userId: string | null,
): Promise<void> {
	const caller = JSON.stringify([request.address, userId]);
	request.rate = await countRequest(service.rateLimiter, `delegation:${caller}`, DELEGATIONS);
	if (request.rate && !request.rate.allowed) throw tooManyRequests();
}

/**
 * The client that a token is requested for, which must list the caller in `allowed_clients`. Off by default, since the
 * list is empty then.
 * @throws 400 unauthorized_client, with the same message for an unknown client and for one that lists others
 */
async function requireTarget(service: IdentityService, caller: Client, targetId: string): Promise<Client> {
	requireDelegable(caller);
	const row = await findServiceClient(service, targetId);
	const target = row && (await service.oidc().provider.Client.find(targetId));
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
		throw unauthorizedClient(`${clientId} belongs to another company, so its users must be asked first.`);
	const isBound = client.dpopBoundAccessTokens || client.tlsClientCertificateBoundAccessTokens;
	if (isBound || client[SECURITY_PROFILE_METADATA] !== undefined) {
		throw unauthorizedClient(`The tokens of ${clientId} are bound to their sender, and delegated tokens can't be.`);
	}
}

function unauthorizedClient(message: string): Refusal {
	return new Refusal(400, "unauthorized_client", message);
}
