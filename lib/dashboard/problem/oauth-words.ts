/** What the error codes of OAuth 2.0 (RFC 6749, section 5.2) mean to whoever runs the console. */
const words: [RegExp, string][] = [
	[
		/invalid_client|client is invalid/,
		"The tenant does not know the console's client ID, or its secret is another one.",
	],
	[/unauthorized_client/, "The tenant does not let the console's client use this grant."],
	[/access_denied/, "The tenant does not let the console's client use this interface."],
	[/unsupported_grant_type/, "The tenant does not offer the client credentials grant."],
	[/invalid_scope|insufficient_scope/, "The tenant has not granted the console a scope that this needs."],
	[/invalid_request/, "The tenant did not understand what the console asked for."],
	[/temporarily_unavailable|server_error/, "The tenant's sign-in service is out of order."],
];

/** A plain sentence in place of what says no more than an error code; null where it says something of its own. */
export function oauthInWords(serviceMessage: string): string | null {
	return words.find(([code]) => code.test(serviceMessage))?.[1] ?? null;
}
