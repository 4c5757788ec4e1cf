import { readInterFont } from "@/lib/dashboard/inter-font";

/** Read when the app is built. */
export const dynamic = "force-static";

/** The font at an address that does not change, for pages that are not of this app. */
export async function GET(): Promise<Response> {
	return new Response(await readInterFont(), {
		headers: { "content-type": "font/woff2", "cache-control": "public, max-age=86400" },
	});
}
