import { Agent, createServer, type Server, request as sendRequest } from "node:http";

/** Of one connection only (RFC 9110 section 7.6.1). */
const HOP_HEADERS = ["connection", "keep-alive", "transfer-encoding"];

/**
 * A proxy that forwards each request to the next instance, whichever client sends it: no session is sticky.
 * `Host` and everything else is forwarded unchanged.
 * @param ports where the instances listen on this machine
 */
export function createRoundRobin(ports: number[]): Server {
	// The instance could be closing a keep-alive connection at the same moment.
	const agent = new Agent({ keepAlive: false });
	let requests = 0;
	return createServer((request, response) => {
		const port = ports[requests % ports.length];
		requests += 1;
		const { method, url: path, headers } = request;
		const passedOn = sendRequest({ agent, host: "127.0.0.1", port, method, path, headers }, (instanceResponse) => {
			const kept = Object.entries(instanceResponse.headers).filter(([name]) => !HOP_HEADERS.includes(name));
			response.writeHead(instanceResponse.statusCode ?? 502, Object.fromEntries(kept));
			instanceResponse.pipe(response);
			instanceResponse.once("error", () => response.destroy());
		});
		passedOn.once("error", () => {
			if (response.headersSent) response.destroy();
			else response.writeHead(502).end();
		});
		response.once("close", () => passedOn.destroy());
		request.pipe(passedOn);
	});
}
