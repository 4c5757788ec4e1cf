import { createServer, IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Agent, setGlobalDispatcher } from "undici";
import { outsideRequests } from "../process/process-wide.ts";
import type { PageRequest } from "../process/request-context.ts";
import { warningLine } from "./output.ts";
import { broken, FORM_ONLY, READ_ONLY, type Refusal, renderRefusal, storeFailed } from "./refusal.ts";

/**
 * @returns the server that Next is given as its own: it never listens, and receives Next's listener for upgrades, which
 * would leave other WebSockets open
 */
export function serverForNext(server: Server): Server {
	const nextServer = createServer();
	server.on("upgrade", (request, socket, head) => nextServer.emit("upgrade", request, socket, head));
	return nextServer;
}

/**
 * Makes connections that `fetch` opens retain nothing of the request in which they are opened: Next requests the target of
 * an action's redirect from this very server, and such a connection outlives the action.
 */
export function connectOutsideRequests(): void {
	setGlobalDispatcher(
		new Agent().compose((dispatch) => (options, handler) => outsideRequests(dispatch, options, handler)),
	);
}

/** The same request with a body that was read already: a stream is read once. */
export function withBody(request: IncomingMessage, bytes: Buffer): IncomingMessage {
	const whole = new IncomingMessage(request.socket);
	const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
	Object.assign(whole, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
	whole.complete = true;
	whole.push(bytes);
	whole.push(null);
	return whole;
}

/**
 * Writes the media type of a body in lower case. Case does not matter there (RFC 9110 section 8.3.1), but it does to Next,
 * which would read the form of an action as none.
 */
export function writeMediaTypeInLowerCase({ headers }: IncomingMessage): void {
	const type = headers["content-type"];
	if (type !== undefined) headers["content-type"] = type.replace(/^[^;]*/, (name) => name.toLowerCase());
}

/**
 * Replaces a request's headers about the server and its policy. Next reads the nonce of a page from the policy, and
 * compares host and origin of an action.
 */
export function prepareForNext({ headers }: IncomingMessage, appUrl: URL, policy: string): void {
	headers["content-security-policy"] = policy;
	headers.host = appUrl.host;
	headers["x-forwarded-host"] = appUrl.host;
	headers["x-forwarded-proto"] = appUrl.protocol.slice(0, -1);
	delete headers["x-forwarded-port"];
}

/**
 * Adds to Next's responses what they lack: status 404 for a page that found nothing, a message for a method that a handler
 * does not accept, 503 for a page that could not read the store, and a message with a reference, which the log has too, where
 * Next fails before it renders for its router, or at what was sent. A page that redirects after a form was sent without
 * scripts gets 303: with Next's 307 the browser would send the form on to the sign-in, which knows none of its actions.
 * @param page filled in while it is rendered
 * @param outer where this is a part of another response, to which Next does not pass on that it failed
 */
export function completeResponse(response: ServerResponse, page: PageRequest, outer?: ServerResponse): void {
	const { req: request } = response;
	const reference = String(request.headers["x-request-id"]);
	const { writeHead, write, end } = response;
	/** In place of Next's body. */
	let words: string | undefined;
	response.writeHead = ((status: number, ...rest: []) => {
		const refusal = refusalFor(status);
		if (refusal?.status === 500) {
			process.stdout.write(warningLine({ requestId: reference }, "Next could not respond"));
			if (outer) outer.statusCode = 500;
		}
		if (refusal) {
			const { headers, body } = renderRefusal(request, refusal);
			for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
			words = request.method === "HEAD" ? "" : body;
			return writeHead.call(response, refusal.status);
		}
		// On a 404 the browser's router would load the whole document again.
		const isMissing = page.isMissing && status === 200 && request.headers.rsc === undefined;
		const isSentOn = status === 307 && request.method === "POST";
		return writeHead.call(response, isMissing ? 404 : isSentOn ? 303 : status, ...rest);
	}) as typeof writeHead;
	response.write = ((...parameters: Parameters<typeof write>) => {
		if (!response.headersSent) response.writeHead(response.statusCode);
		return words === undefined ? write.apply(response, parameters) : true;
	}) as typeof write;
	response.end = ((...parameters: Parameters<typeof end>) => {
		if (!response.headersSent && refusalFor(response.statusCode)) response.writeHead(response.statusCode);
		return words === undefined ? end.apply(response, parameters) : end.call(response, words, "utf8");
	}) as typeof end;

	function refusalFor(status: number): Refusal | null {
		if (status === 405) return request.method === "POST" ? READ_ONLY : FORM_ONLY;
		if (status !== 500) return null;
		if (page.storeFault !== null) return storeFailed(page.storeFault);
		// What fails while it is rendered for Next's router is in a response of 200: here nothing was rendered.
		return request.headers.rsc === undefined && request.method !== "POST" ? null : broken(reference);
	}
}
