import type { Client, ClientMetadata, FapiProfile, KoaContextWithOIDC } from "oidc-provider";
import { FAPI_SIGNING_ALGORITHM } from "../keys/signing-keys";
import type { ClientRow } from "../store/clients";

/** Under this name the library knows that a client has the profile. */
export const SECURITY_PROFILE_METADATA = "security_profile";

/**
 * What the FAPI 2.0 Security Profile demands of a client beside what it was registered with: pushed authorization
 * requests (section 5.3.2.2) and signatures that are not RS256 (section 5.4.1). The grants are narrowed in
 * service-client.ts, PKCE is demanded in the provider's configuration.
 */
export const FAPI_METADATA = {
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
