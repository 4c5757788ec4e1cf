import { createServer, type RequestListener, type Server } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type Connections, trackConnections } from "./connections.ts";
import { createDrain } from "./drain.ts";
import { TIME_LIMITS, type TimeLimits } from "./limits.ts";
import { createListeningSockets, type ListeningSockets } from "./listening-sockets.ts";
import { type Refusal, rawRefusal, refuse } from "./refusal.ts";
import { unreadable } from "./request-checks.ts";
import type { ServerSettings } from "./server-settings.ts";
import { isHotReload } from "./upgrades.ts";

type HttpServer = {
	server: Server;
	/** Nothing listens yet. */
	sockets: ListeningSockets;
	/** Takes nothing new, and resolves when the requests under way are answered, or their time is over. */
	drain: () => Promise<void>;
};

/**
 * The HTTP server with its time-outs. Bytes that are no request, or not its body, are answered in words as well.
 * @param listener answers every request that could be read
 */
export function createHttpServer(
	listener: RequestListener,
	settings: ServerSettings,
	limits: TimeLimits = TIME_LIMITS,
): HttpServer {
	const server = createServer({
		headersTimeout: limits.head,
		requestTimeout: limits.request,
		connectionsCheckingInterval: limits.check,
		keepAliveTimeout: settings.keepAliveSeconds * 1_000,
		// Refused in words by the listener.
		requireHostHeader: false,
		// Other protocols are offers that a server may pass over (RFC 9110 section 7.8): the request is answered as it is.
		shouldUpgradeCallback: (request) => isHotReload(request, settings),
	});
	server.timeout = limits.stalled;
	const connections = trackConnections(server);
	const sockets = createListeningSockets(server);
	const { drain, drained } = createDrain({ server, sockets, connections }, listener, limits);
	server.on("request", drained);
	server.on("checkExpectation", (request, response) => server.emit("request", request, response));
	server.on("connect", (_request, socket: Duplex) => {
		closeWith(socket, rawRefusal({ status: 405, message: "CONNECT is not answered here." }), limits.linger);
	});
	answerClientErrors(server, connections, limits.linger);
	return { server, sockets, drain };
}

function answerClientErrors(server: Server, connections: Connections, linger: number): void {
	/** Each further byte on them is an error again. */
	const given = new WeakSet<Duplex>();
	server.on("clientError", (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex) => {
		if (given.has(socket)) return;
		given.add(socket);
		const { request, response } = connections.lastOn(socket) ?? {};
		const isSilent = socket instanceof Socket && socket.bytesRead === 0;
		if (error.code === "ECONNRESET" || !socket.writable || isSilent) return void socket.destroy();
		const refusal = unreadable(error.code);
		if (request && response && !request.complete) return refuseBody(refusal);
		const refuseRaw = () => closeWith(socket, rawRefusal(refusal, error.rawPacket), linger);
		// Garbage behind a request: its own answer comes first, and whole.
		if (response && !response.closed) response.once("close", refuseRaw);
		else refuseRaw();

		function refuseBody(refusal: Refusal) {
			if (request && response && !response.headersSent) refuse(request, response, refusal);
			destroyLater(socket, linger);
		}
	});
}

/** The connection stays open for what is still on its way: closed at once it would be reset, and the words lost. */
function closeWith(socket: Duplex, words: string, linger: number): void {
	socket.on("error", () => socket.destroy());
	if (!socket.writable) return;
	socket.end(words);
	socket.resume();
	destroyLater(socket, linger);
}

function destroyLater(socket: Duplex, linger: number): void {
	const timer = setTimeout(() => socket.destroy(), linger);
	socket.once("close", () => clearTimeout(timer));
}
