import type { errors, KoaContextWithOIDC } from "oidc-provider";

import {
	DELEGATION,
	JWT_BEARER_GRANT,
	PASSWORD_GRANT,
	PASSWORD_REALM_GRANT,
	PASSWORDLESS_GRANT,
	PASSWORDLESS_START,
	REFRESH_GRANT,
} from "../grants/grant-types";

export type ErrorAnswer = { status: number; error: string; description: string };

/**
 * Writes the library's refusal of a token or revocation request with the statuses and messages of this interface. The
 * shape stays that of RFC 6749 section 5.2.
 */
export function shapeTokenError(ctx: KoaContextWithOIDC, refusal: errors.OIDCProviderError): void {
	const answer = tokenError(ctx, refusal);
	if (!answer) return;
	ctx.body = { error: answer.error, error_description: answer.description };
	ctx.status = answer.status;
}

function tokenError(ctx: KoaContextWithOIDC, { error, error_description, error_detail }: errors.OIDCProviderError) {
	const params = ctx.oidc.params ?? {};
	switch (error) {
		case "invalid_client":
			return CLIENT_REFUSED;
		case "invalid_target":
			return {
				status: 403,
				error: "access_denied",
				description: `Service not enabled within domain: ${params.resource}`,
			};
		case "unsupported_grant_type":
			return unsupportedGrant(params.grant_type);
		case "invalid_grant":
			if (params.grant_type === DELEGATION) return undefined;
			return (
				missingProof(error_detail) ?? { status: 403, error, description: grantRefusal(params.grant_type, error_detail) }
			);
		case "invalid_request":
			return invalidRequest(params.grant_type, error_description ?? "");
		default:
			return undefined;
	}
}

/** The same for an unknown client and for a wrong secret, so that nothing can be told from it. */
export const CLIENT_REFUSED: ErrorAnswer = { status: 401, error: "access_denied", description: "Unauthorized" };

export function missingParameter(name: string): ErrorAnswer {
	return { status: 400, error: "invalid_request", description: `Missing required parameter: ${name}` };
}

export function unsupportedGrant(grantType: unknown): ErrorAnswer {
	return { status: 400, error: "unsupported_grant_type", description: `Unsupported grant type: ${grantType}` };
}

/** A grant that was presented without the proof that its client's tokens are bound by; the grant is still good then. */
function missingProof(detail: string | undefined): ErrorAnswer | undefined {
	if (detail === "DPoP proof JWT not provided") {
		const description = "The tokens of this client are bound by DPoP: the request needs a DPoP header with a proof.";
		// RFC 9449 section 5.
		return { status: 400, error: "invalid_dpop_proof", description };
	}
	if (detail === "mutual TLS client certificate not provided") {
		const description = "The tokens of this client are bound to its certificate: the request needs mutual TLS.";
		return { status: 400, error: "invalid_request", description };
	}
	return undefined;
}

function grantRefusal(grantType: unknown, detail: string | undefined): string {
	if (grantType === REFRESH_GRANT) return "Unknown or invalid refresh token.";
	if (grantType === PASSWORD_GRANT || grantType === PASSWORD_REALM_GRANT) return "Wrong email or password.";
	if (grantType === PASSWORDLESS_GRANT) return "Wrong email or phone number, or wrong verification code.";
	if (detail?.includes("code_verifier") || detail?.includes("code_challenge")) return "Failed to verify code verifier";
	if (detail?.includes("redirect_uri")) return "The redirect URI is not the one of the authorization request.";
	return "Invalid authorization code";
}

function invalidRequest(grantType: unknown, description: string): ErrorAnswer | undefined {
	if (description === "requested grant type is not allowed for this client") {
		const refusal = `Grant type '${announcedName(grantType)}' not allowed for the client.`;
		return { status: 403, error: "unauthorized_client", description: refusal };
	}
	const missing = /^missing required parameters? '(\w+)'/.exec(description)?.[1];
	return missing ? missingParameter(missing) : undefined;
}

/** Of the requests that are grants to the library only, the name under which they came. */
function announcedName(grantType: unknown): unknown {
	if (grantType === PASSWORDLESS_START) return PASSWORDLESS_GRANT;
	return grantType === DELEGATION ? JWT_BEARER_GRANT : grantType;
}
