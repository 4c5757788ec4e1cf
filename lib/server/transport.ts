import type { IncomingMessage, ServerResponse } from "node:http";
import { endAnswer } from "./end-answer.ts";

const WITHOUT_BODY = ["GET", "HEAD"];
/** Of one connection only (RFC 9110 section 7.6.1), or made anew for the answer. */
const HOP_HEADERS = ["connection", "keep-alive", "transfer-encoding", "upgrade", "host"];

/**
 * A request as the identity service reads it. Its address is the app's own, whatever `Host` says; the caller's network
 * address is in `X-Forwarded-For`.
 */
export function toRequest(request: IncomingMessage, body: Buffer<ArrayBuffer>, appUrl: string): Request {
	const { method = "GET", url = "/" } = request;
	const headers = new Headers();
	for (const [name, value] of Object.entries(request.headers)) {
		if (value === undefined || HOP_HEADERS.includes(name)) continue;
		headers.set(name, typeof value === "string" ? value : value.join(", "));
	}
	const hasBody = body.byteLength > 0 && !WITHOUT_BODY.includes(method);
	return new Request(appUrl + url, { method, headers, ...(hasBody && { body }) });
}

/** Writes an answer of the identity service; what is set on `response` already counts only where the answer lacks it. */
export async function writeResponse(answer: Response, response: ServerResponse): Promise<void> {
	const body = Buffer.from(await answer.arrayBuffer());
	// What browsers without frame-ancestors take, and others pass over where it is there (CSP level 3 section 6.4.2.1).
	if (answer.headers.get("content-security-policy")?.includes("frame-ancestors"))
		response.removeHeader("x-frame-options");
	for (const [name, value] of answer.headers) if (name !== "set-cookie") response.setHeader(name, value);
	const cookies = answer.headers.getSetCookie();
	if (cookies.length > 0) response.setHeader("set-cookie", cookies);
	// 204 and 304 have neither (RFC 9110 sections 8.6 and 15).
	if (answer.status !== 204 && answer.status !== 304) response.setHeader("content-length", body.byteLength);
	response.writeHead(answer.status);
	endAnswer(response.req, response, body);
}
