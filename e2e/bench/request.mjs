import { Agent, request as send } from "node:http";

const ANSWER_WITHIN_MILLISECONDS = 30_000;
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/**
 * @typedef {object} Options
 * @property {string} [method]
 * @property {Record<string, string>} [headers]
 * @property {string | Buffer | undefined} [body]
 * @property {AbortSignal} [signal] breaks the request off
 * @typedef {{ status: number, headers: import("node:http").IncomingHttpHeaders, text: string, milliseconds: number }} Answer
 */

/**
 * One request over a connection that is kept, without following redirects.
 * @param {string} url
 * @param {Options} [options]
 * @returns {Promise<Answer>} `milliseconds` from the first byte sent to the last received
 */
export function request(url, { method = "GET", headers = {}, body, signal } = {}) {
	const { hostname, port, pathname, search, host } = new URL(url);
	const begin = performance.now();
	return new Promise((resolve, reject) => {
		const outgoing = send(
			{
				...{ agent, method, port, path: pathname + search, timeout: ANSWER_WITHIN_MILLISECONDS, signal },
				// The apps listen on 127.0.0.1, and a browser's name for it is what they expect.
				host: hostname === "localhost" ? "127.0.0.1" : hostname,
				headers: { host, ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }), ...headers },
			},
			(incoming) => {
				/** @type {Buffer[]} */
				const chunks = [];
				incoming.on("data", (chunk) => chunks.push(chunk));
				incoming.once("error", reject);
				incoming.once("end", () => {
					const text = Buffer.concat(chunks).toString("utf8");
					const milliseconds = performance.now() - begin;
					resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, milliseconds });
				});
			},
		);
		outgoing.once("timeout", () => outgoing.destroy(new Error("no answer")));
		outgoing.once("error", (/** @type {NodeJS.ErrnoException} */ error) => {
			// The server may close a kept connection at the moment of its next use: browsers then read once more.
			const isStale = outgoing.reusedSocket && error.code === "ECONNRESET" && method === "GET";
			if (isStale) resolve(request(url, { method, headers, body, signal }));
			else reject(error);
		});
		outgoing.end(body);
	});
}
