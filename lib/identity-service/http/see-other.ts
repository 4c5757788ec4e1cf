/** Redirects a browser by GET, to where nothing is cached on the way. @param cookies Set-Cookie lines */
export function seeOther(location: string | URL, cookies: readonly string[] = []): Response {
	const headers = new Headers({ location: String(location), "cache-control": "no-store" });
	for (const line of cookies) headers.append("set-cookie", line);
	return new Response(null, { status: 303, headers });
}
