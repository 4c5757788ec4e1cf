import type { errors, KoaContextWithOIDC } from "oidc-provider";
import { REFRESH_GRANT } from "../clients/grant-types";
import type { Grant, IdentityService } from "../context/identity-service";
import { clientRefusal, missingParameter, oauthBody, Refusal, unsupportedGrant } from "../http/refusal";

/**
 * Replaces status and message of the library's errors for token and revocation requests by those of this interface, in
 * the shape of RFC 6749 section 5.2.
 */
export function shapeTokenError({ grants }: Pick<IdentityService, "grants">) {
	return (ctx: KoaContextWithOIDC, error: errors.OIDCProviderError): void => {
		const refusal = tokenRefusal(ctx, error, grants);
		if (refusal) {
			ctx.body = oauthBody(refusal);
			ctx.status = refusal.status;
		}
	};
}

function tokenRefusal(
	ctx: KoaContextWithOIDC,
	{ error, error_description, error_detail }: errors.OIDCProviderError,
	grants: readonly Grant[],
): Refusal | null {
	const { grant_type: grantType, resource } = ctx.oidc.params ?? {};
	const grant = grants.find(({ name }) => name === grantType);
	switch (error) {
		case "invalid_client":
			return clientRefusal();
		case "invalid_target":
			return new Refusal(403, "access_denied", `Service not enabled within domain: ${resource}`);
		case "unsupported_grant_type":
			return unsupportedGrant(grantType);
		case "invalid_grant":
			if (grant) return null;
			return missingProof(error_detail) ?? new Refusal(403, error, invalidGrantMessage(grantType, error_detail));
		case "invalid_request":
			return invalidRequest(grant?.announcedAs ?? grantType, error_description ?? "");
		default:
			return null;
	}
}

/** For a grant without the proof that the client's tokens are bound by; the grant stays valid. */
function missingProof(detail: string | undefined): Refusal | null {
	if (detail === "DPoP proof JWT not provided") {
		const message = "The tokens of this client are bound by DPoP: the request needs a DPoP header with a proof.";
		// RFC 9449 section 5.
		return new Refusal(400, "invalid_dpop_proof", message);
	}
	if (detail !== "mutual TLS client certificate not provided") return null;
	const message = "The tokens of this client are bound to its certificate: the request needs mutual TLS.";
	return new Refusal(400, "invalid_request", message);
}

function invalidGrantMessage(grantType: unknown, detail: string | undefined): string {
	if (grantType === REFRESH_GRANT) return "Unknown or invalid refresh token.";
	if (detail?.includes("code_verifier") || detail?.includes("code_challenge")) return "Failed to verify code verifier";
	if (detail?.includes("redirect_uri")) return "The redirect URI is not the one of the authorization request.";
	return "Invalid authorization code";
}

/** @param grantType as the request names it */
function invalidRequest(grantType: unknown, description: string): Refusal | null {
	if (description === "requested grant type is not allowed for this client") {
		return new Refusal(403, "unauthorized_client", `Grant type '${grantType}' not allowed for the client.`);
	}
	const missing = /^missing required parameters? '(\w+)'/.exec(description)?.[1];
	return missing === undefined ? null : missingParameter(missing);
}
