import type { IncomingMessage } from "node:http";
import { isServicePath } from "../contract/service-paths.ts";
import { COOKIES_MAX, TARGET_LENGTH_MAX, TARGET_PARAMETERS_MAX } from "./limits.ts";
import { CLOSE, NOTHING_HERE, type Refusal } from "./refusal.ts";
import { pathOf } from "./transport.ts";

const PAGE_METHODS = ["GET", "HEAD", "POST"];
const ALLOW = { allow: PAGE_METHODS.join(", ") };
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

/** A list, whose address holds what is searched for. */
const LIST = /^\/[a-z-]+$/;
/** A parameter with a text that is searched for: in lists, the activity and the API calls. */
const SEARCH = /^(q|person|subject|path)=/;
/** More than the longest search takes in any script, so that the page can say that it is too long. */
const SEARCH_LENGTH_MAX = 4_000;
const SHORT_PARAMETERS_MAX = 10;

/** @returns why neither dashboard nor service accepts a request, by its head; undefined where they do */
export function refusalOfHead(request: IncomingMessage): Refusal | undefined {
	const { headers, httpVersion, method, rawHeaders, url = "" } = request;
	const { cookie = "", expect = "100-continue", host = "", "transfer-encoding": coding, upgrade = "" } = headers;
	// Node keeps the first of several.
	const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
	if (url.length > TARGET_LENGTH_MAX) return refusal(414, `The URL is longer than ${TARGET_LENGTH_MAX} characters.`);
	// Next redirects to the host that such a target names, and responds 500 to "*".
	if (!url.startsWith("/"))
		return refusal(400, "The request line must hold a path that begins with a slash, and no host.");
	if (DOT_SEGMENT.test(pathOf(request))) return refusal(400, "The path holds a segment of one or two dots.");
	if (hasMoreParameters(url, TARGET_PARAMETERS_MAX))
		return refusal(400, `The URL has more than ${TARGET_PARAMETERS_MAX} parameters.`);
	if (hasMore(cookie, COOKIE, COOKIES_MAX)) return refusal(400, `The request has more than ${COOKIES_MAX} cookies.`);
	// RFC 9112 section 3.2 demands 400 for these three.
	if (hosts === 0) return refusal(400, "The request has no Host header.");
	if (hosts > 1) return refusal(400, "The request has more than one Host header.");
	if (!HOST.test(host)) return refusal(400, "The request's Host header names no host.");
	// Node decodes nothing but chunks: the body would be read encoded.
	if (coding !== undefined && coding.toLowerCase() !== "chunked")
		return refusal(400, "Only the transfer coding chunked is supported here.", CLOSE);
	// An HTTP/1.0 proxy would find the end of the body elsewhere (RFC 9112 section 6.1).
	if (coding !== undefined && httpVersion === "1.0")
		return refusal(400, "HTTP/1.0 has no chunks: the request must state its length.", CLOSE);
	if (expect.toLowerCase() !== "100-continue")
		return refusal(417, "Only the expectation 100-continue is supported here.");
	if (upgrade.toLowerCase().includes("websocket")) return refusal(403, "This server speaks HTTP only.", CLOSE);
	// It asks for the request back, with headers that only a proxy may have added (RFC 9110 section 9.3.8).
	if (method === "TRACE") return refusal(405, "TRACE is not supported here.", ALLOW);
	return undefined;
}

/** @returns why the dashboard does not accept a request: Next renders a page for any method, and responds 500 to the others */
export function refusalByDashboard(request: IncomingMessage): Refusal | undefined {
	const path = decoded(pathOf(request));
	if (!PAGE_METHODS.includes(request.method ?? ""))
		return refusal(405, "This method is not supported here: GET and HEAD read pages, POST sends forms.", ALLOW);
	if (path === null) return refusal(400, "The URL has a percent sign that encodes nothing.");
	// Nothing that the dashboard shows has a NUL in its identifier, and not every store can look one up.
	return GLOBAL_ERROR_PAGE.test(path) || NUL.test(request.url ?? "") ? NOTHING_HERE : undefined;
}

function refusal(status: number, message: string, headers = {}): Refusal {
	return { status, message, headers };
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

function decoded(path: string): string | null {
	try {
		return decodeURIComponent(path);
	} catch {
		return null;
	}
}

/**
 * The address of a list without the end of what is searched for, for an address that is too long: a browser is redirected
 * to it, and the page says on its field that the search is too long.
 * @returns undefined for any other address
 */
export function shortAddress(target: string): string | undefined {
	if (target.length <= TARGET_LENGTH_MAX) return undefined;
	const start = target.indexOf("?");
	const path = target.slice(0, start);
	if (start < 0 || !LIST.test(path) || isServicePath(path)) return undefined;
	const parameters = target.slice(start + 1).split("&", SHORT_PARAMETERS_MAX);
	// A cut may leave a part of an encoded byte.
	const short = parameters.map((each) =>
		SEARCH.test(each) ? each.slice(0, SEARCH_LENGTH_MAX).replace(/%[\dA-Fa-f]?$/, "") : each,
	);
	const address = `${path}?${short.join("&")}`;
	return address.length <= TARGET_LENGTH_MAX ? address : undefined;
}
