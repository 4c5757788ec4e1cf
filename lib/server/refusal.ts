import { createHash } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { isManagementPath } from "./halves.ts";

/** Why a request is not handed to either half, in a sentence for the person or program that sent it. */
export type Refusal = { status: number; message: string; headers?: Record<string, string> };

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:1rem/1.5 ui-sans-serif,system-ui,sans-serif;
background:light-dark(#f6f7f9,#0f131b);color:light-dark(#171b26,#e8ebf2)}main{max-width:28rem;margin:0 auto;
padding:4rem 1rem;overflow-wrap:anywhere}h1{font-size:1.5rem;line-height:1.33}a{color:light-dark(#1d4fc4,#8db2ff)}`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/**
 * Answers with a refusal: a small page for a browser that wants a document, the error object of the management
 * interface under its paths, else one line of text.
 */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
	const { type, body, policy } = written(request, refusal);
	response.writeHead(refusal.status, {
		"content-type": `${type}; charset=utf-8`,
		"content-length": Buffer.byteLength(body),
		"cache-control": "private, no-store",
		...(policy && { "content-security-policy": policy }),
		...refusal.headers,
	});
	response.end(request.method === "HEAD" ? undefined : body);
}

function written(request: IncomingMessage, refusal: Refusal): { type: string; body: string; policy?: string } {
	const { status, message } = refusal;
	if (isManagementPath(request.url?.split("?", 1)[0] ?? "")) {
		const body = JSON.stringify({ statusCode: status, error: STATUS_CODES[status], message });
		return { type: "application/json", body };
	}
	if (!request.headers.accept?.includes("text/html")) return { type: "text/plain", body: `${message}\n` };
	return { type: "text/html", body: page(refusal), policy: POLICY };
}

/** Every word in it is this server's own: nothing that came in is repeated. */
function page({ status, message }: Refusal): string {
	const title = STATUS_CODES[status] ?? "Refused";
	return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Identity Console</title>
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

/** A whole answer as bytes, for a connection on which no request could be read. It closes the connection. */
export function rawRefusal({ status, message }: Refusal): string {
	const body = `${message}\n`;
	return [
		`HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
		"content-type: text/plain; charset=utf-8",
		`content-length: ${Buffer.byteLength(body)}`,
		"cache-control: private, no-store",
		"connection: close",
		"",
		body,
	].join("\r\n");
}
