/**
 * The policy of one page of the dashboard.
 * @param nonce of its scripts: Next reads it from this policy in the request's headers
 * @param formTarget origin that forms may lead to besides this one
 */
export function contentSecurityPolicy(nonce: string, isDevelopment: boolean, formTarget?: string): string {
	return [
		"default-src 'self'",
		`script-src 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
		`style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ""}`,
		"img-src 'self' data:",
		"object-src 'none'",
		"base-uri 'none'",
		`form-action 'self'${formTarget ? ` ${formTarget}` : ""}`,
		"frame-ancestors 'none'",
	].join("; ");
}
