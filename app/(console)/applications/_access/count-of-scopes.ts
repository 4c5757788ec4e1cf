export function countOfScopes({ length }: readonly string[]): string {
	return `${length} ${length === 1 ? "scope" : "scopes"}`;
}
