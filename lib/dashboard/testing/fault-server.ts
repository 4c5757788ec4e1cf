import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import net from "node:net";
import { KEPT_ALIVE_MS } from "@/lib/testing/kept-alive";

export type SeenRequest = { method: string; url: string; headers: http.IncomingHttpHeaders; body: string };
export type Handler = (request: SeenRequest, response: http.ServerResponse) => void;

/** A stand-in for the tenant that responds as a test defines, or misbehaves. Token requests are counted separately. */
export type FaultServer = {
	address: string;
	seen: SeenRequest[];
	tokensIssued: () => number;
	handle: Handler;
	respondWithToken: Handler;
	close: () => Promise<void>;
};

/** Starts the server on a free port of this machine. */
export async function startFaultServer(): Promise<FaultServer> {
	let tokens = 0;
	const faults: FaultServer = {
		address: "",
		seen: [],
		tokensIssued: () => tokens,
		handle: (_, response) => json(response, 404, { statusCode: 404, message: "Not Found" }),
		respondWithToken(_, response) {
			tokens += 1;
			json(response, 200, { access_token: `token-${tokens}`, token_type: "Bearer", expires_in: 3600, scope: "" });
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	const server = http.createServer({ keepAliveTimeout: KEPT_ALIVE_MS }, (request, response) => {
		const chunks: Buffer[] = [];
		request.on("data", (chunk: Buffer) => chunks.push(chunk));
		request.on("end", () => {
			const { method = "", url = "", headers } = request;
			const seen = { method, url, headers, body: Buffer.concat(chunks).toString() };
			if (url === "/oauth/token") return faults.respondWithToken(seen, response);
			faults.seen.push(seen);
			faults.handle(seen, response);
		});
	});
	faults.address = await listen(server);
	return faults;
}

export function json(
	response: http.ServerResponse,
	status: number,
	body: unknown,
	headers: http.OutgoingHttpHeaders = {},
) {
	response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Writes bytes past the HTTP library, then leaves the connection to `then`. */
export function raw(response: http.ServerResponse, text: string, then: (socket: Socket) => void = () => {}): void {
	const { socket } = response;
	if (socket) socket.write(text, () => then(socket));
}

/** Sends a number of bytes no faster than they are received. */
export function flood(response: http.ServerResponse, bytes: number): void {
	const chunk = Buffer.alloc(64 * 1024, 0x20);
	let left = bytes;
	response.writeHead(200, { "content-type": "application/json" });
	const pump = () => {
		while (left > 0 && !response.destroyed) {
			left -= chunk.length;
			if (!response.write(chunk)) return;
		}
		response.end();
	};
	response.on("drain", pump);
	pump();
}

/** One byte at a time, so slowly that the end never comes within a test. */
export function drip(response: http.ServerResponse, everyMs: number): void {
	response.writeHead(200, { "content-type": "application/json" });
	const timer = setInterval(() => response.write(" "), everyMs);
	response.on("close", () => clearInterval(timer));
}

/** A server that does not speak HTTP. @param say called with each connection */
export async function startRawServer(say: (socket: Socket) => void): Promise<{ port: number; close: () => void }> {
	const server = net.createServer((socket) => {
		socket.on("error", () => {});
		say(socket);
	});
	const address = await listen(server);
	return { port: Number(new URL(address).port), close: () => server.close() };
}

async function listen(server: net.Server): Promise<string> {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The body of a refusal in the vendor's shape: a 403 is the one that a scope would prevent. */
export function refusal(statusCode: number, scope = "some:scope") {
	return statusCode === 403
		? {
				statusCode,
				error: "Forbidden",
				errorCode: "insufficient_scope",
				message: `Insufficient scope, expected any of: ${scope}`,
			}
		: { statusCode, error: "x", message: "no" };
}
