import { CANONICAL_PATH_HEADER } from "@/proxy";

/**
 * Sends a browser that came by another name of this host to the one address. The proxy hands such requests over,
 * because the framework turns redirects between names of the loopback into relative ones, which lead nowhere.
 */
export function GET(request: Request) {
	const path = request.headers.get(CANONICAL_PATH_HEADER) ?? "/";
	const location = new URL(process.env.APP_URL ?? "http://localhost:3000");
	const [pathname = "/", search = ""] = path.split(/(?=\?)/, 2);
	location.pathname = pathname;
	location.search = search;
	return new Response(null, { status: 307, headers: { location: location.href, "cache-control": "no-store" } });
}
