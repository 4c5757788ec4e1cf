/** OpenID4VP 1.0, section 8.5, and RFC 6749, 4.1.2.1. */
const CODES: ReadonlySet<unknown> = new Set([
	...["invalid_request", "invalid_client", "invalid_scope", "access_denied", "vp_formats_not_supported"],
	...["wallet_unavailable", "invalid_request_uri_method", "invalid_transaction_data", "unauthorized_client"],
	...["unsupported_response_type", "server_error", "temporarily_unavailable"],
]);

/**
 * The error that a wallet answered with: its promise is fulfilled all the same (OpenID4VP 1.0, A.4).
 * @param data of the credential that the browser returned
 * @returns the code; "an error of its own" for one that no standard has; null where the answer is no error
 */
export function walletError(data: unknown): string | null {
	if (typeof data !== "object" || data === null || !("error" in data)) return null;
	return typeof data.error === "string" && CODES.has(data.error) ? data.error : "an error of its own";
}
