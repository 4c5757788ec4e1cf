/** The nonce of a page's scripts, in the policy that the server has set for the request. */
export function nonceOf(requestHeaders: Headers): string | undefined {
	return /'nonce-([^']+)'/.exec(requestHeaders.get("content-security-policy") ?? "")?.[1];
}
