import { createHash } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { isManagementPath, isReadTokenPath, isServicePath } from "../contract/service-paths.ts";
import { BODY_BYTES_MAX, UPLOAD_LIMITS } from "./limits.ts";
import { endResponse, pathOf } from "./transport.ts";

/** Why this server refuses a request itself, in a sentence for the person or program that sent it. */
export type Refusal = {
	status: number;
	message: string;
	headers?: Record<string, string>;
	/** The page reloads itself after these. */
	reloadAfterSeconds?: number;
};

/** What determines the format of a refusal. */
type Target = { url?: string | undefined; headers: { accept?: string | undefined } };

export const CLOSE = { connection: "close" };
export const NO_CONNECT: Refusal = { status: 405, message: "CONNECT is not supported here." };
export const FOREIGN_WRITE = unchanged(403, "Refused: the request did not come from this console's own pages.");
export const TOO_LARGE = unchanged(413, `What was sent is larger than ${BODY_BYTES_MAX / 1024} KB.`);
export const UPLOAD_TOO_LARGE = unchanged(413, `What was sent is larger than ${UPLOAD_LIMITS.bytes / 1024 / 1024} MB.`);
export const TOO_MANY_FILES = unchanged(
	400,
	"More than 3,000 files were sent: choose only the folder with the templates.",
);
export const NOT_A_FORM = unchanged(400, "The form cannot be read.");
export const FORM_ONLY = unchanged(405, "This URL only accepts forms.", { allow: "POST" });
export const NOT_A_PLAN = unchanged(415, "Send a ZIP archive (application/zip) or JSON (application/json).");
export const NOT_A_PROPOSAL = unchanged(415, "Send JSON (application/json).");
export const READ_ONLY = unchanged(405, "This URL does not accept forms.", { allow: "GET, HEAD" });
export const OTHER_UPLOADS = later("Other folders are being read at the moment.", "a moment", 5);
export const OWN_UPLOAD = later("Another folder that you sent is being read at the moment.", "a minute", 60);
export const STOPPING = later("This server is stopping.", "a moment", 5);
export const NOTHING_HERE: Refusal = { status: 404, message: "There is nothing at this URL." };

export function tooManyFields(max: number): Refusal {
	return unchanged(400, `The form has more than ${max} fields.`);
}

/** @param reference identifies the request */
export function broken(reference: string): Refusal {
	return { status: 500, message: `This server made a mistake. It is noted in its log. Reference: ${reference}` };
}

function unchanged(status: number, reason: string, headers = {}): Refusal {
	return { status, message: `${reason} Nothing was changed.`, headers };
}

function later(reason: string, when: string, seconds: number): Refusal {
	const message = `${reason} Nothing was changed. Try again in ${when}.`;
	return { status: 503, message, headers: { ...CLOSE, "retry-after": String(seconds) } };
}

/** @param seconds after which it may be accepted: a page then reloads itself */
export function overloaded(isWrite: boolean, seconds: number): Refusal {
	const reason = "The console has more to do at the moment than it can handle.";
	if (!isWrite) return reloadingPage(reason, seconds);
	const message = `${reason} Nothing was sent. Nothing was changed. Try again in ${seconds} s.`;
	return { status: 503, message, headers: { "retry-after": String(seconds) } };
}

/** @param fault the end of a sentence that begins with "The store" */
export function storeFailed(fault: string): Refusal {
	return reloadingPage(`The console's store ${fault}.`, 5);
}

function reloadingPage(reason: string, seconds: number): Refusal {
	const message = `${reason} This page tries again by itself in ${seconds} s.`;
	return { status: 503, message, headers: { "retry-after": String(seconds) }, reloadAfterSeconds: seconds };
}

/** Clients that follow a redirect to another host leave out the header. @param origin of the canonical host */
export function misdirected(origin: string): Refusal {
	const message = `The request has an Authorization header, which this redirect would lose: send it to ${origin}.`;
	return { status: 421, message };
}

const UNREADABLE: Record<string, Refusal> = {
	HPE_HEADER_OVERFLOW: { status: 431, message: "The request's URL and headers are too large." },
	HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: "The request's chunk extensions are too large." },
	HPE_INVALID_METHOD: { status: 400, message: "The request's method is not known." },
	HPE_INVALID_EOF_STATE: { status: 400, message: "The request ended before it was complete. Nothing was changed." },
	ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: "The request did not arrive in time. Nothing was changed." },
};

/** For bytes that are no request, or no body of one. @param code of Node's or its parser's error */
export function unreadable(code = ""): Refusal {
	const { status, message } = UNREADABLE[code] ?? { status: 400, message: "The request cannot be read." };
	return { status, message, headers: CLOSE };
}

/** Headings of the page, by status. */
const TITLES: Record<number, string> = {
	401: "Signed out",
	404: "Page not found",
	413: "This is too large",
	414: "This URL is too long",
	421: "This is at another URL",
	431: "This is too large",
	500: "Something went wrong",
	503: "Try again in a moment",
};

/** Error codes of OAuth 2.0 (RFC 6749 sections 4.1.2.1 and 5.2), and the service's own for 404. */
const CODES: Record<number, string> = { 404: "not_found", 500: "server_error", 503: "temporarily_unavailable" };

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:1rem/1.5 ui-sans-serif,system-ui,sans-serif;
background:light-dark(#f6f7f9,#0f131b);color:light-dark(#171b26,#e8ebf2)}main{max-width:28rem;margin:0 auto;
padding:4rem 1rem;overflow-wrap:anywhere}h1{font-size:1.5rem;line-height:1.33}a{color:light-dark(#1d4fc4,#8db2ff)}`;
const POLICY = `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
	const { headers, body } = renderRefusal(request, refusal);
	response.writeHead(refusal.status, headers);
	endResponse(request, response, body);
}

/**
 * A whole response as bytes, for a connection on which no request could be read. It closes the connection.
 * @param packet the bytes read of it, if any
 */
export function rawRefusal(refusal: Refusal, packet?: Buffer): string {
	const head = packet?.toString("latin1") ?? "";
	const url = /^\S+ (\S+)/.exec(head)?.[1] ?? "";
	const { headers, body } = renderRefusal({ url, headers: { accept: /\naccept:(.*)/i.exec(head)?.[1] } }, refusal);
	const lines = Object.entries({ ...headers, ...CLOSE }).map(([name, value]) => `${name}: ${value}`);
	return [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines, "", body].join("\r\n");
}

/** The headers and the body of a refusal, in the format that fits the request. */
export function renderRefusal(target: Target, refusal: Refusal) {
	const { type, body, policy } = format(target, refusal);
	const headers = {
		"content-type": type,
		"content-length": Buffer.byteLength(body),
		"cache-control": "private, no-store",
		...(policy && { "content-security-policy": policy }),
		...refusal.headers,
	};
	return { headers, body };
}

/**
 * The error object of the management interface under its paths, one for programs with a read token under theirs, a small page for a browser that wants a document, the
 * error object of the authentication interface under the service's other paths, else one line of text.
 */
function format(target: Target, refusal: Refusal): { type: string; body: string; policy?: string } {
	const { status, message } = refusal;
	const path = pathOf(target);
	const { accept } = target.headers;
	const json = (body: object) => ({ type: "application/json; charset=utf-8", body: JSON.stringify(body) });
	if (isManagementPath(path)) return json({ statusCode: status, error: STATUS_CODES[status], message });
	if (isReadTokenPath(path)) return json({ error: message });
	if (accept?.includes("text/html")) return { type: "text/html; charset=utf-8", body: page(refusal), policy: POLICY };
	if (isServicePath(path)) return json({ error: CODES[status] ?? "invalid_request", error_description: message });
	// Without a charset, which ASCII does not need: Next passes on the message of a refused action in no other type.
	return { type: "text/plain", body: `${message}\n` };
}

/** Repeats nothing of the request. */
function page({ status, message, reloadAfterSeconds }: Refusal): string {
	const title = TITLES[status] ?? "This request was refused";
	const reload = reloadAfterSeconds ? `<meta http-equiv="refresh" content="${reloadAfterSeconds}">\n` : "";
	return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${reload}<title>${title} · Identity Console</title>
<link rel="icon" href="/icon.svg">
<style>${STYLE}</style>
<main>
<h1>${title}</h1>
<p>${message}</p>
<p><a href="/">Back to the overview</a></p>
</main>
</html>
`;
}
