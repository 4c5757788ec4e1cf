/** "GET /refresh-tokens/dcr_1": a request by its method and its path under the interface's `/api/v2`, without the query. */
export function callName({ method, url }: { method: string; url: string }): string {
	return `${method} ${new URL(url).pathname.replace(/^\/api\/v2(?=\/)/, "")}`;
}
