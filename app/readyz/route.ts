import { storeFault } from "@/lib/dashboard/store/dashboard-database";

/** Readiness: the stores can be read and written. */
export async function GET() {
	const headers = { "content-type": "text/plain", "cache-control": "no-store" };
	const fault = await storeFault();
	return fault ? new Response(`the store ${fault}\n`, { status: 503, headers }) : new Response("ready\n", { headers });
}
