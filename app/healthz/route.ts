/** Liveness: the process responds. */
export function GET() {
	return new Response("ok\n", { headers: { "content-type": "text/plain", "cache-control": "no-store" } });
}
