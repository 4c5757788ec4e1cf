import { Agent, createServer, type Server, request as sendRequest } from "node:http";

/** Of one connection only (RFC 9110 section 7.6.1). */
const HOP_HEADERS = ["connection", "keep-alive", "transfer-encoding"];

/**
 * A proxy that gives one request after the other to the next instance, whichever client sends it: no session is sticky.
 * `Host` and everything else is passed on as it is.
 * @param ports where the instances listen on this machine
 */
export function createRoundRobin(ports: number[]): Server {
	// A kept connection could be one that its instance is just closing.
	const agent = new Agent({ keepAlive: false });
	let requests = 0;
	return createServer((request, response) => {
		const port = ports[requests % ports.length];
		requests += 1;
		const { method, url: path, headers } = request;
		const passedOn = sendRequest({ agent, host: "127.0.0.1", port, method, path, headers }, (answer) => {
			const kept = Object.entries(answer.headers).filter(([name]) => !HOP_HEADERS.includes(name));
			response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
			answer.pipe(response);
			answer.once("error", () => response.destroy());
		});
		passedOn.once("error", () => {
			if (response.headersSent) response.destroy();
			else response.writeHead(502).end();
		});
		response.once("close", () => passedOn.destroy());
		request.pipe(passedOn);
	});
}
