const ONE_YEAR_SECONDS = 365 * 24 * 3600;

/** Stores a value for this browser in a cookie, which the server reads, for a year. */
export function rememberInCookie(name: string, value: string): void {
	// biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API.
	document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${ONE_YEAR_SECONDS}; samesite=lax`;
}
