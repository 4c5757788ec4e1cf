import type { IncomingMessage } from "node:http";
import { COOKIES_MAX, TARGET_LENGTH_MAX, TARGET_PARAMETERS_MAX } from "./limits.ts";
import { CLOSE, NOTHING_HERE, type Refusal } from "./refusal.ts";
import { pathOf } from "./transport.ts";

/** A check of the head of a request, and the refusal of a request that fails it. */
type RequestCheck = { isFailedBy: (request: IncomingMessage) => boolean; refusal: Refusal };

const PAGE_METHODS = ["GET", "HEAD", "POST"];
/** A name or an address and a port (RFC 9112 section 3.2, RFC 3986 section 3.2). */
const HOST = /^(\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(:\d*)?$/i;
/**
 * A whole segment of one or two dots (RFC 3986 section 3.3), as any reader of paths could see it: encoded, also more than
 * once, and between backslashes (WHATWG URL Standard). Next would resolve it after it was decided what the path is.
 */
const DOT_SEGMENT = /([/\\]|%(25)*(2f|5c))(\.|%(25)*2e){1,2}(?=[/\\?#]|%(25)*(2f|5c|23|3f)|$)/i;
const NUL = /%00/;
const GLOBAL_ERROR_PAGE = /^\/+_global-error\/*$/;
/** Nothing between two separators is no parameter. */
const PARAMETER = /[^&]+/g;
const COOKIE = /[^;\s]+[^;]*/g;
/** Each part of a form has one such header (RFC 7578 section 4.2); parsers ignore white space before its name. */
const PART = /^[\t ]*content-disposition/gim;

/** Requests that neither dashboard nor service accepts. The first check that a request fails determines the refusal. */
export const REQUEST_CHECKS: readonly RequestCheck[] = [
	{
		isFailedBy: ({ url = "" }) => url.length > TARGET_LENGTH_MAX,
		refusal: { status: 414, message: `The address is longer than ${TARGET_LENGTH_MAX} characters.` },
	},
	{
		// Next redirects to the host that such a target names, and responds 500 to "*".
		isFailedBy: ({ url = "" }) => !url.startsWith("/"),
		refusal: { status: 400, message: "The request line must hold a path that begins with a slash, and no host." },
	},
	{
		isFailedBy: (request) => DOT_SEGMENT.test(pathOf(request)),
		refusal: { status: 400, message: "The path holds a segment of one or two dots." },
	},
	{
		isFailedBy: ({ url = "" }) => hasMoreParameters(url, TARGET_PARAMETERS_MAX),
		refusal: { status: 400, message: `The address has more than ${TARGET_PARAMETERS_MAX} parameters.` },
	},
	{
		isFailedBy: ({ headers }) => hasMore(headers.cookie ?? "", COOKIE, COOKIES_MAX),
		refusal: { status: 400, message: `The request has more than ${COOKIES_MAX} cookies.` },
	},
	// RFC 9112 section 3.2 demands 400 for these three.
	{
		isFailedBy: (request) => hostsOf(request) === 0,
		refusal: { status: 400, message: "The request has no Host header." },
	},
	{
		isFailedBy: (request) => hostsOf(request) > 1,
		refusal: { status: 400, message: "The request has more than one Host header." },
	},
	{
		isFailedBy: ({ headers }) => !HOST.test(headers.host ?? ""),
		refusal: { status: 400, message: "The request's Host header names no host." },
	},
	{
		// Node decodes nothing but chunks: the body would be read encoded.
		isFailedBy: ({ headers }) => (headers["transfer-encoding"] ?? "chunked").toLowerCase() !== "chunked",
		refusal: { status: 400, message: "No transfer coding but chunked is read here.", headers: CLOSE },
	},
	{
		// An HTTP/1.0 proxy would find the end of the body elsewhere (RFC 9112 section 6.1).
		isFailedBy: ({ headers, httpVersion }) => headers["transfer-encoding"] !== undefined && httpVersion === "1.0",
		refusal: { status: 400, message: "HTTP/1.0 knows no chunks: the request must say its length.", headers: CLOSE },
	},
	{
		isFailedBy: ({ headers }) => (headers.expect ?? "100-continue").toLowerCase() !== "100-continue",
		refusal: { status: 417, message: "No expectation but 100-continue is met here." },
	},
	{
		isFailedBy: ({ headers }) => headers.upgrade?.toLowerCase().includes("websocket") ?? false,
		refusal: { status: 403, message: "This server speaks HTTP only.", headers: CLOSE },
	},
	{
		// It asks for the request back, with headers that only a proxy may have added (RFC 9110 section 9.3.8).
		isFailedBy: ({ method }) => method === "TRACE",
		refusal: { status: 405, message: "TRACE is not answered here.", headers: { allow: PAGE_METHODS.join(", ") } },
	},
];

/** Requests that the dashboard does not accept. Next renders a page for any method, and responds 500 to the others. */
export const DASHBOARD_CHECKS: readonly RequestCheck[] = [
	{
		isFailedBy: ({ method = "" }) => !PAGE_METHODS.includes(method),
		refusal: {
			status: 405,
			message: "This method is not answered here: pages are read by GET and HEAD, forms are sent by POST.",
			headers: { allow: PAGE_METHODS.join(", ") },
		},
	},
	{
		isFailedBy: (request) => decoded(pathOf(request)) === null,
		refusal: { status: 400, message: "The address holds a percent sign that encodes nothing." },
	},
	{
		// Nothing that the dashboard shows has a NUL in its identifier, and not every store can look one up.
		isFailedBy: (request) => GLOBAL_ERROR_PAGE.test(decoded(pathOf(request)) ?? "") || NUL.test(request.url ?? ""),
		refusal: NOTHING_HERE,
	},
];

/** @returns undefined for a request that passes all checks */
export function refusalOf(request: IncomingMessage, checks: readonly RequestCheck[]): Refusal | undefined {
	return checks.find(({ isFailedBy }) => isFailedBy(request))?.refusal;
}

/** @param target a path, with its query if it has one */
export function hasMoreParameters(target: string, max: number): boolean {
	const start = target.indexOf("?");
	return start !== -1 && hasMore(target.slice(start + 1), PARAMETER, max);
}

/** Whether a form, in either encoding, has more fields. False for a body of another type. */
export function hasMoreFields({ headers }: IncomingMessage, body: Buffer, max: number): boolean {
	const [, type] = /^\s*(application\/x-www-form-urlencoded|multipart\/)/i.exec(headers["content-type"] ?? "") ?? [];
	return type !== undefined && hasMore(body.toString("latin1"), type.endsWith("/") ? PART : PARAMETER, max);
}

/** Counts what a parser would return, in one pass and no further than the limit. */
function hasMore(text: string, what: RegExp, max: number): boolean {
	let count = 0;
	for (const _ of text.matchAll(what)) {
		count += 1;
		if (count > max) return true;
	}
	return false;
}

/** Node keeps the first of several. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
	return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
}

function decoded(path: string): string | null {
	try {
		return decodeURIComponent(path);
	} catch {
		return null;
	}
}
