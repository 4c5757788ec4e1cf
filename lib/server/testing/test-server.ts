import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { type Backends, createHandler } from "../handler.ts";
import { createHttpServer } from "../http-server.ts";
import { TIME_LIMITS } from "../limits.ts";
import { boundRequests } from "../requests-in-progress.ts";
import type { ServerSettings } from "../server-settings.ts";

export const APP_URL = "http://console.test:3000";
export const HOST = "Host: console.test:3000";

type Dashboard = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
type Options = {
	dashboard?: Dashboard;
	service?: Backends["service"];
	uploaderOf?: Backends["uploaderOf"];
	plannerOf?: Backends["plannerOf"];
	settings?: Partial<ServerSettings>;
	limits?: Partial<typeof TIME_LIMITS>;
};

/** Responds like a page of Next. */
const page: Dashboard = (_request, response) => void response.setHeader("content-type", "text/html").end("a page");

/** The server with dashboard and service of a test's own, listening on a free port. */
export async function startTestServer({
	dashboard = page,
	service = null,
	uploaderOf = async (cookie) => ({ subject: cookie }),
	plannerOf = async (authorization) => ({ subject: authorization }),
	settings,
	limits,
}: Options = {}) {
	const all = {
		appUrl: APP_URL,
		port: 0,
		host: "127.0.0.1",
		isDevelopment: false,
		keepAliveSeconds: 65,
		reads: 100,
		writes: 20,
		trustedProxies: "none" as const,
		...settings,
	};
	const backends = {
		service,
		uploaderOf,
		plannerOf,
		dashboard: async (request: IncomingMessage, response: ServerResponse) => dashboard(request, response),
		signInOrigin: undefined,
	};
	const bounded = boundRequests(all);
	const handler = createHandler(all, backends, bounded);
	const { server, drain } = createHttpServer(handler, all, {
		...TIME_LIMITS,
		check: 20,
		linger: 200,
		...limits,
	});
	/** The open connections. */
	const connections = new Set<Socket>();
	server.on("connection", (socket) => {
		connections.add(socket);
		socket.once("close", () => connections.delete(socket));
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		server,
		port,
		drain,
		/** How many reads and writes are in progress. */
		figures: bounded.figures,
		/** How many are open. */
		connections: () => connections.size,
		/** Sends bytes as they are. */
		send: (bytes: string | Buffer, options?: { halfClose: boolean }) => send(port, bytes, options),
		async stop() {
			const closed = new Promise((resolve) => server.close(resolve));
			for (const socket of connections) socket.destroy();
			await closed;
		},
	};
}
export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

/** A connection, and everything that is received on it. */
function send(port: number, bytes: string | Buffer, { halfClose = false } = {}) {
	const socket: Socket = connect({ port, host: "127.0.0.1", allowHalfOpen: halfClose });
	let text = "";
	socket.on("data", (chunk) => {
		text += chunk.toString("latin1");
	});
	// A stopped server may reset it.
	socket.on("error", () => {});
	socket.write(bytes);
	if (halfClose) socket.end();
	const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
	return {
		socket,
		received: () => text,
		/** All that was received until the connection was closed. */
		whole: () => closed.then(() => text),
		/** What was received, as soon as it contains a text. */
		async until(part: string): Promise<string> {
			while (!text.includes(part) && !socket.destroyed) await Promise.race([once(socket, "data"), closed]);
			return text;
		},
	};
}

/** Lines of a request's head, with the empty one at its end. */
export function head(...lines: string[]): string {
	return [...lines, "", ""].join("\r\n");
}

/** The first response in what a server sent: its status, head and body. */
export function parseResponse(text: string) {
	const end = text.indexOf("\r\n\r\n");
	const [line = "", ...headers] = text.slice(0, end).split("\r\n");
	const pairs = headers.map((header) => {
		const colon = header.indexOf(":");
		return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()] as const;
	});
	const map = new Map(pairs);
	const rest = text.slice(end + 4);
	const body = map.get("transfer-encoding") === "chunked" ? joinChunks(rest) : rest;
	return { status: Number(line.split(" ")[1]), headers: map, body };
}

/** A body that was sent in chunks, each after its length in hexadecimal digits, as far as it is there. */
function joinChunks(text: string): string {
	const begin = text.indexOf("\r\n") + 2;
	const length = Number.parseInt(text, 16);
	if (!length) return "";
	return text.slice(begin, begin + length) + joinChunks(text.slice(begin + length + 2));
}
