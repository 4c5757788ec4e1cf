import { createHash } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { endAnswer } from "./end-answer.ts";
import { isManagementPath, isServicePath } from "./service-paths.ts";

/** Why a request is not handed to either half, in a sentence for the person or program that sent it. */
export type Refusal = {
	status: number;
	message: string;
	headers?: Record<string, string>;
	/** The page loads itself again then. */
	reloadAfterSeconds?: number;
};

/** What decides in which form somebody is refused. */
type Asker = { path: string; accept: string | undefined };

/** What a person reads above the sentence. */
const TITLES: Record<number, string> = {
	404: "Page not found",
	413: "This is too large",
	414: "This address is too long",
	421: "This is at another address",
	500: "Something went wrong",
	503: "Try again in a moment",
};
const TITLE = "This request was refused";

/** Error codes of OAuth 2.0 (RFC 6749 sections 4.1.2.1 and 5.2), and the service's own for a path of nothing. */
const CODES: Record<number, string> = { 404: "not_found", 500: "server_error", 503: "temporarily_unavailable" };
const CODE = "invalid_request";

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:1rem/1.5 ui-sans-serif,system-ui,sans-serif;
background:light-dark(#f6f7f9,#0f131b);color:light-dark(#171b26,#e8ebf2)}main{max-width:28rem;margin:0 auto;
padding:4rem 1rem;overflow-wrap:anywhere}h1{font-size:1.5rem;line-height:1.33}a{color:light-dark(#1d4fc4,#8db2ff)}`;
const POLICY = `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/**
 * Answers with a refusal: the error object of the management interface under its paths, a small page for a browser that
 * wants a document, the error object of the authentication interface under the service's other paths, else one line of
 * text.
 */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
	const { headers, body } = refusalTo(request, refusal);
	response.writeHead(refusal.status, headers);
	endAnswer(request, response, body);
}

/** The headers and the body of a refusal, in the form that fits whoever asks. */
export function refusalTo({ url = "", headers: { accept } }: IncomingMessage, refusal: Refusal) {
	return written({ path: url, accept }, refusal);
}

/**
 * A whole answer as bytes, for a connection on which no request could be read. It closes the connection.
 * @param packet what was read of it, if anything
 */
export function rawRefusal(refusal: Refusal, packet?: Buffer): string {
	const head = packet?.toString("latin1") ?? "";
	const path = /^\S+ (\S+)/.exec(head)?.[1] ?? "";
	const { headers, body } = written({ path, accept: /\naccept:(.*)/i.exec(head)?.[1] }, refusal);
	const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}`);
	return [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines, "", body].join("\r\n");
}

function written(asker: Asker, refusal: Refusal): { headers: Record<string, string | number>; body: string } {
	const { type, body, policy } = inForm(asker, refusal);
	const headers = {
		"content-type": type,
		"content-length": Buffer.byteLength(body),
		"cache-control": "private, no-store",
		...(policy && { "content-security-policy": policy }),
		...refusal.headers,
	};
	return { headers, body };
}

function inForm({ path, accept }: Asker, refusal: Refusal): { type: string; body: string; policy?: string } {
	const { status, message } = refusal;
	const [at = ""] = path.split("?", 1);
	const json = (body: object) => ({ type: "application/json; charset=utf-8", body: JSON.stringify(body) });
	if (isManagementPath(at)) return json({ statusCode: status, error: STATUS_CODES[status], message });
	if (accept?.includes("text/html")) return { type: "text/html; charset=utf-8", body: page(refusal), policy: POLICY };
	if (isServicePath(at)) return json({ error: CODES[status] ?? CODE, error_description: message });
	// Without a charset, for which ASCII has no need: Next hands the words of a refused action on in no other type.
	return { type: "text/plain", body: `${message}\n` };
}

/** Every word in it is this server's own: nothing that came in is repeated. */
function page({ status, message, reloadAfterSeconds }: Refusal): string {
	const title = TITLES[status] ?? TITLE;
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
