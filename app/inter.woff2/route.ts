import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Read when the app is built. */
export const dynamic = "force-static";

/** The font at an address that does not change, for pages that are not of this app. */
export async function GET(): Promise<Response> {
	const file = join(process.cwd(), "node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2");
	return new Response(await readFile(file), {
		headers: { "content-type": "font/woff2", "cache-control": "public, max-age=86400" },
	});
}
