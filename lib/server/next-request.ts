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

/** The parts of a form that React wrote: arguments of an action, and what binds an action to a form without scripts. */
const WRITTEN_BY_REACT = /^(\d+|\$ACTION_\d+:\d+)$/;

/**
 * Whether a body that was read whole is what its type says, and what React wrote in it is JSON: of a call of an action,
 * the list of its arguments. What it cannot read, Next answers with 500.
 */
export async function isReadable({ headers }: IncomingMessage, bytes: Buffer<ArrayBuffer>): Promise<boolean> {
	const type = headers["content-type"] ?? "";
	const isCall = "next-action" in headers;
	try {
		if (!/^\s*multipart\/form-data/i.test(type)) return !isCall || Array.isArray(JSON.parse(bytes.toString()));
		const form = await new Response(bytes, { headers: { "content-type": type } }).formData();
		for (const [name, value] of form) if (WRITTEN_BY_REACT.test(name)) JSON.parse(String(value));
		return !isCall || Array.isArray(JSON.parse(String(form.get("0"))));
	} catch {
		return false;
	}
}
