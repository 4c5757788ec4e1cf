import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { outsideRequests } from "../process/process-wide.ts";
import type { TimeLimits } from "./limits.ts";
import type { ListeningSockets } from "./listening-sockets.ts";
import { refuse, STOPPING } from "./refusal.ts";

export type Connections = ReturnType<typeof trackConnections>;

/** Tracks the open connections of a server. Call it before any listener responds. */
export function trackConnections(server: Server) {
	const sockets = new Set<Socket>();
	const exchanges = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>();
	server.on("connection", (socket) => {
		sockets.add(socket);
		socket.once("close", () => sockets.delete(socket));
	});
	server.on("request", (request, response) => {
		const { socket } = request;
		exchanges.set(socket, { request, response });
		response.once("close", () => {
			if (exchanges.get(socket)?.response === response) exchanges.delete(socket);
			// Node sets the timer of an idle connection in the asynchronous context of its last request, which would stay in
			// memory, with the response and the page.
			const { timeout = 0 } = socket;
			if (!socket.destroyed && timeout > 0) outsideRequests(() => socket.setTimeout(timeout));
		});
	});
	return {
		/** Every open connection. */
		sockets,
		/** The last request on a connection, with its response, until that is sent. */
		lastOn: (socket: Duplex) => exchanges.get(socket),
	};
}

/**
 * Lets a server finish the requests in progress before it stops.
 * @param listener responds until then
 * @returns the listener to serve with, which responds 503 once the stop has begun, and the stop, which resolves when the
 * requests in progress are done, or their time is over
 */
export function createDrain(
	{ server, sockets, connections }: { server: Server; sockets: ListeningSockets; connections: Connections },
	listener: RequestListener,
	limits: Pick<TimeLimits, "grace" | "drain">,
): { drainable: RequestListener; drain: () => Promise<void> } {
	let isStopping = false;
	let isClosed = false;
	return {
		drainable(request, response) {
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
				// Opened ahead by a browser; Node counts it as busy.
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
