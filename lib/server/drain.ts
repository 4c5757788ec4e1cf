import type { RequestListener, Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Connections } from "./connections.ts";
import type { TimeLimits } from "./limits.ts";
import type { ListeningSockets } from "./listening-sockets.ts";
import { refuse } from "./refusal.ts";
import { STOPPING } from "./request-checks.ts";

type Drained = {
	server: Server;
	sockets: ListeningSockets;
	connections: Connections;
};

type Drain = {
	/** The listener to serve with: once the stop has begun, it answers 503 to what comes in. */
	drained: RequestListener;
	drain: () => Promise<void>;
};

/** Lets a stop finish what was begun. */
export function createDrain(
	{ server, sockets, connections }: Drained,
	listener: RequestListener,
	limits: Pick<TimeLimits, "grace" | "drain">,
): Drain {
	let isStopping = false;
	let isClosed = false;
	return {
		drained(request, response) {
			// Kept open for a next request, a connection would outlast the stop.
			response.once("close", () => isClosed && server.closeIdleConnections());
			if (isStopping) return refuse(request, response, STOPPING);
			listener(request, response);
		},
		async drain() {
			isStopping = true;
			for (const socket of connections.sockets) {
				const { response } = connections.lastOn(socket) ?? {};
				if (response && !response.headersSent) response.setHeader("connection", "close");
			}
			await delay(limits.grace);
			const closed = sockets.close();
			isClosed = true;
			for (const socket of connections.sockets) {
				// Opened ahead by a browser; Node counts it among those that are busy.
				if (socket.bytesRead === 0) socket.destroy();
			}
			const late = setTimeout(() => {
				for (const socket of connections.sockets) socket.destroy();
			}, limits.drain);
			await closed;
			clearTimeout(late);
		},
	};
}
