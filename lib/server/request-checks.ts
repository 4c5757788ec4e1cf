import type { IncomingMessage } from "node:http";
import { BODY_BYTES_MAX, COOKIES_MAX, FORM_FIELDS_MAX, TARGET_LENGTH_MAX, TARGET_PARAMETERS_MAX } from "./limits.ts";
import { hasMoreCookies, hasMoreParameters } from "./parameter-count.ts";
import type { Refusal } from "./refusal.ts";
import { isRouterState } from "./router-state.ts";
import { pathOf } from "./service-paths.ts";

/** A row of the tables below: what is wrong with a request, how it shows, and what is answered. */
export type Fault = { name: string; when: (request: IncomingMessage) => boolean; answer: Refusal };

const CLOSE = { connection: "close" };
const PAGE_METHODS = ["GET", "HEAD", "POST"];
/** A name or an address and a port (RFC 9112 section 3.2, RFC 3986 section 3.2). */
const HOST = /^(\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(:\d*)?$/i;
const NEXTS_OWN_PAGE = /^\/+_global-error\/*$/;

/** What neither half answers. In a table, the first row that fits counts. */
export const FAULTS: readonly Fault[] = [
	{
		name: "a target of more than 8000 characters",
		when: ({ url = "" }) => url.length > TARGET_LENGTH_MAX,
		answer: { status: 414, message: `The address is longer than ${TARGET_LENGTH_MAX} characters.` },
	},
	{
		name: "a target that is no path",
		when: ({ url = "" }) => !url.startsWith("/"),
		answer: { status: 400, message: "The request line must hold a path that begins with a slash, and no host." },
	},
	{
		name: "a target of more than 500 parameters",
		when: ({ url = "" }) => hasMoreParameters(url, TARGET_PARAMETERS_MAX),
		answer: { status: 400, message: `The address has more than ${TARGET_PARAMETERS_MAX} parameters.` },
	},
	{
		name: "more than 200 cookies",
		when: ({ headers }) => hasMoreCookies(headers.cookie, COOKIES_MAX),
		answer: { status: 400, message: `The request has more than ${COOKIES_MAX} cookies.` },
	},
	{
		name: "no Host",
		when: (request) => hostsOf(request) === 0,
		answer: { status: 400, message: "The request has no Host header." },
	},
	{
		name: "more than one Host",
		when: (request) => hostsOf(request) > 1,
		answer: { status: 400, message: "The request has more than one Host header." },
	},
	{
		name: "a Host that is none",
		when: ({ headers }) => !HOST.test(headers.host ?? ""),
		answer: { status: 400, message: "The request's Host header names no host." },
	},
	{
		name: "a transfer coding other than chunked",
		when: ({ headers }) => (headers["transfer-encoding"] ?? "chunked").toLowerCase() !== "chunked",
		answer: { status: 400, message: "No transfer coding but chunked is read here.", headers: CLOSE },
	},
	{
		name: "chunks in HTTP/1.0",
		when: ({ headers, httpVersion }) => headers["transfer-encoding"] !== undefined && httpVersion === "1.0",
		answer: { status: 400, message: "HTTP/1.0 knows no chunks: the request must say its length.", headers: CLOSE },
	},
	{
		name: "an expectation other than 100-continue",
		when: ({ headers }) => (headers.expect ?? "100-continue").toLowerCase() !== "100-continue",
		answer: { status: 417, message: "No expectation but 100-continue is met here." },
	},
	{
		name: "a WebSocket",
		when: ({ headers }) => headers.upgrade?.toLowerCase().includes("websocket") ?? false,
		answer: { status: 403, message: "This server speaks HTTP only.", headers: CLOSE },
	},
	{
		name: "TRACE",
		when: ({ method }) => method === "TRACE",
		answer: { status: 405, message: "TRACE is not answered here.", headers: { allow: PAGE_METHODS.join(", ") } },
	},
];

/** What the dashboard does not answer; the identity service has words of its own. */
export const DASHBOARD_FAULTS: readonly Fault[] = [
	{
		name: "a method of no page",
		when: ({ method = "" }) => !PAGE_METHODS.includes(method),
		answer: {
			status: 405,
			message: "This method is not answered here: pages are read by GET and HEAD, forms are sent by POST.",
			headers: { allow: PAGE_METHODS.join(", ") },
		},
	},
	{
		name: "a path that cannot be decoded",
		when: (request) => decoded(pathOf(request)) === null,
		answer: { status: 400, message: "The address holds a percent sign that encodes nothing." },
	},
	{
		name: "a page that Next keeps for itself",
		when: (request) => NEXTS_OWN_PAGE.test(decoded(pathOf(request)) ?? ""),
		answer: { status: 404, message: "Nothing is at this address." },
	},
	{
		name: "a router state that is none",
		when: ({ headers }) => !isRouterState(headers["next-router-state-tree"]),
		answer: { status: 400, message: "The header Next-Router-State-Tree cannot be read." },
	},
];

export const FOREIGN_WRITE: Refusal = {
	status: 403,
	message: "Refused: the request did not come from this console's own pages. Nothing was changed.",
};
export const TOO_LARGE: Refusal = {
	status: 413,
	message: `What was sent is larger than ${BODY_BYTES_MAX / 1024} KB. Nothing was changed.`,
};
export const TOO_MANY_FIELDS: Refusal = {
	status: 400,
	message: `The form has more than ${FORM_FIELDS_MAX} fields. Nothing was changed.`,
};
export const NOT_A_FORM: Refusal = { status: 400, message: "The form cannot be read. Nothing was changed." };
export const FORM_ONLY: Refusal = {
	status: 405,
	message: "This address takes only what a form sends to it. Nothing was changed.",
	headers: { allow: "POST" },
};
export const READ_ONLY: Refusal = {
	status: 405,
	message: "Nothing can be sent to this address. Nothing was changed.",
	headers: { allow: "GET, HEAD" },
};
export const NOTHING_HERE: Refusal = { status: 404, message: "Nothing is at this address." };
export const BROKEN: Refusal = { status: 500, message: "This server made a mistake. It is noted in its log." };
export const STOPPING: Refusal = {
	status: 503,
	message: "This server is stopping. Nothing was changed. Try again in a moment.",
	headers: { ...CLOSE, "retry-after": "5" },
};

const TOO_MUCH = "The console has more to do at the moment than it can handle.";
/** For a page, which loads itself again. @param seconds until then */
export function crowdedPage(seconds: number): Refusal {
	const message = `${TOO_MUCH} This page tries again by itself in ${seconds} s.`;
	return { status: 503, message, headers: { "retry-after": String(seconds) }, reloadAfterSeconds: seconds };
}

/** For what would change something. @param seconds after which there may be a place */
export function crowded(seconds: number): Refusal {
	const message = `${TOO_MUCH} Nothing was sent. Nothing was changed. Try again in ${seconds} s.`;
	return { status: 503, message, headers: { "retry-after": String(seconds) } };
}

const STORE_RETRY_SECONDS = 5;
/** @param fault the end of a sentence that begins with "The store" */
export function storeFailed(fault: string): Refusal {
	const message = `The console's store ${fault}. This page tries again by itself in ${STORE_RETRY_SECONDS} s.`;
	const headers = { "retry-after": String(STORE_RETRY_SECONDS) };
	return { status: 503, message, headers, reloadAfterSeconds: STORE_RETRY_SECONDS };
}

const AUTHORIZED_ELSEWHERE = "The request holds an Authorization header, which would be lost on the way from here";
/** @param origin the one address of this app */
export function askThere(origin: string): Refusal {
	return { status: 421, message: `${AUTHORIZED_ELSEWHERE}: ask at ${origin}.` };
}

const UNREADABLE: Record<string, Refusal> = {
	HPE_HEADER_OVERFLOW: { status: 431, message: "The request's address and headers are too large." },
	HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: "The request's chunk extensions are too large." },
	HPE_INVALID_METHOD: { status: 400, message: "The request's method is not known." },
	HPE_INVALID_EOF_STATE: { status: 400, message: "The request ended before it was whole. Nothing was changed." },
	ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: "The request did not arrive in time. Nothing was changed." },
};

/**
 * What is said where the bytes that came in are no request, or not its body.
 * @param code of Node's or its parser's error
 */
export function unreadable(code = ""): Refusal {
	const { status, message } = UNREADABLE[code] ?? { status: 400, message: "The request cannot be read." };
	return { status, message, headers: CLOSE };
}

export function answerTo(faults: readonly Fault[], request: IncomingMessage): Refusal | undefined {
	return faults.find(({ when }) => when(request))?.answer;
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
