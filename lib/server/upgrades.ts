import { createServer, type IncomingMessage, type Server } from "node:http";
import type { ServerSettings } from "./server-settings.ts";

const HOT_RELOAD_PATH = /^\/_next\/hmr(\?|$)/;

/** The one WebSocket that is answered: Next's hot reload, asked for by a page of this same origin during development. */
export function isHotReload(
	{ url = "", headers }: IncomingMessage,
	{ appUrl, isDevelopment }: Pick<ServerSettings, "appUrl" | "isDevelopment">,
): boolean {
	return (
		isDevelopment &&
		headers.upgrade?.toLowerCase() === "websocket" &&
		headers.origin === appUrl &&
		HOT_RELOAD_PATH.test(url)
	);
}

/**
 * @returns the server that Next is given as its own: it never listens, and Next's listener for upgrades, which would leave
 * unmatched connections open, hangs on it instead of on ours
 */
export function serverForNext(server: Server): Server {
	const nextServer = createServer();
	server.on("upgrade", (request, socket, head) => nextServer.emit("upgrade", request, socket, head));
	return nextServer;
}
