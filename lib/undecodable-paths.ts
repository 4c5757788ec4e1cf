import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

/**
 * The framework answers 500 to a path that cannot be decoded ("/templates/%ff"), before anything of ours runs. From now
 * on the percent signs of such a path are taken for what they are, so that it names something that does not exist.
 */
export function readUndecodablePathsAsText(): void {
	subscribe("http.server.request.start", (message) => {
		const { request } = message as { request: IncomingMessage };
		request.url = withDecodablePath(request.url ?? "/");
	});
}

/** @param url path and query of a request line */
export function withDecodablePath(url: string): string {
	const path = url.split("?", 1)[0] ?? "";
	return isDecodable(path) ? url : path.replaceAll("%", "%25") + url.slice(path.length);
}

function isDecodable(path: string): boolean {
	try {
		decodeURIComponent(path);
		return true;
	} catch {
		return false;
	}
}
