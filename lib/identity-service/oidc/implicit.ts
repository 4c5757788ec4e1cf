import { randomBytes } from "node:crypto";
import { errors, type KoaContextWithOIDC } from "oidc-provider";

/** The parameter that remembers a `response_type=token` request; its value ends with the scope that was asked for. */
export const TOKEN_ONLY_PARAMETER = "token_only_scope";

/**
 * RFC 6749 section 4.2 with `response_type=token`: the library knows access tokens from the authorization endpoint only
 * beside an ID token, so the request is turned into that one, and the ID token is left out of its answer.
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

/** Whether `openid` is in the request because the library needs it, and not because the client asked for it. */
export function isOpenidBorrowed(ctx: KoaContextWithOIDC): boolean {
	const asked = ctx.oidc.params?.[TOKEN_ONLY_PARAMETER];
	return asked !== undefined && !String(asked).split(" ").includes("openid");
}

/** Takes the ID token out of the answer to a `response_type=token` request, before it is sent. */
export function leaveOutIdToken(ctx: KoaContextWithOIDC, answer: Record<string, unknown> | undefined): void {
	if (!answer || ctx.oidc.params?.[TOKEN_ONLY_PARAMETER] === undefined) return;
	delete answer.id_token;
	// RFC 9207: without an ID token the parameter says who answered.
	answer.iss = ctx.oidc.issuer;
}

/**
 * The library lets the port of a native client's redirect URI vary (RFC 8252 section 7.3). Nothing binds the tokens of the
 * implicit flow to who asked for them, so they go to the registered port only.
 * @throws InvalidRedirectUri, which is told on a page and never at the address
 */
export function keepRegisteredPort({ oidc: { client, params } }: KoaContextWithOIDC): void {
	if (!client?.redirectUris?.includes(String(params?.redirect_uri))) throw new errors.InvalidRedirectUri();
}
