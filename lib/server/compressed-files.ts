import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, sep } from "node:path";
import { pathOf } from "./transport.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const TYPES: Record<string, string> = {
	css: "text/css; charset=UTF-8",
	js: "application/javascript; charset=UTF-8",
};

/**
 * Sends the Brotli copies that the build made of its scripts and style sheets (lib/cli/prepare/prepare.mjs) to clients
 * that accept them. `otherwise` handles all else: other clients, parts of a file, files without a copy.
 * @param folder of the build that stands at `/_next/static/`
 */
export function withCompressedFiles(folder: string, otherwise: Handler): Handler {
	const copies = copiesIn(folder);
	return async (request, response) => {
		const copy = copies.get(pathOf(request));
		const { "accept-encoding": encodings, range } = request.headers;
		const isRead = request.method === "GET" || request.method === "HEAD";
		if (!copy || !isRead || range !== undefined || !acceptsBrotli(String(encodings ?? "")))
			return otherwise(request, response);
		const bytes = await readFile(copy.file);
		response.writeHead(200, {
			"content-type": copy.type,
			"content-encoding": "br",
			"content-length": bytes.length,
			"cache-control": "public, max-age=31536000, immutable",
			vary: "accept-encoding",
		});
		response.end(request.method === "HEAD" ? undefined : bytes);
	};
}

/** Whether a client accepts this encoding: it names it, and not with a weight of 0 (RFC 9110 section 12.5.3). */
function acceptsBrotli(encodings: string): boolean {
	return encodings.split(",").some((encoding) => {
		const [name = "", weight = "q=1"] = encoding.split(";");
		return name.trim().toLowerCase() === "br" && Number(/^\s*q=([\d.]+)\s*$/i.exec(weight)?.[1] ?? 0) > 0;
	});
}

/** By request path; none where nothing was built. No request path is ever turned into a file name. */
function copiesIn(folder: string): Map<string, { file: string; type: string }> {
	const copies = new Map<string, { file: string; type: string }>();
	if (!existsSync(folder)) return copies;
	for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
		const type = TYPES[/\.(\w+)\.br$/.exec(file)?.[1] ?? ""];
		const path = `/_next/static/${file.split(sep).join("/").slice(0, -".br".length)}`;
		if (type) copies.set(path, { file: join(folder, file), type });
	}
	return copies;
}
