import {
	type Client,
	type ClientAuthMethod,
	type ClientMetadata,
	type FapiProfile,
	type KoaContextWithOIDC,
	Provider,
	type ResponseType,
} from "oidc-provider";
import type { Grant, IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import { secretOfClient } from "../keys/client-secret";
import { FAPI_SIGNING_ALGORITHM } from "../keys/signing-keys";
import { type ClientRow, clientSettings, findClient } from "../store/clients";
import { originMetadata } from "./across-origins";
import { FEDERATED_RESPONSE_TYPE, isFederated } from "./addon-settings";
import { absoluteUri, absoluteUris } from "./addresses";
import { CODE_GRANT, FAPI_GRANTS, IMPLICIT_GRANT, offeredGrants } from "./grant-types";
import {
	ID_TOKEN_LIFETIME_METADATA,
	ID_TOKEN_SECONDS,
	REFRESH_TOKEN_LIFETIME_METADATA,
	refreshTokenLifetimes,
} from "./lifetimes";

/** The library's implicit response types; `token` alone is made of the second (see implicit.ts). */
const IMPLICIT_RESPONSE_TYPES = ["id_token", "id_token token"] as const satisfies ResponseType[];

/** Ways in which a client may authenticate at the token endpoint. */
export const CLIENT_AUTH_METHODS = [
	"none",
	"client_secret_post",
	"client_secret_basic",
	"private_key_jwt",
	"tls_client_auth",
	"self_signed_tls_client_auth",
] as const satisfies ClientAuthMethod[];

/** Anything else is no identifier of ours, and not every database takes every character. */
const CLIENT_ID_PATTERN = /^[\x21-\x7e]{1,128}$/;

/** The steps of a token request look its client up three times: it is read once. @param clientId as it was sent */
export async function findServiceClient(service: IdentityService, clientId: string): Promise<ClientRow | null> {
	if (!CLIENT_ID_PATTERN.test(clientId)) return null;
	const known = Provider.ctx && requestOf(Provider.ctx).client;
	return known?.client_id === clientId ? known : findClient(service.database, clientId);
}

/**
 * Applications of the tenant are first-party: what they may ask for was decided when they were registered. Another
 * company's application asks its users (OpenID Connect Core 1.0 section 3.1.2.4).
 */
export const FIRST_PARTY_METADATA = "first_party";

export function isFirstParty(client: Client): boolean {
	return client[FIRST_PARTY_METADATA] !== false;
}

/** The scopes that a client was granted for an audience; undefined where it has no grant for it at all. */
export function grantedScopes(service: IdentityService, client: ClientRow, audience: string): string[] | undefined {
	return apiGrants(service, client).find((grant) => grant.audience === audience)?.scopes;
}

export type ApiGrant = { audience: string; scopes: string[] };

/** A client's grants, with absolute audiences. */
export function apiGrants(service: IdentityService, { api_grants }: ClientRow): ApiGrant[] {
	const grants = JSON.parse(api_grants) as ApiGrant[];
	return grants.map(({ audience, scopes }) => ({ audience: absoluteUri(service, audience), scopes }));
}

/** A registered client as OpenID Connect Dynamic Registration 1.0 (section 2) writes it. */
export async function clientMetadata(service: IdentityService, client: ClientRow): Promise<ClientMetadata | undefined> {
	const method = CLIENT_AUTH_METHODS.find((known) => known === client.token_endpoint_auth_method);
	if (!method) return undefined;
	const redirectUris = absoluteUris(service, client.redirect_uris);
	const logoutUris = absoluteUris(service, client.logout_uris);
	const grants = usableGrants(service, client, redirectUris);
	const secret = await secretOfClient(service.secrets, client);
	const settings = clientSettings(client);
	return {
		client_id: client.client_id,
		client_name: client.name,
		...(secret === null ? {} : { client_secret: secret }),
		token_endpoint_auth_method: method,
		grant_types: grants,
		response_types: responseTypes(grants, client),
		application_type: applicationType(grants.includes(IMPLICIT_GRANT), [...redirectUris, ...logoutUris]),
		redirect_uris: redirectUris,
		post_logout_redirect_uris: logoutUris,
		...(settings.require_pushed_authorization_requests ? { require_pushed_authorization_requests: true } : {}),
		...(settings.id_token_alg ? { id_token_signed_response_alg: settings.id_token_alg } : {}),
		...(settings.initiate_login_uri ? { initiate_login_uri: settings.initiate_login_uri } : {}),
		[FIRST_PARTY_METADATA]: client.first_party === 1,
		...originMetadata(service, client),
		[ID_TOKEN_LIFETIME_METADATA]: settings.id_token_lifetime ?? ID_TOKEN_SECONDS,
		[REFRESH_TOKEN_LIFETIME_METADATA]: refreshTokenLifetimes(client).absoluteSeconds,
		...(client.jwks === null ? {} : { jwks: JSON.parse(client.jwks) }),
		...(client.certificate_subject === null ? {} : { tls_client_auth_subject_dn: client.certificate_subject }),
		...(client.sender_constraint === "dpop" ? { dpop_bound_access_tokens: true } : {}),
		...(client.sender_constraint === "mtls" ? { tls_client_certificate_bound_access_tokens: true } : {}),
		...(isFapiClient(client) ? FAPI_METADATA : {}),
	};
}

/** Flows through the browser need an address to return to. */
function usableGrants(service: IdentityService, client: ClientRow, redirectUris: string[]): string[] {
	const offered = isFapiClient(client) ? FAPI_GRANTS : offeredGrants(service);
	const grants = (JSON.parse(client.grants) as string[]).filter((grant) => offered.includes(grant));
	// FAPI 2.0 knows no such flows.
	const isAllowed = ({ isInner, allowedWith }: Grant) =>
		isInner && (allowedWith === undefined || grants.includes(allowedWith));
	const inner = isFapiClient(client) ? [] : service.grants.filter(isAllowed);
	grants.push(...inner.map(({ name }) => name));
	return redirectUris.length > 0 ? grants : grants.filter((grant) => ![CODE_GRANT, IMPLICIT_GRANT].includes(grant));
}

function responseTypes(grants: string[], client: ClientRow): ResponseType[] {
	const implicit = grants.includes(IMPLICIT_GRANT) ? IMPLICIT_RESPONSE_TYPES : [];
	const federated: ResponseType[] = isFederated(client) ? [FEDERATED_RESPONSE_TYPE] : [];
	return grants.includes(CODE_GRANT) ? ["code", ...implicit, ...federated] : [...implicit, ...federated];
}

const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/**
 * What a client is registered as. OpenID Connect Dynamic Registration 1.0 (section 2) knows private-use schemes for native
 * clients only, and gives the tokens of the implicit flow to a web client by https only, to the machine that the browser
 * runs on to native clients only.
 * @param uris all that a browser may be sent back to
 */
function applicationType(isImplicit: boolean, uris: readonly string[]): "web" | "native" {
	return uris.some(isPrivateUse) || (isImplicit && uris.some((uri) => isLoopback(uri, "http:"))) ? "native" : "web";
}

/** Whether addresses that only a native client may have stand beside one that no native client may have. */
export function isMixed(isImplicit: boolean, uris: readonly string[]): boolean {
	return (
		(isImplicit || applicationType(isImplicit, uris) === "native") && uris.some((uri) => isLoopback(uri, "https:"))
	);
}

function isPrivateUse(uri: string): boolean {
	return !/^https?:/i.test(uri);
}

function isLoopback(uri: string, scheme: "http:" | "https:"): boolean {
	const { protocol, hostname } = new URL(uri);
	return protocol === scheme && LOOPBACK_HOSTS.includes(hostname);
}

/** Under this name the library knows that a client has the profile. */
export const SECURITY_PROFILE_METADATA = "security_profile";

/**
 * What the FAPI 2.0 Security Profile demands of a client beside what it was registered with: pushed authorization
 * requests (section 5.3.2.2) and signatures that are not RS256 (section 5.4.1). The grants are narrowed in
 * service-client.ts, PKCE is demanded in the provider's configuration.
 */
const FAPI_METADATA = {
	[SECURITY_PROFILE_METADATA]: "fapi2",
	require_pushed_authorization_requests: true,
	id_token_signed_response_alg: FAPI_SIGNING_ALGORITHM,
} as const satisfies Partial<ClientMetadata>;

/** Ways to authenticate with a key of the client's own, of which the service knows the public half. */
export const KEY_AUTH_METHODS = ["private_key_jwt", "tls_client_auth", "self_signed_tls_client_auth"];

/** A profile without a strong way to authenticate or without bound tokens would be one in name only. */
export function isFapiClient(client: ClientRow): boolean {
	if (client.security_profile !== "fapi2") return false;
	if (KEY_AUTH_METHODS.includes(client.token_endpoint_auth_method) && client.sender_constraint !== null) return true;
	throw new Error(`The client ${client.handle} has the FAPI 2.0 profile without what it demands.`);
}

/** The profile that the library applies to a request. */
export function fapiProfile(_ctx: KoaContextWithOIDC, client: Client | undefined): FapiProfile | undefined {
	return client?.[SECURITY_PROFILE_METADATA] === "fapi2" ? "2.0" : undefined;
}
