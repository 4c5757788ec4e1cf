import { decodeJwt } from "jose";
import Provider, { type KoaContextWithOIDC } from "oidc-provider";
import type { IdentityService } from "../context/identity-service";
import { saveArtifact } from "../store/oidc-artifacts";
import { writeWithIssued } from "./request-writes";

/**
 * Makes a user's access token for an API one for the user info endpoint as well, as at the vendor: its scope holds the
 * granted scopes of OpenID Connect beside those of the API. The library issues such a token as a JWT and does not store
 * it. One with `openid` is stored here like an opaque token, by the hash of its whole text, so that the user info
 * endpoint accepts it exactly as long: until its session, its grant, its user or its client ends.
 */
export function extendApiTokens(service: IdentityService, { AccessToken }: Provider): void {
	const { save } = AccessToken.prototype;
	AccessToken.prototype.save = async function (): Promise<string> {
		if (this.aud === undefined || !Provider.ctx) return save.call(this);
		this.scope = [identityScope(Provider.ctx), this.scope].filter(Boolean).join(" ");
		const value = await save.call(this);
		if (this.scopes.has("openid")) await storeApiToken(service, this, AccessToken.IN_PAYLOAD, value);
		return value;
	};
}

type ApiToken = InstanceType<Provider["AccessToken"]>;

/** @param names of the properties that the library stores */
async function storeApiToken(
	service: IdentityService,
	token: ApiToken,
	names: readonly string[],
	value: string,
): Promise<void> {
	const { iat, exp } = decodeJwt(value);
	const known = Object.entries(token).filter(([name]) => names.includes(name) && name !== "aud" && name !== "jti");
	// The library binds opaque tokens alone to the session of an implicit flow.
	const expiresWithSession = token.gty === "implicit" || token.expiresWithSession;
	await writeWithIssued(service, (transaction) =>
		saveArtifact(transaction, {
			model: token.kind,
			id: value,
			payload: { ...Object.fromEntries(known), iat, exp, expiresWithSession },
			grantId: token.grantId,
			expiresAt: exp,
		}),
	);
}

/** The scopes of OpenID Connect that were granted, of those that the request, its code or its refresh token has. */
function identityScope({ oidc }: KoaContextWithOIDC): string {
	const { authorizationCode, refreshToken, params, requestParamScopes, grant } = oidc;
	const source = authorizationCode ?? (params?.scope ? undefined : refreshToken);
	return grant?.getOIDCScopeFiltered(source?.scopes ?? requestParamScopes) ?? "";
}
