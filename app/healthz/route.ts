/** The process answers. */
export function GET() {
	return new Response("ok\n", { headers: { "content-type": "text/plain", "cache-control": "no-store" } });
}
