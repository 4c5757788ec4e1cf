/** The scopes of an authorization request, each once. */
export function requestedScopes(params: Record<string, unknown>): string[] {
	return [...new Set(String(params.scope ?? "").split(" "))].filter(Boolean);
}
