import { createServer } from "node:http";

/** Waits, as an application would, at a redirect URI of this machine for the browser to come back to it. */
export function listenAt(redirectUri: string): Promise<{ arrival: Promise<URL>; close: () => void }> {
	const { port, pathname } = new URL(redirectUri);
	let arrive: (url: URL) => void;
	const arrival = new Promise<URL>((resolve) => {
		arrive = resolve;
	});
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? "/", redirectUri);
		if (url.pathname === pathname) arrive(url);
		response.writeHead(200, { "content-type": "text/html" }).end('<link rel="icon" href="data:,">Signed in');
	});
	const close = () => {
		server.close();
		server.closeAllConnections();
	};
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(Number(port), "localhost", () => resolve({ arrival, close }));
	});
}
