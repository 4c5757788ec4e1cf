import { randomBytes } from "node:crypto";
import type { KoaContextWithOIDC } from "oidc-provider";

/** The parameter that marks a `response_type=token` request; its value ends with the requested scope. */
export const TOKEN_ONLY_PARAMETER = "token_only_scope";

/**
 * RFC 6749 section 4.2 with `response_type=token`: the library issues access tokens from the authorization endpoint only
 * beside an ID token, so the request is turned into `id_token token`, and the ID token is removed from its response.
 */
export function tokenOnlyToLibrary(parameters: URLSearchParams): void {
	parameters.delete(TOKEN_ONLY_PARAMETER);
	if (parameters.get("response_type") !== "token") return;
	const scope = parameters.get("scope") ?? "";
	// Never empty: the library drops parameters without a value.
	parameters.set(TOKEN_ONLY_PARAMETER, `token ${scope}`);
	parameters.set("response_type", "id_token token");
	if (!parameters.get("nonce")) parameters.set("nonce", randomBytes(16).toString("base64url"));
	if (!scope.split(" ").includes("openid")) parameters.set("scope", `openid ${scope}`.trim());
}

/** Whether `openid` is in the request only because the library requires it, and the client did not request it. */
export function isOpenidBorrowed(ctx: KoaContextWithOIDC): boolean {
	const requested = ctx.oidc.params?.[TOKEN_ONLY_PARAMETER];
	return requested !== undefined && !String(requested).split(" ").includes("openid");
}

/** Removes the ID token from the response to a `response_type=token` request. */
export function removeIdToken(ctx: KoaContextWithOIDC, response: Record<string, unknown> | undefined): void {
	if (!response || ctx.oidc.params?.[TOKEN_ONLY_PARAMETER] === undefined) return;
	delete response.id_token;
	// RFC 9207: without an ID token the parameter names the issuer.
	response.iss = ctx.oidc.issuer;
}
