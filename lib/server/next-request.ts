import { IncomingMessage } from "node:http";

/** The same request once more, for Next to read: its body was read already, and a stream is read once. */
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
 * Gives Next this server's own word in place of what the request says of itself. Next reads the nonce of a page from the
 * policy, and compares host and origin of an action.
 */
export function prepareForNext({ headers }: IncomingMessage, appUrl: URL, policy: string): void {
	headers["content-security-policy"] = policy;
	headers.host = appUrl.host;
	headers["x-forwarded-host"] = appUrl.host;
	headers["x-forwarded-proto"] = appUrl.protocol.slice(0, -1);
	delete headers["x-forwarded-port"];
}
