import type { IncomingMessage, ServerResponse } from "node:http";
import type { ShownPage } from "../process/shown-page.ts";
import { refusalTo } from "./refusal.ts";
import { FORM_ONLY, READ_ONLY } from "./request-faults.ts";

/**
 * Adds to Next's answers what they lack: the status of a page that tells of a missing thing, and words where a handler
 * does not take the method, which Next answers with nothing.
 * @param page filled in while it is rendered
 */
export function mendAnswer(request: IncomingMessage, response: ServerResponse, page: ShownPage): void {
	const { writeHead, end } = response;
	let words: string | undefined;
	response.writeHead = ((status: number, ...rest: []) => {
		if (status === 405) {
			const { headers, body } = refusalTo(request, request.method === "POST" ? READ_ONLY : FORM_ONLY);
			for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
			words = request.method === "HEAD" ? "" : body;
		}
		// The router of the browser takes a missing thing like any other: it would load the page again.
		const isMissing = page.isMissing && status === 200 && request.headers.rsc === undefined;
		return writeHead.call(response, isMissing ? 404 : status, ...rest);
	}) as typeof writeHead;
	response.end = ((...parameters: Parameters<typeof end>) => {
		if (!response.headersSent && response.statusCode === 405) response.writeHead(405);
		return words === undefined ? end.apply(response, parameters) : end.call(response, words, "utf8");
	}) as typeof end;
}
