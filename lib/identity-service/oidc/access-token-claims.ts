import type { AccessToken, ClientCredentials, JWTStructured, KoaContextWithOIDC } from "oidc-provider";
import { CLIENTS_OWN_TOKEN } from "../keys/access-token";

/**
 * Adds to a JWT access token (RFC 9068) what the management interface's tokens carry beside it: `azp`, and for client
 * credentials `gty` and the subject `<client_id>@clients`.
 */
export function addManagementClaims(
	_ctx: KoaContextWithOIDC,
	token: AccessToken | ClientCredentials,
	jwt: JWTStructured,
): void {
	jwt.payload.azp = token.clientId;
	if (token.kind === "ClientCredentials") {
		jwt.payload.sub = `${token.clientId}@clients`;
		jwt.payload.gty = CLIENTS_OWN_TOKEN;
	}
}
