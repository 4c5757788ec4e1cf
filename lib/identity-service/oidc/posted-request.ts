import { Refusal } from "../http/refusal";

/** Servers and browsers take no much longer addresses. */
const ADDRESS_LENGTH_MAX = 7500;

/**
 * An authorization request by POST (OpenID Connect Core 1.0 section 3.1.2.1) goes on as one by GET. Answered at once it
 * would meet a browser that is signed in as a stranger: a form of another site brings no SameSite=Lax cookies, the GET
 * that follows it does.
 * @throws Refusal for parameters that no address holds
 */
export function goOnByGet(issuer: string, parameters: URLSearchParams): Response {
	const location = new URL(`authorize?${parameters}`, issuer).href;
	if (location.length > ADDRESS_LENGTH_MAX) {
		const message = "The authorization request is too large: push it to /oauth/par.";
		throw new Refusal(413, "invalid_request", message);
	}
	// The redirect shows no page that an opener could reach; what follows decides about that itself.
	return new Response(null, { status: 303, headers: { location, "cross-origin-opener-policy": "unsafe-none" } });
}
