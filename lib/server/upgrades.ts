import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { rawRefusal } from "./refusal.ts";
import type { ServerSettings } from "./server-settings.ts";

const HOT_RELOAD_PATH = "/_next/hmr";

/**
 * Refuses every WebSocket, but for Next's hot reload of this same origin during development.
 * @returns the server that Next is given as its own: it never listens, and Next's listener for upgrades, which would leave
 * unmatched connections open, hangs on it instead of on ours
 */
export function guardUpgrades(server: Server, { appUrl, isDevelopment }: ServerSettings): Server {
	const nextServer = createServer();
	server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
		const isHotReload = request.url?.startsWith(HOT_RELOAD_PATH) && request.headers.origin === appUrl;
		if (isDevelopment && isHotReload) return void nextServer.emit("upgrade", request, socket, head);
		socket.on("error", () => socket.destroy());
		socket.end(rawRefusal({ status: 403, message: "This server speaks HTTP only." }), () => socket.destroy());
	});
	return nextServer;
}
