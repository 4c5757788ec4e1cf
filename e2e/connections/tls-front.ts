import { request as forward } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

type Front = { port: number; stop: () => Promise<unknown> };

/** Terminates TLS in front of a program of this machine, as web servers do. */
export async function startTlsFront(port: number, key: { privateKey: string; certificate: string }): Promise<Front> {
	const server = createServer({ key: key.privateKey, cert: key.certificate }, (request, response) => {
		const { method, url: path, headers } = request;
		const forwarded = forward({ host: "127.0.0.1", port, method, path, headers }, (received) => {
			response.writeHead(received.statusCode ?? 502, received.headers);
			received.pipe(response);
		});
		forwarded.once("error", () => response.writeHead(502).end());
		request.pipe(forwarded);
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
