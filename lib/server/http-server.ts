import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { outsideRequests } from "../process/process-wide.ts";
import { TIME_LIMITS } from "./limits.ts";
import { NO_CONNECT, rawRefusal, refuse, STOPPING, unreadable } from "./refusal.ts";
import type { ServerSettings } from "./server-settings.ts";

type Connections = ReturnType<typeof trackConnections>;

const HOT_RELOAD_PATH = /^\/_next\/hmr(\?|$)/;

/**
 * The HTTP server with its time-outs; nothing listens yet. Bytes that are no request, or no body of one, get a message too.
 * @param listener responds to every request that could be read
 * @returns the server, and its orderly stop: that resolves when the requests in progress are done, or their time is over;
 * further ones get a 503 from its beginning
 */
export function createHttpServer(listener: RequestListener, settings: ServerSettings, limits = TIME_LIMITS) {
	const server = createServer({
		headersTimeout: limits.head,
		requestTimeout: limits.request,
		connectionsCheckingInterval: limits.check,
		keepAliveTimeout: settings.keepAliveSeconds * 1_000,
		// Refused with a message by the listener.
		requireHostHeader: false,
		// A server may ignore an upgrade (RFC 9110 section 7.8): the request is handled without it.
		shouldUpgradeCallback: (request) => isHotReload(request, settings),
	});
	server.timeout = limits.stalled;
	const connections = trackConnections(server);
	let isStopping = false;
	server.on("request", (request, response) => {
		// Next and the parts of this server each wait for its end.
		response.setMaxListeners(20);
		if (isStopping) refuse(request, response, STOPPING);
		else listener(request, response);
	});
	server.on("checkExpectation", (request, response) => server.emit("request", request, response));
	server.on("connect", (_request, socket: Duplex) => closeWithMessage(socket, rawRefusal(NO_CONNECT), limits.linger));
	handleClientErrors(server, connections, limits.linger);

	async function drain(): Promise<void> {
		isStopping = true;
		for (const exchange of connections.values()) {
			if (!exchange) continue;
			const { response } = exchange;
			if (!response.headersSent) response.setHeader("connection", "close");
			// Kept open for a next request, its connection would outlast the stop.
			response.once("close", () => !server.listening && server.closeIdleConnections());
		}
		await delay(limits.grace);
		const closed = new Promise((resolve) => server.close(resolve));
		for (const socket of connections.keys()) {
			// Opened ahead by a browser; Node counts it as busy.
			if (socket instanceof Socket && socket.bytesRead === 0) socket.destroy();
		}
		const late = setTimeout(() => server.closeAllConnections(), limits.drain);
		await closed;
		clearTimeout(late);
	}
	return { server, drain };
}

/** The open connections, each with its last request until the response to that is sent. */
function trackConnections(server: Server) {
	const connections = new Map<Duplex, { request: IncomingMessage; response: ServerResponse } | null>();
	server.on("connection", (socket) => {
		connections.set(socket, null);
		socket.once("close", () => connections.delete(socket));
	});
	server.on("request", (request, response) => {
		const { socket } = request;
		connections.set(socket, { request, response });
		response.once("close", () => {
			if (connections.get(socket)?.response === response) connections.set(socket, null);
			// Node sets the timer of an idle connection in the asynchronous context of its last request, which would stay in
			// memory, with the response and the page.
			const { timeout = 0 } = socket;
			if (!socket.destroyed && timeout > 0) outsideRequests(() => socket.setTimeout(timeout));
		});
	});
	return connections;
}

/** The one WebSocket that is accepted: Next's hot reload, during development, for a page of this same origin. */
function isHotReload({ url = "", headers }: IncomingMessage, { appUrl, isDevelopment }: ServerSettings): boolean {
	const isWebSocket = headers.upgrade?.toLowerCase() === "websocket";
	return isDevelopment && isWebSocket && headers.origin === appUrl && HOT_RELOAD_PATH.test(url);
}

function handleClientErrors(server: Server, connections: Connections, linger: number): void {
	/** Each further byte on these is an error again. */
	const refused = new WeakSet<Duplex>();
	server.on("clientError", (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex) => {
		if (refused.has(socket)) return;
		refused.add(socket);
		const { request, response } = connections.get(socket) ?? {};
		const isSilent = socket instanceof Socket && socket.bytesRead === 0;
		if (!socket.writable || isSilent) return void socket.destroy();
		const refusal = unreadable(error.code);
		if (request && response && !request.complete) {
			if (!response.headersSent) refuse(request, response, refusal);
			return destroyLater(socket, linger);
		}
		const refuseRaw = () => closeWithMessage(socket, rawRefusal(refusal, error.rawPacket), linger);
		// Garbage behind a request: its own response comes first, and whole.
		if (response && !response.closed) response.once("close", refuseRaw);
		else refuseRaw();
	});
}

/** The connection stays open for what is still being sent: closed at once it would be reset, and the message lost. */
function closeWithMessage(socket: Duplex, message: string, linger: number): void {
	socket.on("error", () => socket.destroy());
	socket.end(message);
	socket.resume();
	destroyLater(socket, linger);
}

function destroyLater(socket: Duplex, linger: number): void {
	const timer = setTimeout(() => socket.destroy(), linger);
	socket.once("close", () => clearTimeout(timer));
}
