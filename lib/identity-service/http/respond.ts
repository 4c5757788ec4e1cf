/** A JSON response. `body` undefined: no body (202, 204). */
export function respond(status: number, body?: unknown, extra: Record<string, string> = {}): Response {
	const headers = { "Cache-Control": "no-store", ...extra };
	if (body === undefined) return new Response(null, { status, headers });
	return new Response(JSON.stringify(body), {
		status,
		headers: { ...headers, "Content-Type": "application/json; charset=utf-8" },
	});
}

/** Redirects a browser by GET; not cached. @param cookies Set-Cookie lines */
export function seeOther(location: string | URL, cookies: readonly string[] = []): Response {
	const headers = new Headers({ location: String(location), "cache-control": "no-store" });
	for (const line of cookies) headers.append("set-cookie", line);
	return new Response(null, { status: 303, headers });
}
