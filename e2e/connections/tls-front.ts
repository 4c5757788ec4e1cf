import { request as forward } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

type Front = { port: number; stop: () => Promise<unknown> };

/** Speaks TLS in front of a program of this machine that does not, as web servers do. */
export async function startTlsFront(port: number, key: { privateKey: string; certificate: string }): Promise<Front> {
	const server = createServer({ key: key.privateKey, cert: key.certificate }, (request, response) => {
		const { method, url: path, headers } = request;
		const passed = forward({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		passed.once("error", () => response.writeHead(502).end());
		request.pipe(passed);
	});
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(0, "127.0.0.1", resolve);
	});
	const stop = () =>
		new Promise((resolve) => {
			server.close(resolve);
			server.closeAllConnections();
		});
	return { port: (server.address() as AddressInfo).port, stop };
}
