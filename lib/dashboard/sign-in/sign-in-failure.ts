import { databaseErrorCode } from "@/lib/database/error-codes";
import { reasonOf } from "../management/call/errors";

const SECRET_OR_METHOD =
	"The tenant refused the sign-in application: check SIGN_IN_CLIENT_ID and SIGN_IN_CLIENT_SECRET, and that the " +
	'application\'s authentication method in the tenant is "Post" (client_secret_post).';
const NOT_ALLOWED =
	"The tenant does not let the sign-in application do this: SIGN_IN_CLIENT_ID must be a regular web application with " +
	"the grant authorization_code and this console's callback URL.";
const COOKIES =
	"The browser sent no good cookie of this sign-in back: it took longer than 15 minutes, was begun in another tab or " +
	"under another SESSION_SECRET, or the browser refuses cookies.";
const CLOCK = "The tenant's ID token is not valid at this machine's time: check its clock.";

const NOT_STORED = "The tenant let the person in, but the console could not store the session.";

/** Beginnings of the sign-in library's messages, and their meaning here. Its own text is not repeated. */
const CAUSES: [RegExp, string][] = [
	[/^(invalid_client|unexpected_auth_method)\b/, SECRET_OR_METHOD],
	[/^(unauthorized_client|redirect_uri_mismatch|invalid_redirect_uri)\b/, NOT_ALLOWED],
	// The tenant's redirect has the code alone; its token endpoint uses the same one for a client, with a description.
	[/^access_denied$/, "The tenant, or the person, refused the sign-in."],
	[/^access_denied /, SECRET_OR_METHOD],
	[/^invalid_grant\b/, "The tenant did not take the code of this sign-in: it was used before, or is too old."],
	[/^(state|nonce) (mismatch|missing)|cookie was|could not be parsed|decryption operation failed/i, COOKIES],
	[
		/^(unexpected iss value|iss (mismatch|missing))/,
		"The answer names another issuer than the discovery at AUTH_BASE_URL: check AUTH_BASE_URL.",
	],
	[/^(JWT expired|JWT not active yet|id_token (expired|issued in the future))/, CLOCK],
	[/^(aud|azp) (mismatch|is missing)/, "The ID token is for another application: check SIGN_IN_CLIENT_ID."],
	[
		/^(unexpected JWT alg|failed to validate JWT signature|no valid key found|unexpected JWE)/,
		"The ID token is not signed with RS256 by a key of the tenant: check the application's signing algorithm.",
	],
	[/^outgoing request timed out/, "The tenant did not answer in time: check AUTH_BASE_URL and the network."],
	[
		/^(expected 200 OK, got: |.*is not valid JSON|Unexpected (token|end))/,
		"What answered is no OpenID Connect service, or is out of order: check AUTH_BASE_URL.",
	],
];

/**
 * Why a sign-in failed and which setting to check, in a sentence for the log.
 * @param failure of the sign-in library's logger. It may hold secrets (the token endpoint's response, the request): only
 * its code and the beginning of its message are used, and neither is repeated.
 */
export function signInFailure(failure: unknown): string {
	const { message, code } = innermost(failure);
	// The library's own errors come with the provider; an error alone is one of this console.
	if (failure instanceof Error && databaseErrorCode({ code })) return `${NOT_STORED} (${code})`;
	const cause = CAUSES.find(([beginning]) => beginning.test(message));
	if (cause) return cause[1];
	if (code && !(failure instanceof Error))
		return `The tenant's authentication interface can't be reached. ${reasonOf(code)} Check AUTH_BASE_URL.`;
	return "The sign-in broke off for another reason.";
}

function innermost(failure: unknown): { message: string; code: string | undefined } {
	if (typeof failure !== "object" || failure === null) return { message: "", code: undefined };
	if (!(failure instanceof Error) && "error" in failure) return innermost(failure.error);
	const { message, code } = failure as { message?: unknown; code?: unknown };
	return { message: String(message ?? ""), code: typeof code === "string" ? code : undefined };
}
