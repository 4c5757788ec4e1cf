import type { IncomingMessage, ServerResponse } from "node:http";
import type { ShownPage } from "../process/request-context.ts";
import { type Refusal, refusalTo } from "./refusal.ts";
import { FORM_ONLY, READ_ONLY, storeFailed } from "./request-checks.ts";

/**
 * Adds to Next's answers what they lack: the status of a page that tells of a missing thing, and words where a handler
 * does not take the method, which Next answers with nothing, or where a page broke off because the store can't be read.
 * @param page filled in while it is rendered
 */
export function mendAnswer(request: IncomingMessage, response: ServerResponse, page: ShownPage): void {
	const { writeHead, write, end } = response;
	let words: string | undefined;
	response.writeHead = ((status: number, ...rest: []) => {
		const refusal = refusalInPlace(status);
		if (refusal) {
			const { headers, body } = refusalTo(request, refusal);
			response.removeHeader("content-encoding");
			for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
			words = request.method === "HEAD" ? "" : body;
			return writeHead.call(response, refusal.status);
		}
		// The router of the browser takes a missing thing like any other: it would load the page again.
		const isMissing = page.isMissing && status === 200 && request.headers.rsc === undefined;
		return writeHead.call(response, isMissing ? 404 : status, ...rest);
	}) as typeof writeHead;
	response.write = ((...parameters: Parameters<typeof write>) => {
		if (!response.headersSent) response.writeHead(response.statusCode);
		return words === undefined ? write.apply(response, parameters) : true;
	}) as typeof write;
	response.end = ((...parameters: Parameters<typeof end>) => {
		if (!response.headersSent && refusalInPlace(response.statusCode)) response.writeHead(response.statusCode);
		return words === undefined ? end.apply(response, parameters) : end.call(response, words, "utf8");
	}) as typeof end;

	/** What is said in place of an answer with this status. */
	function refusalInPlace(status: number): Refusal | null {
		if (status === 405) return request.method === "POST" ? READ_ONLY : FORM_ONLY;
		return status === 500 && page.storeFault !== null ? storeFailed(page.storeFault) : null;
	}
}
