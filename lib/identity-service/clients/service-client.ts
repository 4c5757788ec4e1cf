import {
	type Client,
	type ClientAuthMethod,
	type ClientMetadata,
	type FapiProfile,
	type KoaContextWithOIDC,
	Provider,
	type ResponseType,
} from "oidc-provider";
import type { IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import { secretOfClient } from "../keys/client-secret";
import { FAPI_SIGNING_ALGORITHM } from "../keys/signing-keys";
import { type ClientRow, clientSettings, findClient } from "../store/clients";
import { originMetadata } from "./across-origins";
import { FEDERATED_RESPONSE_TYPE, isFederated } from "./addon-settings";
import { absoluteUris } from "./addresses";
import { CODE_GRANT, FAPI_GRANTS, IMPLICIT_GRANT, offeredGrants } from "./grant-types";
import {
	ID_TOKEN_LIFETIME_METADATA,
	ID_TOKEN_SECONDS,
	REFRESH_TOKEN_LIFETIME_METADATA,
	refreshTokenLifetimes,
} from "./lifetimes";

/** The library's implicit response types; `token` alone is made of the second (see implicit.ts). */
const IMPLICIT_RESPONSE_TYPES = ["id_token", "id_token token"] as const satisfies ResponseType[];

/** Methods by which a client may authenticate at the token endpoint. */
export const CLIENT_AUTH_METHODS = [
	"none",
	"client_secret_post",
	"client_secret_basic",
	"private_key_jwt",
	"tls_client_auth",
	"self_signed_tls_client_auth",
] as const satisfies ClientAuthMethod[];

/** Our identifiers match it, and not every database accepts every character. */
const CLIENT_ID_PATTERN = /^[\x21-\x7e]{1,128}$/;

/** Reads the client of a token request once, though its steps look it up three times. @param clientId as it was sent */
export async function findServiceClient(service: IdentityService, clientId: string): Promise<ClientRow | null> {
	if (!CLIENT_ID_PATTERN.test(clientId)) return null;
	const known = Provider.ctx && requestOf(Provider.ctx).client;
	return known?.client_id === clientId ? known : findClient(service.database, clientId);
}

/**
 * Applications of the tenant are first-party: their registration determines what they may request. The users of another
 * company's application must consent (OpenID Connect Core 1.0 section 3.1.2.4).
 */
export const FIRST_PARTY_METADATA = "first_party";

export function isFirstParty(client: Client): boolean {
	return client[FIRST_PARTY_METADATA] !== false;
}

/** The client metadata with whether it is a native application by its `app_type`, whatever addresses it has. */
export const NATIVE_METADATA = "native_application";

/** A client as metadata of OpenID Connect Dynamic Registration 1.0 (section 2). */
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
		[NATIVE_METADATA]: client.app_type === "native",
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

/** Without the flows through the browser where the client has no redirect URI. */
function usableGrants(service: IdentityService, client: ClientRow, redirectUris: string[]): string[] {
	const offered = isFapiClient(client) ? FAPI_GRANTS : offeredGrants(service);
	const grants = (JSON.parse(client.grants) as string[]).filter((grant) => offered.includes(grant));
	return redirectUris.length > 0 ? grants : grants.filter((grant) => ![CODE_GRANT, IMPLICIT_GRANT].includes(grant));
}

function responseTypes(grants: string[], client: ClientRow): ResponseType[] {
	const implicit = grants.includes(IMPLICIT_GRANT) ? IMPLICIT_RESPONSE_TYPES : [];
	const federated: ResponseType[] = isFederated(client) ? [FEDERATED_RESPONSE_TYPE] : [];
	return grants.includes(CODE_GRANT) ? ["code", ...implicit, ...federated] : [...implicit, ...federated];
}

const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The library's application type of a client, by which it checks the client's addresses. OpenID Connect Dynamic
 * Registration 1.0 (section 2) allows private-use schemes for native clients only, and sends the tokens of the implicit
 * flow to a web client by https only, to the browser's own machine for native clients only.
 * @param uris all addresses that a browser may be redirected to
 */
function applicationType(isImplicit: boolean, uris: readonly string[]): "web" | "native" {
	return uris.some(isPrivateUse) || (isImplicit && uris.some((uri) => isLoopback(uri, "http:"))) ? "native" : "web";
}

/** Whether addresses that only a native client may have are combined with one that no native client may have. */
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

/** The client metadata with its security profile. */
export const SECURITY_PROFILE_METADATA = "security_profile";

/**
 * Requirements of the FAPI 2.0 Security Profile beside the client's registration: pushed authorization requests (section
 * 5.3.2.2) and signatures other than RS256 (section 5.4.1). `usableGrants` narrows the grants, the provider's
 * configuration requires PKCE.
 */
const FAPI_METADATA = {
	[SECURITY_PROFILE_METADATA]: "fapi2",
	require_pushed_authorization_requests: true,
	id_token_signed_response_alg: FAPI_SIGNING_ALGORITHM,
} as const satisfies Partial<ClientMetadata>;

/** Methods to authenticate with a key of the client, of which the service has the public part. */
export const KEY_AUTH_METHODS = ["private_key_jwt", "tls_client_auth", "self_signed_tls_client_auth"];

/** @throws Error for a client whose profile lacks a strong authentication method or bound tokens */
export function isFapiClient(client: ClientRow): boolean {
	if (client.security_profile !== "fapi2") return false;
	if (KEY_AUTH_METHODS.includes(client.token_endpoint_auth_method) && client.sender_constraint !== null) return true;
	throw new Error(`The client ${client.handle} has the FAPI 2.0 profile without what that requires.`);
}

/** The profile that the library applies to a request. */
export function fapiProfile(_ctx: KoaContextWithOIDC, client: Client | undefined): FapiProfile | undefined {
	return client?.[SECURITY_PROFILE_METADATA] === "fapi2" ? "2.0" : undefined;
}
