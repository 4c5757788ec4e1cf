import type { errors, KoaContextWithOIDC } from "oidc-provider";
import { CODE_GRANT, REFRESH_GRANT } from "../clients/grant-types";
import type { IdentityService } from "../context/identity-service";
import { requestOf } from "../context/node-bridge";
import {
	clientRefusal,
	grantNotAllowed,
	missingParameter,
	oauthBody,
	Refusal,
	unsupportedGrant,
} from "../http/refusal";
import { SENTENCES } from "./library-sentences";

type Params = Record<string, unknown>;

/**
 * Replaces status and message of the library's errors for requests of clients by those of this interface, in the shape of
 * RFC 6749 section 5.2.
 */
export function shapeTokenError({ grants }: Pick<IdentityService, "grants">) {
	return (ctx: KoaContextWithOIDC, { error, error_detail: detail }: errors.OIDCProviderError): void => {
		const isOwnGrant = grants.some(({ name }) => name === ctx.oidc.params?.grant_type);
		const refusal = tokenRefusal(ctx, error, detail, isOwnGrant);
		if (refusal) {
			ctx.body = oauthBody(refusal);
			ctx.status = refusal.status;
		}
	};
}

function tokenRefusal(
	ctx: KoaContextWithOIDC,
	error: string,
	detail: string | undefined,
	isOwnGrant: boolean,
): Refusal | null {
	const { grant_type: grantType, resource } = ctx.oidc.params ?? {};
	switch (error) {
		case "invalid_client":
			return clientRefusal();
		case "invalid_target":
			return new Refusal(403, "access_denied", `Service not enabled within domain: ${resource}`);
		case "unsupported_grant_type":
			return unsupportedGrant(grantType);
		case "invalid_grant":
			return isOwnGrant ? null : invalidGrant(grantType, detail);
		case "invalid_request":
			return invalidRequest(ctx);
		default:
			return null;
	}
}

function invalidGrant(grantType: unknown, detail: string | undefined): Refusal {
	switch (detail) {
		// The grant stays valid for a request with the proof that the client's tokens are bound by.
		case SENTENCES.noProof: {
			const message = "The tokens of this client are bound by DPoP: the request needs a DPoP header with a proof.";
			// RFC 9449 section 5.
			return new Refusal(400, "invalid_dpop_proof", message);
		}
		case SENTENCES.noCertificate: {
			const message = "The tokens of this client are bound to its certificate: the request needs mutual TLS.";
			return new Refusal(400, "invalid_request", message);
		}
		default:
			return new Refusal(403, "invalid_grant", invalidGrantMessage(grantType, detail));
	}
}

function invalidGrantMessage(grantType: unknown, detail: string | undefined): string {
	if (grantType === REFRESH_GRANT) return "Unknown or invalid refresh token.";
	switch (detail) {
		case SENTENCES.noVerifier:
		case SENTENCES.otherVerifier:
		case SENTENCES.surplusVerifier:
			return "Failed to verify code verifier";
		case SENTENCES.otherRedirectUri:
			return "The redirect URI is not the one of the authorization request.";
		default:
			return "Invalid authorization code";
	}
}

/** Parameters without which the library refuses a request. */
function requiredParameters(route: string, { grant_type: grantType, response_type: type }: Params): readonly string[] {
	if (route === "revocation") return ["token"];
	if (route === "pushed_authorization_request") {
		const isImplicit = typeof type === "string" && type.includes("id_token");
		return ["response_type", "redirect_uri", ...(isImplicit ? ["nonce"] : [])];
	}
	if (grantType === CODE_GRANT) return ["code", "redirect_uri"];
	return grantType === REFRESH_GRANT ? ["refresh_token"] : [];
}

/** Checks again what the library has refused by one error for all of this. */
function invalidRequest(ctx: KoaContextWithOIDC): Refusal | null {
	const { client, params = {}, route } = ctx.oidc;
	// A client that is known here has authenticated: no other caller learns what it may do.
	if (!client) return null;
	const { grant_type: grantType } = params;
	if (route === "token" && typeof grantType === "string" && !client.grantTypeAllowed(grantType)) {
		return grantNotAllowed(grantType);
	}
	// The library removes a parameter that occurs twice.
	const { form } = requestOf(ctx);
	const isMissing = (name: string) => params[name] === undefined && !form?.get(name);
	const missing = requiredParameters(route, params).find(isMissing);
	return missing === undefined ? null : missingParameter(missing);
}
