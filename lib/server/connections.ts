import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

export type Exchange = { request: IncomingMessage; response: ServerResponse };

export type Connections = {
	/** Every open connection. */
	sockets: ReadonlySet<Socket>;
	/** The last request that began on a connection, and its answer, until that is sent. */
	lastOn: (socket: Duplex) => Exchange | undefined;
};

/** Knows what is open, and what is under way on it. To be called before any listener answers. */
export function trackConnections(server: Server): Connections {
	const sockets = new Set<Socket>();
	const exchanges = new WeakMap<Duplex, Exchange>();
	server.on("connection", (socket) => {
		sockets.add(socket);
		socket.once("close", () => sockets.delete(socket));
	});
	server.on("request", (request, response) => {
		const { socket } = request;
		exchanges.set(socket, { request, response });
		response.once("close", () => {
			if (exchanges.get(socket)?.response === response) exchanges.delete(socket);
		});
	});
	return { sockets, lastOn: (socket) => exchanges.get(socket) };
}
