const ONE_YEAR_SECONDS = 365 * 24 * 3600;

/** Notes something of this browser where the server reads it, for a year. */
export function rememberInCookie(name: string, value: string): void {
	// biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that the console knows.
	document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${ONE_YEAR_SECONDS}; samesite=lax`;
}
