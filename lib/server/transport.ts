import type { IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream";
import type { ReceivedRequest } from "../process/started-app.ts";
import { BODY_BYTES_MAX } from "./limits.ts";

/** Of one connection only (RFC 9110 section 7.6.1), or replaced by the app's own. */
const HOP_HEADERS = ["connection", "keep-alive", "transfer-encoding", "upgrade", "host"];

export function pathOf({ url = "" }: { url?: string | undefined }): string {
	return url.split("?", 1)[0] ?? "";
}

/**
 * Reads a body to its end before anything is done with it, so that a part is never mistaken for the whole. One that is
 * too large is cut a little above the limit.
 * @returns null where the connection broke; the HTTP server responds to that
 */
export async function readBody(request: IncomingMessage, bytesMax = BODY_BYTES_MAX) {
	const chunks: Buffer[] = [];
	let size = 0;
	try {
		for await (const chunk of request.iterator({ destroyOnReturn: false })) {
			chunks.push(chunk);
			size += chunk.byteLength;
			if (size > bytesMax) break;
		}
	} catch {
		return null;
	}
	return { bytes: Buffer.concat(chunks), isTooLarge: size > bytesMax };
}

/**
 * Sends the rest of a response whose head is written. While the request is still being sent, the response ends only after
 * the rest of it was read and dropped: a client that keeps sending into a closed connection loses the response.
 * @param body of the length that the head declares
 */
export function endResponse(request: IncomingMessage, response: ServerResponse, body: string | Buffer): void {
	const content = request.method === "HEAD" ? "" : body;
	if (request.complete) return void response.end(content);
	if (content.length > 0) response.write(content);
	request.resume();
	finished(request, () => response.end());
}

/**
 * A request as the identity service reads it. Its address is the app's own, whatever `Host` says; the caller's network
 * address is in `X-Forwarded-For`.
 */
export function toReceived(request: IncomingMessage, body: Buffer<ArrayBuffer>, appUrl: string): ReceivedRequest {
	const { method = "GET", url = "/" } = request;
	const headers = new Headers();
	for (const [name, value] of Object.entries(request.headers)) {
		if (value !== undefined && !HOP_HEADERS.includes(name)) headers.set(name, String(value));
	}
	const bytes = ["GET", "HEAD"].includes(method) ? new Uint8Array() : body;
	return { method, url: appUrl + url, headers, bytes: async () => bytes };
}

/** Sends a response of the identity service. Headers that `response` has already stay where it lacks them. */
export async function sendResponse(serviceResponse: Response, response: ServerResponse): Promise<void> {
	const body = Buffer.from(await serviceResponse.arrayBuffer());
	const { status, headers } = serviceResponse;
	// For browsers without frame-ancestors; others ignore it where that is there (CSP level 3 section 6.4.2.1).
	if (headers.get("content-security-policy")?.includes("frame-ancestors")) response.removeHeader("x-frame-options");
	for (const [name, value] of headers) if (name !== "set-cookie") response.setHeader(name, value);
	const cookies = headers.getSetCookie();
	if (cookies.length > 0) response.setHeader("set-cookie", cookies);
	// 204 and 304 have neither body nor length (RFC 9110 sections 8.6 and 15).
	if (status !== 204 && status !== 304) response.setHeader("content-length", body.byteLength);
	response.writeHead(status);
	endResponse(response.req, response, body);
}
