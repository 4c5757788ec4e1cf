import http, { type OutgoingHttpHeaders } from "node:http";
import { connect } from "node:net";

export type RawResponse = { status: number; headers: http.IncomingHttpHeaders; body: string };

/**
 * A request of any method to exactly this path: nothing is normalized, decoded or followed.
 * @param localAddress of the connection: on Linux any of 127.0.0.0/8
 */
export function rawRequest(
	address: string,
	method: string,
	path: string,
	headers: OutgoingHttpHeaders = {},
	body?: string,
	localAddress?: string,
): Promise<RawResponse> {
	const { hostname, port, host } = new URL(address);
	return new Promise((resolve, reject) => {
		const sent = http.request(
			{ hostname, port, method, path, localAddress, headers: { host, ...headers } },
			async (response) => {
				const chunks: Buffer[] = [];
				for await (const chunk of response) chunks.push(chunk);
				resolve({
					status: response.statusCode ?? 0,
					headers: response.headers,
					body: Buffer.concat(chunks).toString(),
				});
			},
		);
		sent.once("error", reject).end(body);
	});
}

/** Sends bytes as they are. */
export function sendBytes(address: string, bytes: string, { halfClose = false } = {}) {
	const { hostname, port } = new URL(address);
	const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: halfClose });
	let text = "";
	socket.on("data", (chunk) => {
		text += chunk.toString("latin1");
	});
	socket.on("error", () => {});
	const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
	socket.write(bytes);
	if (halfClose) socket.end();
	return {
		socket,
		/** All that is received until the connection is closed. */
		whole: () => closed.then(() => text),
		/** What has been received as soon as it contains a text. */
		async until(part: string): Promise<string> {
			while (!text.includes(part) && !socket.destroyed) {
				await Promise.race([new Promise((resolve) => socket.once("data", resolve)), closed]);
			}
			return text;
		},
	};
}
