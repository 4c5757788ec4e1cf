import { PAGE_HEADERS } from "../pages/page";

/** How long partners may go on with what they have read: less than a new key is published before it signs. */
export const METADATA_CACHE_SECONDS = 300;

/** Answers with what this service says of itself to the software of a partner. */
export function metadataAnswer(document: string, fileName: string): Response {
	return new Response(document, {
		headers: {
			...PAGE_HEADERS,
			"content-type": "application/xml; charset=utf-8",
			"content-disposition": `inline; filename="${fileName}"`,
			"content-security-policy": "default-src 'none'; frame-ancestors 'none'",
			"cache-control": "no-cache",
		},
	});
}
