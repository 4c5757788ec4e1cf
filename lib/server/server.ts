import { createServer, type RequestListener, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { CHECK_EVERY_MS, HEAD_WITHIN_MS, REQUEST_WITHIN_MS, STALLED_AFTER_MS } from "./limits.ts";
import { rawRefusal } from "./refusal.ts";
import { unreadable } from "./request-faults.ts";
import type { ServerSettings } from "./server-settings.ts";

/** Connections on which an answer has begun: bytes of a second one must not be mixed into it. */
const answering = new WeakMap<Duplex, number>();

/**
 * The HTTP server with its time-outs, not listening yet. Bytes that are no request are answered in words as well.
 * @param listener answers every request that could be read
 */
export function createHttpServer(listener: RequestListener, { keepAliveSeconds }: ServerSettings): Server {
	const server = createServer(
		{
			headersTimeout: HEAD_WITHIN_MS,
			requestTimeout: REQUEST_WITHIN_MS,
			connectionsCheckingInterval: CHECK_EVERY_MS,
			keepAliveTimeout: keepAliveSeconds * 1_000,
			// Refused in words by the listener.
			requireHostHeader: false,
			// Other protocols are offers that a server may pass over (RFC 9110 section 7.8): the request is answered as it is.
			shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
		},
		(request, response) => {
			const { socket } = request;
			answering.set(socket, (answering.get(socket) ?? 0) + 1);
			response.once("close", () => answering.set(socket, (answering.get(socket) ?? 1) - 1));
			listener(request, response);
		},
	);
	server.timeout = STALLED_AFTER_MS;
	server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
		if (error.code === "ECONNRESET" || !socket.writable || answering.get(socket)) return void socket.destroy();
		socket.end(rawRefusal(unreadable(error)), () => socket.destroy());
	});
	server.on("connect", (_request, socket) => {
		socket.end(rawRefusal({ status: 405, message: "CONNECT is not answered here." }), () => socket.destroy());
	});
	return server;
}
